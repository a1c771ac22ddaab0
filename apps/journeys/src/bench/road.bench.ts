import type { Measurement } from '@foretell/testing';
import { limit } from '../harness/orders';
import type { OpenMarket } from '../harness/reads';
import { dataIsCaughtUp } from '../harness/record';
import type { App } from '../harness/repository';
import { startWorld, type World } from '../harness/world';
import { withBaselineServer } from './bare-server';
import { baselineCommitsPerSecond, besideCommits } from './bare-commits';
import { run, together, type Pace, type Run } from './callers';
import { between, processorMicros, processorTimes, sumOf, type ServerPids } from './processor-time';
import { partTable, type Aims, type Part } from './road-table';
import { batchScripts, begun, fieldOf, singleScripts, type Field, type ScriptedRequest, type Scripts } from './scripts';
import { baselineChecksPerSecond } from './signature-checks';

export interface EndToEndOptions {
  readonly pids: ServerPids;
  /** Three seconds a part instead of eight. */
  readonly small?: boolean;
  /** Only the parts whose name contains it. */
  readonly only?: string;
  /** A folder to which each service writes its CPU profile. */
  readonly profile?: string;
  /** Additional environment variables of the services. */
  readonly environment?: Readonly<Record<string, string>>;
}

interface Plan {
  readonly name: string;
  readonly callers: number;
  readonly write: typeof batchScripts;
  /** More than the available time needs. */
  readonly ordersPerSecond: number;
  readonly perSecond?: number;
  readonly aims: Aims;
}

type Turn = Omit<Part, 'name' | 'aims'>;

/** The parts with their targets (docs/performance.md). */
const PLANS: readonly Plan[] = [
  {
    name: 'batches of 15, 16 callers',
    callers: 16,
    write: batchScripts,
    ordersPerSecond: 10_000,
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
    ordersPerSecond: 6000,
    aims: { ordersPerSecond: 1500, p50: 16, p99: 50 },
  },
  { name: 'single orders, 128 callers', callers: 128, write: singleScripts, ordersPerSecond: 6000, aims: {} },
];

/** The size of the young generation in deploy/. */
const AS_DEPLOYED = '--max-semi-space-size=64';
const TRADERS = 128;
const SECONDS = 8;
const SMALL_SECONDS = 3;
const BARE_SECONDS = 4;
const TURNS = 4;
/**
 * Orders until the services' code is compiled: the first ten seconds of a server cost a quarter more an order, and a server lives
 * for days.
 */
const WARM_ORDERS = 24_000;
const WARM_SECONDS = 15;
const WARM_CALLERS = 16;
const DEPTH_SHARES = 10_000;
const DEPTH_CENTS = 35;
const REFUSED_MAX = 0.02;

/** Orders end to end: signed beforehand, sent over HTTP to the services' processes with one PostgreSQL and one NATS. */
export async function bench(options: EndToEndOptions): Promise<Measurement[]> {
  const { pids, small = false, only = '', profile, environment = {} } = options;
  const preload = `--require ${require.resolve('./profiled-process')}`;
  const profiled = profile === undefined ? {} : { NODE_OPTIONS: `${AS_DEPLOYED} ${preload}`, PROFILE_INTO: profile };
  const environmentOf = (app: App): Readonly<Record<string, string>> => ({
    // Enough for all resting orders of the single caller, so that no balance runs out.
    SANDBOX_CREDIT: '1000000',
    NODE_OPTIONS: AS_DEPLOYED,
    ...environment,
    ...(app === 'ops' ? {} : profiled),
  });
  const world = await startWorld({ logLevel: 'warn', environmentOf });
  try {
    await world.importSample();
    const field = await fieldOf(world, TRADERS);
    for (const market of field.halves.flat()) await deepen(world, market);
    await run(world.clob.url, begun(batchScripts(field, WARM_CALLERS, WARM_ORDERS)), { seconds: WARM_SECONDS });
    await run(world.clob.url, begun(singleScripts(field, WARM_CALLERS, WARM_ORDERS / 6)), { seconds: WARM_SECONDS / 5 });
    const rows: Measurement[] = [];
    let used = WARM_CALLERS;
    for (const plan of PLANS.filter(({ name }) => name.includes(only))) {
      process.stderr.write(`  ${plan.name}\n`);
      if (profile !== undefined) toggleProfiles(world);
      rows.push(...partTable(await measured(world, from(field, used), plan, pids, small ? SMALL_SECONDS : SECONDS)));
      if (profile !== undefined) toggleProfiles(world);
      used += plan.callers;
    }
    return rows;
  } finally {
    await world.stop();
  }
}

function toggleProfiles({ clob, gamma, data }: World): void {
  for (const { pid } of [clob, gamma, data]) process.kill(pid, 'SIGWINCH');
}

/** Each part has traders of its own while there are enough: a single trader would run out of money. */
function from({ traders, halves }: Field, used: number): Field {
  const first = used % traders.length;
  return { traders: [...traders.slice(first), ...traders.slice(0, first)], halves };
}

/** Bids that no part uses up, below those of the load: every order that should trade finds one. */
async function deepen(world: World, market: OpenMarket): Promise<void> {
  const maker = await world.trader();
  const results = await maker.place(([0, 1] as const).map((outcome) => limit(market, 'BUY', outcome, DEPTH_SHARES, DEPTH_CENTS)));
  if (!results.every(({ success }) => success)) throw new Error(`the depth was refused: ${JSON.stringify(results)}`);
}

/** Alternates the load with the baselines, so that other load of the machine affects all equally. */
async function measured(world: World, field: Field, plan: Plan, pids: ServerPids, seconds: number): Promise<Part> {
  const scripts = plan.write(field, plan.callers, plan.ordersPerSecond * seconds);
  const callers = begun(scripts);
  const pace: Pace = { seconds: seconds / TURNS, ...(plan.perSecond === undefined ? {} : { perSecond: plan.perSecond }) };
  const turns: Turn[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) turns.push(await turnOf(world, scripts, callers, pace, pids));
  const done = together(turns.map(({ run }) => run));
  if (done.refused > REFUSED_MAX * done.orders) throw new Error(`${done.refused} of ${plan.name} were refused: ${done.refusal}`);
  const mean = (of: (turn: Turn) => number): number => turns.reduce((sum, turn) => sum + of(turn), 0) / TURNS;
  return {
    name: plan.name,
    aims: plan.aims,
    run: done,
    times: sumOf(turns.map(({ times }) => times)),
    ownMicros: TURNS * mean(({ ownMicros }) => ownMicros),
    commits: TURNS * mean(({ commits }) => commits),
    checksPerSecond: mean(({ checksPerSecond }) => checksPerSecond),
    baselineCommitsPerSecond: mean(({ baselineCommitsPerSecond }) => baselineCommitsPerSecond),
    bare: {
      run: together(turns.map(({ bare: baseline }) => baseline.run)),
      micros: TURNS * mean(({ bare: baseline }) => baseline.micros),
    },
  };
}

async function turnOf(
  world: World,
  scripts: Scripts,
  callers: readonly Iterator<ScriptedRequest>[],
  pace: Pace,
  pids: ServerPids,
): Promise<Turn> {
  await dataIsCaughtUp(world);
  const before = await processorTimes(world, pids);
  const ownBefore = process.cpuUsage();
  const { done, commits, seen } = await besideCommits(world, () => run(world.clob.url, callers, pace));
  const own = process.cpuUsage(ownBefore);
  // Includes work that follows an order later.
  await dataIsCaughtUp(world);
  return {
    run: done,
    commits,
    times: between(before, await processorTimes(world, pids)),
    ownMicros: own.user + own.system,
    checksPerSecond: baselineChecksPerSecond(scripts.sample),
    baselineCommitsPerSecond: await baselineCommitsPerSecond(world, seen),
    bare: await baselineRun(done, scripts, pace),
  };
}

/** The same requests, with responses of equal size. */
function baselineRun({ answers }: Run, scripts: Scripts, pace: Pace): Promise<Part['bare']> {
  return withBaselineServer(answers, async ({ origin, pid }) => {
    const before = processorMicros(pid);
    const done = await run(origin, begun(scripts), { ...pace, seconds: BARE_SECONDS / TURNS });
    return { run: done, micros: processorMicros(pid) - before };
  });
}
