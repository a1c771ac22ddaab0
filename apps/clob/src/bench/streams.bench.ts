import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Measurement } from '@foretell/testing';
import { usdc } from '@foretell/units';
import { readClobConfig } from '../clob.config';
import { CommitFeed } from '../engine/commit-feed';
import { EngineService } from '../engine/engine.service';
import { createClobService } from '../service';
import type { TokenRef } from '../market-directory/market-directory';
import { MarketStreams, type MarketReader } from '../streams/market-streams';
import { BaselineBroadcast } from './bare-broadcast';
import { Listeners, type Arrival } from './stream-listeners';
import { listed, placing, WALLET } from './stream-orders';

const SUBSCRIBERS = [1, 100, 2_000] as const;
/** Interval between messages: measures latency, without queueing. */
const EVERY_MILLIS = 100;
const LATENCY_COMMITS = 100;
/** As fast as all subscribers receive them. */
const BROADCASTS = 200;
const RATIO = 'bare ws, same bytes';
const MEMORY_AIM = { name: 'aim, at most', value: 20 };

type Service = Awaited<ReturnType<typeof createClobService>>;

interface Broadcast {
  readonly messagesACore: number;
  readonly kilobytesAConnection: number;
}

/** From commits to subscribers: the real service with a durable database, and subscribers in another process. */
export async function bench({
  databaseUrl,
  natsUrl,
}: {
  readonly databaseUrl: string;
  readonly natsUrl: string;
}): Promise<Measurement[]> {
  const config = readClobConfig({
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    NATS_PREFIX: 'bench-streams',
    AUTH_MASTER_KEY: '07'.repeat(32),
    SANDBOX: 'true',
    LIMITS: 'off',
    LOG_LEVEL: 'fatal',
  });
  const app = await createClobService({ ...config, program: null });
  try {
    await app.listen(0, '127.0.0.1');
    await app.get(EngineService).writing;
    const tokenId = await begin(app);
    const latencies: Measurement[] = [];
    for (const count of SUBSCRIBERS) latencies.push(await latency(app, tokenId, count));
    const ours = await broadcastOurs(app, tokenId);
    const baseline = await broadcastBaseline(ours.frame);
    return [
      ...latencies,
      {
        name: 'messages a second of CPU time, 2,000 subscribers',
        unit: 'messages/s',
        value: ours.messagesACore,
        limit: { name: RATIO, value: baseline.messagesACore },
      },
      { name: 'memory of a connection', unit: 'kB', value: ours.kilobytesAConnection, limit: MEMORY_AIM },
      { name: 'memory of a connection of bare ws', unit: 'kB', value: baseline.kilobytesAConnection },
    ];
  } finally {
    await app.close();
  }
}

/** A market with book levels, and funds to place orders. */
async function begin(app: Service): Promise<string> {
  const engine = app.get(EngineService);
  const { opening, tokenId } = listed();
  await engine.submit(opening);
  await engine.submit({
    command: { type: 'credit', wallet: WALLET, amountMicros: usdc(100_000_000) },
    attachment: { kind: 'ledger', reference: 'bench streams' },
  });
  for (let level = 0; level < 30; level += 1) await engine.submit(placing(1_000 + level * 100));
  return tokenId;
}

const helloOf = (tokenId: string): string =>
  JSON.stringify({ type: 'market', assets_ids: [tokenId], custom_feature_enabled: false });
const portOf = async (app: Service): Promise<number> => Number(new URL(await app.getUrl()).port);

async function latency(app: Service, tokenId: string, count: number): Promise<Measurement> {
  const committedAt = new Map<number, number>();
  app.get(CommitFeed).listen({
    shown: ({ rows }) => committedAt.set(rows.head.commitNumber, performance.timeOrigin + performance.now()),
    loaded: () => undefined,
    lineageBegan: () => undefined,
  });
  const listeners = await Listeners.open(await portOf(app), count, helloOf(tokenId));
  try {
    for (let each = 0; each < LATENCY_COMMITS; each += 1) {
      await app.get(EngineService).submit(placing(1_000 + (each % 30) * 100));
      await delay(EVERY_MILLIS);
    }
    const arrivals = await arrived(listeners, count * LATENCY_COMMITS);
    const millis = arrivals.map(({ sequence, atMillis }) => atMillis - (committedAt.get(sequence) ?? Number.NaN));
    if (millis.length !== count * LATENCY_COMMITS || millis.some(Number.isNaN))
      throw new Error(`${millis.length} messages came of ${count * LATENCY_COMMITS}`);
    millis.sort((one, other) => one - other);
    const within = (share: number): number => Math.round((millis[Math.floor(millis.length * share)] ?? 0) * 100) / 100;
    const name = `from the commit to a subscriber, ${count.toLocaleString('en')} of them (median)`;
    return { name, unit: 'ms', value: within(0.5), p99Ms: within(0.99) };
  } finally {
    await listeners.close();
  }
}

/** Steps of one market to all subscribers, each after the previous one was sent; without orders. */
async function broadcastOurs(app: Service, tokenId: string): Promise<Broadcast & { readonly frame: Buffer }> {
  const before = heap();
  const listeners = await Listeners.open(await portOf(app), 2_000, helloOf(tokenId));
  const kilobytesAConnection = perConnection(before);
  const feed = app.get(CommitFeed);
  const step = await lastStep(app, feed);
  const last = new LastReader(app.get(MarketStreams), tokenId);
  try {
    // Sequence of the repeated step.
    await delay(500);
    await listeners.report();
    const cpu = process.cpuUsage();
    for (let each = 1; each <= BROADCASTS; each += 1) {
      const head = { ...step.rows.head, commitNumber: step.rows.head.commitNumber + each };
      const sent = last.nextStep();
      feed.shown({ ...step, rows: { ...step.rows, head, newOrders: [], trades: [] }, orders: [] });
      await sent;
      await turns();
    }
    const messagesACore = perCore(cpu);
    const { length } = await arrived(listeners, BROADCASTS * 2_000);
    if (length !== BROADCASTS * 2_000) throw new Error(`${length} messages came of ${BROADCASTS * 2_000}`);
    return { messagesACore, kilobytesAConnection, frame: Buffer.alloc(FRAME_BYTES, 'x') };
  } finally {
    last.end();
    await listeners.close();
  }
}

/** The last follower of the token: a step that reaches it was sent to all. */
class LastReader implements MarketReader {
  readonly isCustom = false;
  readonly isBundled = false;
  private readonly token: TokenRef;
  private onStep = (): void => undefined;

  constructor(
    private readonly streams: MarketStreams,
    tokenId: string,
  ) {
    const token = streams.token(tokenId);
    if (token === undefined) throw new Error(`no token ${tokenId}`);
    this.token = token;
    streams.follow(this, token);
  }

  nextStep(): Promise<void> {
    return new Promise((resolve) => (this.onStep = resolve));
  }

  send(): void {
    this.onStep();
  }

  restart(): void {
    throw new Error('the streams began again');
  }

  end(): void {
    this.streams.unfollow(this, this.token);
  }
}

/** Resolves with the messages once there are enough, or after a second without one. */
async function arrived(listeners: Listeners, wanted: number): Promise<readonly Arrival[]> {
  for (let all: readonly Arrival[] = []; ;) {
    const some = await listeners.report();
    all = [...all, ...some];
    if (all.length >= wanted || (some.length === 0 && all.length > 0)) return all;
    await delay(1_000);
  }
}

/** Length of a price_change with one level. */
const FRAME_BYTES = 430;

type Shown = Parameters<Parameters<CommitFeed['listen']>[0]['shown']>[0];

async function lastStep(app: Service, feed: CommitFeed): Promise<Shown> {
  const shown = new Promise<Shown>((resolve) =>
    feed.listen({ shown: resolve, loaded: () => undefined, lineageBegan: () => undefined }),
  );
  await app.get(EngineService).submit(placing(1_000));
  return shown;
}

async function broadcastBaseline(frame: Buffer): Promise<Broadcast> {
  const baseline = new BaselineBroadcast('"hello"');
  const port = await baseline.listen();
  const before = heap();
  const listeners = await Listeners.open(port, 2_000, '{}'.padEnd(200));
  const kilobytesAConnection = perConnection(before);
  try {
    const cpu = process.cpuUsage();
    for (let each = 1; each <= BROADCASTS; each += 1) {
      baseline.send(frame);
      await turns();
    }
    return { messagesACore: perCore(cpu), kilobytesAConnection };
  } finally {
    await listeners.close();
    baseline.close();
  }
}

/** The step is sent in a later tick, and the sockets write it in another one. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function perCore(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return Math.round((BROADCASTS * 2_000 * 1e6) / (user + system));
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use, inside and outside of the heap. */
function heap(): number {
  collect();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

function perConnection(before: number): number {
  return Math.round((heap() - before) / 2_000 / 100) / 10;
}
