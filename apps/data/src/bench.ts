import { createPool, type Pool } from '@foretell/platform-prisma';
import { ActivityQuery } from './activity/activity.query';
import { rateOf, Reader } from './bench/request-rate';
import { TradeGenerator, type Scale } from './bench/trade-generator';
import { readDataConfig } from './data.config';
import { HoldersQuery } from './holders/holders.query';
import { ensureProjection } from './ingest/generation.query';
import { TradingApplier } from './ingest/trading.applier';
import { BoardFollower } from './leaderboard/board.follower';
import { createDataSurface } from './surface';

export interface Measurement {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly p99Ms?: number;
  /** What the same machine does in the same run when it only has to do the least. */
  readonly limit?: { readonly name: string; readonly value: number };
}
export interface BenchOptions extends Partial<Scale> {
  /** Nothing is told in a bench; the surface only needs a server to wait for. */
  readonly natsUrl?: string;
  /** A migrated database without rows; it is filled. */
  readonly databaseUrl: string;
  readonly requests?: number;
}

const MESSAGES_PER_BATCH = 16;
const LANES = 8;
const REQUESTS = 2000;
/** The full size is { trades: 10_000_000, wallets: 100_000, markets: 20_000 }. */
const SCALE: Scale = { trades: 50_000, wallets: 5000, markets: 1000 };

/** Ingest, load of the board, and reads over HTTP beside the same SQL without us. */
export async function bench(options: BenchOptions): Promise<Measurement[]> {
  const scale: Scale = { ...SCALE, ...options };
  const pool = createPool({ url: options.databaseUrl, poolMax: LANES, applicationName: 'bench', statementTimeoutSeconds: 600 }, () => undefined);
  try {
    await ensureProjection(pool);
    const ingest = await measureIngest(pool, scale);
    await pool.query('ANALYZE');
    const load = await measureBoardLoad(pool);
    return [ingest, load, ...(await measureReads(pool, options, scale))];
  } finally {
    await pool.end();
  }
}

/** Applying alone: reading from the stream is measured with the transport. */
async function measureIngest(pool: Pool, scale: Scale): Promise<Measurement> {
  const generator = new TradeGenerator(scale, Date.now());
  const applier = new TradingApplier(pool);
  let facts = 0;
  let seconds = 0;
  for (let batch = generator.messages(MESSAGES_PER_BATCH); batch.length > 0; batch = generator.messages(MESSAGES_PER_BATCH)) {
    const startedAt = performance.now();
    await applier.apply(batch);
    seconds += (performance.now() - startedAt) / 1000;
    facts += batch.reduce((sum, message) => sum + message.facts.length, 0);
  }
  return { name: `ingest of ${scale.trades} trades, ${facts} facts`, unit: 'facts/s', value: Math.round(facts / seconds) };
}

async function measureBoardLoad(pool: Pool): Promise<Measurement> {
  const startedAt = performance.now();
  await new BoardFollower(pool, () => Date.now()).refresh();
  return { name: 'load of the leaderboard', unit: 's', value: Number(((performance.now() - startedAt) / 1000).toFixed(2)) };
}

interface Read {
  readonly name: string;
  readonly path: (index: number) => string;
  readonly sql?: (index: number) => Promise<unknown>;
}

async function measureReads(pool: Pool, { databaseUrl, natsUrl, requests = REQUESTS }: BenchOptions, scale: Scale): Promise<Measurement[]> {
  // Reads need no NATS: the link waits for it in the background.
  const config = readDataConfig({ DATABASE_URL: databaseUrl, NATS_URL: natsUrl, NATS_PREFIX: 'bench', LOG_LEVEL: 'silent' });
  const app = await createDataSurface(config);
  const reader = new Reader(LANES);
  try {
    await app.listen(0, '127.0.0.1');
    const base = await app.getUrl();
    await reader.read(`${base}/v1/leaderboard`);
    const measurements: Measurement[] = [];
    for (const { name, path, sql } of readsOf(pool, scale)) {
      const limit = sql && { name: 'the same SQL by pg', value: (await rateOf(requests, LANES, async (index) => void (await sql(index)))).perSecond };
      const { perSecond, p99Ms } = await rateOf(requests, LANES, (index) => reader.read(base + path(index)));
      measurements.push({ name, unit: 'requests/s', value: perSecond, p99Ms, ...(limit && { limit }) });
    }
    return measurements;
  } finally {
    reader.close();
    await app.close();
  }
}

function readsOf(pool: Pool, scale: Scale): Read[] {
  const activity = new ActivityQuery(pool);
  const holders = new HoldersQuery(pool);
  const user = (index: number): string => TradeGenerator.address(1 + (index % Math.min(500, scale.wallets)));
  const condition = (index: number): string => TradeGenerator.conditionId(1 + (index % Math.min(200, scale.markets)));
  return [
    { name: 'GET /activity, limit 25', path: (index) => `/activity?user=${user(index)}&limit=25`, sql: (index) => activity.ofWallet(user(index), 25, 0) },
    { name: 'GET /holders, limit 20', path: (index) => `/holders?market=${condition(index)}&limit=20`, sql: (index) => holders.top([condition(index)], 1_000_000, 20) },
    { name: 'GET /positions', path: (index) => `/positions?user=${user(index)}&limit=25` },
    { name: 'GET /v1/leaderboard', path: (index) => `/v1/leaderboard?timePeriod=${index % 2 === 0 ? 'WEEK' : 'MONTH'}` },
    { name: 'GET /v1/leaderboard?user', path: (index) => `/v1/leaderboard?timePeriod=MONTH&user=${user(index)}` },
  ];
}
