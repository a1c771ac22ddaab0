import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { decodeMessage, encodeMessage, eventFault, type EventMessage, type TradingEvent } from '@foretell/contracts';
import { createPool, type Pool } from '@foretell/platform-prisma';
import { baselineRateOf, loadOf, rateOf, type Measurement } from '@foretell/testing';
import { readsOf } from './reads';
import { TradeGenerator, type Scale } from './trade-generator';
import { readDataConfig } from '../data.config';
import { SESSIONS } from '../database/sessions';
import { ensureProjection } from '../database/generation.query';
import { databaseStore } from '../ingest/projection-store';
import { TradingApplier } from '../ingest/trading.applier';
import { BoardFollower } from '../leaderboard/board.follower';
import { createDataService } from '../service';

export interface BenchOptions extends Partial<Scale> {
  /** A two-hundredth of a real history: minutes less, and caches that are relatively larger. */
  readonly small?: boolean;
  /** The bench publishes nothing; the service only needs a server to wait for. */
  readonly natsUrl?: string;
  /** A migrated database without rows; the bench fills it. */
  readonly databaseUrl: string;
  readonly requests?: number;
}

/** The batch size of a consumer with a backlog. */
const MESSAGES_PER_BATCH = 64;
const BATCHES_PER_CHUNK = 16;
const LANES = 8;
const REQUESTS = 4000;
const FULL: Scale = { trades: 10_000_000, wallets: 100_000, markets: 20_000 };
const SMALL: Scale = { trades: 50_000, wallets: 5000, markets: 1000 };

/** Measures ingest, the load of the leaderboard, and reads over HTTP with the same SQL sent directly as the baseline. */
export async function bench(options: BenchOptions): Promise<Measurement[]> {
  const scale: Scale = { ...(options.small === true ? SMALL : FULL), ...options };
  const pool = createPool(
    { url: options.databaseUrl, poolMax: LANES, applicationName: 'bench', statementTimeoutSeconds: 600, settings: SESSIONS },
    () => undefined,
  );
  try {
    await ensureProjection(pool);
    const ingest = await measureIngest(pool, scale);
    await pool.query('ANALYZE');
    return [...ingest, ...(await measureReads(pool, options, scale))];
  } finally {
    await pool.end();
  }
}

/** From the stream's bytes to committed rows; excludes generating the history. */
async function measureIngest(pool: Pool, scale: Scale): Promise<Measurement[]> {
  const generator = new TradeGenerator(scale, Date.now());
  const applier = new TradingApplier(databaseStore(pool));
  let events = 0;
  let seconds = 0;
  let lastRate = 0;
  for (let chunk = chunkOf(generator); chunk.length > 0; chunk = chunkOf(generator)) {
    const startedAt = performance.now();
    const applied = await applyOneAhead(applier, chunk);
    const chunkSeconds = (performance.now() - startedAt) / 1000;
    events += applied;
    seconds += chunkSeconds;
    lastRate = applied / chunkSeconds;
  }
  return [
    {
      name: `ingest of ${scale.trades} trades, ${events} events, in ${Math.round(seconds)} s`,
      unit: 'events/s',
      value: Math.round(events / seconds),
    },
    { name: 'ingest of the last of them', unit: 'events/s', value: Math.round(lastRate) },
  ];
}

function chunkOf(generator: TradeGenerator): Uint8Array[][] {
  const batches = Array.from({ length: BATCHES_PER_CHUNK }, () => generator.messages(MESSAGES_PER_BATCH).map(encodeMessage));
  return batches.filter((batch) => batch.length > 0);
}

async function applyOneAhead(applier: TradingApplier, batches: readonly Uint8Array[][]): Promise<number> {
  let events = 0;
  let before = Promise.resolve();
  for (const batch of batches) {
    const messages: EventMessage<TradingEvent>[] = [];
    for (const bytes of batch) {
      const message = decodeMessage(bytes) as EventMessage<TradingEvent>;
      if (message.facts.some((event) => eventFault(event) !== null)) throw new Error('the generator emits an invalid event');
      messages.push(message);
      await yieldToEventLoop();
    }
    events += messages.reduce((sum, message) => sum + message.facts.length, 0);
    const applied = applier.apply(messages, null);
    await before;
    before = applied;
  }
  await before;
  return events;
}

/** On a filled database: measures the time until the service is ready, then its reads. */
export async function measureReads(
  pool: Pool,
  { databaseUrl, natsUrl, requests = REQUESTS }: BenchOptions,
  scale: Scale,
): Promise<Measurement[]> {
  // Reads need no NATS: the link connects to it in the background.
  const config = readDataConfig({
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    NATS_PREFIX: 'bench',
    SANDBOX: 'true',
    LOG_LEVEL: 'silent',
    LIMITS: 'off',
  });
  const app = await createDataService(config);
  try {
    const startedAt = performance.now();
    await app.listen(0, '127.0.0.1');
    const origin = await app.getUrl();
    const waits = monitorEventLoopDelay({ resolution: 1 });
    waits.enable();
    await app.get(BoardFollower).refresh();
    waits.disable();
    const loadSeconds = Number(((performance.now() - startedAt) / 1000).toFixed(2));
    const measurements: Measurement[] = [
      { name: 'start, with the load of the leaderboard', unit: 's', value: loadSeconds },
      { name: '  longest wait of another request in it', unit: 'ms', value: Math.round(waits.max / 1e6) },
      { name: '  mean wait of another request in it', unit: 'ms', value: Number((waits.mean / 1e6).toFixed(1)) },
    ];
    for (const { name, path, sql } of readsOf(pool, scale)) {
      const paths = Array.from({ length: requests }, (_, index) => path(index));
      await loadOf({ origin, paths: paths.slice(0, requests / 10), lanes: LANES });
      const limit = sql && { name: 'the same SQL by pg', value: (await rateOf(requests, LANES, sql)).perSecond };
      const { perSecond, p99Ms } = await loadOf({ origin, paths, lanes: LANES });
      measurements.push({ name, unit: 'requests/s', value: perSecond, p99Ms, ...(limit && { limit }) });
      if (sql === undefined) continue;
      const baseline = await baselineRateOf(sql, requests, LANES);
      measurements.push({
        name: '  a bare server with the same SQL',
        unit: 'requests/s',
        value: baseline.perSecond,
        ...(limit && { limit }),
      });
    }
    return measurements;
  } finally {
    await app.close();
  }
}
