import type { TradingClient } from '@foretell/client';
import type { Measurement } from '@foretell/testing';
import { limit } from '../harness/orders';
import { openMarkets, type OpenMarket } from '../harness/reads';
import { dataIsLevel } from '../harness/record';
import { startWorld, type World } from '../harness/world';
import { besideBareServer } from './bare-server';
import { run, type Pace, type Run } from './callers';
import { between, processorMicros, processorTimes, type ServerPids } from './processor-time';
import { partTable, type Aims, type Part } from './road-table';
import { batchScripts, singleScripts, type Field, type Scripts } from './scripts';
import { bareChecksPerSecond } from './signature-checks';

export interface EndToEndOptions {
  readonly pids: ServerPids;
  /** Two seconds a part instead of eight. */
  readonly small?: boolean;
}

interface Plan {
  readonly name: string;
  readonly callers: number;
  readonly write: typeof batchScripts;
  /** More than there will be time for. */
  readonly ordersPerSecond: number;
  readonly perSecond?: number;
  readonly aims: Aims;
}

/** With what each is to reach (docs/performance.md). */
const PLANS: readonly Plan[] = [
  {
    name: 'batches of 15, 16 callers',
    callers: 16,
    write: batchScripts,
    ordersPerSecond: 6000,
    aims: { partOfChecks: 0.4, checksAnOrder: 3 },
  },
  { name: 'single orders, 1 caller', callers: 1, write: singleScripts, ordersPerSecond: 1200, aims: { p50: 2 } },
  {
    name: 'single orders, 1 caller at 100 a second',
    callers: 1,
    write: singleScripts,
    ordersPerSecond: 100,
    perSecond: 100,
    aims: { coresBesideWriter: 0.33 },
  },
  {
    name: 'single orders, 32 callers',
    callers: 32,
    write: singleScripts,
    ordersPerSecond: 3000,
    aims: { ordersPerSecond: 1500, p50: 16, p99: 50 },
  },
  { name: 'single orders, 128 callers', callers: 128, write: singleScripts, ordersPerSecond: 3000, aims: {} },
];

const TRADERS = 128;
const MARKETS = 20;
const SECONDS = 8;
const SMALL_SECONDS = 3;
const BARE_SECONDS = 2;
const WARM_ORDERS = 3000;
const WARM_CALLERS = 16;
const DEPTH_SHARES = 10_000;
const DEPTH_CENTS = 35;
const REFUSED_MAX = 0.02;

/** Orders end to end: signed beforehand, sent over HTTP to the surfaces as processes over one PostgreSQL and one NATS. */
export async function bench({ pids, small = false }: EndToEndOptions): Promise<Measurement[]> {
  // Enough for whatever rests of the single caller's orders: a balance that ends is not what is measured.
  const world = await startWorld({ logLevel: 'warn', environmentOf: () => ({ SANDBOX_CREDIT: '1000000' }) });
  try {
    await world.importSample();
    const field = await fieldOf(world);
    await run(world.clob.url, batchScripts(field, WARM_CALLERS, WARM_ORDERS).callers, { seconds: 5 });
    await run(world.clob.url, singleScripts(field, WARM_CALLERS, WARM_ORDERS / 3).callers, { seconds: 2 });
    const rows: Measurement[] = [];
    let used = WARM_CALLERS;
    for (const plan of PLANS) {
      process.stderr.write(`  ${plan.name}\n`);
      rows.push(...partTable(await measured(world, from(field, used), plan, pids, small ? SMALL_SECONDS : SECONDS)));
      used += plan.callers;
    }
    return rows;
  } finally {
    await world.stop();
  }
}

async function fieldOf(world: World): Promise<Field> {
  const markets = await openMarkets(world, MARKETS);
  const traders: TradingClient[] = [];
  for (let index = 0; index < TRADERS; index += 1) traders.push(await world.trader());
  for (const market of markets) await deepen(world, market);
  return { traders, halves: [markets.slice(0, MARKETS / 2), markets.slice(MARKETS / 2)] };
}

/** Each part has traders of its own as long as there are some: one alone would run out of money. */
function from({ traders, halves }: Field, used: number): Field {
  const first = used % traders.length;
  return { traders: [...traders.slice(first), ...traders.slice(0, first)], halves };
}

/** Bids that no part uses up, below those of the load: every order that is to trade finds one. */
async function deepen(world: World, market: OpenMarket): Promise<void> {
  const maker = await world.trader();
  const results = await maker.place(([0, 1] as const).map((outcome) => limit(market, 'BUY', outcome, DEPTH_SHARES, DEPTH_CENTS)));
  if (!results.every(({ success }) => success)) throw new Error(`the depth was refused: ${JSON.stringify(results)}`);
}

async function measured(world: World, field: Field, plan: Plan, pids: ServerPids, seconds: number): Promise<Part> {
  const scripts = plan.write(field, plan.callers, plan.ordersPerSecond * seconds);
  const pace: Pace = { seconds, ...(plan.perSecond === undefined ? {} : { perSecond: plan.perSecond }) };
  await dataIsLevel(world);
  const checksBefore = bareChecksPerSecond(scripts.sample);
  const before = await processorTimes(world, pids);
  const ownBefore = process.cpuUsage();
  const done = await run(world.clob.url, scripts.callers, pace);
  const own = process.cpuUsage(ownBefore);
  // What follows an order belongs to it, also when it comes later.
  await dataIsLevel(world);
  const times = between(before, await processorTimes(world, pids));
  const checksPerSecond = (checksBefore + bareChecksPerSecond(scripts.sample)) / 2;
  if (done.refused > REFUSED_MAX * done.orders) throw new Error(`${done.refused} of ${plan.name} were refused: ${done.refusal}`);
  const bare = await bareRun(done, scripts, pace);
  return { name: plan.name, aims: plan.aims, run: done, times, ownMicros: own.user + own.system, checksPerSecond, bare };
}

/** The same requests, answered by as many bytes. */
function bareRun({ answers }: Run, { callers }: Scripts, pace: Pace): Promise<Part['bare']> {
  return besideBareServer(answers, async ({ origin, pid }) => {
    const before = processorMicros(pid);
    const done = await run(origin, callers, { ...pace, seconds: BARE_SECONDS });
    return { run: done, micros: processorMicros(pid) - before };
  });
}
