import { withBaselineProcess, type Measurement } from '@foretell/testing';
import { dataIsCaughtUp } from '../harness/record';
import type { World } from '../harness/world';
import { baselineCommitsPerSecond, besideCommits } from './bare-commits';
import { requireAccepted, run, together, type Pace, type Run } from './callers';
import { deepField, startOrderWorld, toggleProfiles, tradersFrom, warmUp, type EndToEndOptions } from './order-site';
import { between, processorMicros, processorTimes, sumOf, type ServerPids } from './processor-time';
import { partTable, type Aims, type Part } from './road-table';
import { batchScripts, begun, singleScripts, type Field, type ScriptedRequest, type Scripts } from './scripts';
import { baselineChecksPerSecond } from './signature-checks';

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

const SECONDS = 8;
const SMALL_SECONDS = 3;
const BARE_SECONDS = 4;
const TURNS = 4;

/** Orders end to end: signed beforehand, sent over HTTP to the services' processes with one PostgreSQL and one NATS. */
export async function bench(options: EndToEndOptions): Promise<Measurement[]> {
  const { pids, small = false, only = '', profile } = options;
  const world = await startOrderWorld(options);
  try {
    const field = await deepField(world);
    let used = await warmUp([world.clob.url], field);
    const rows: Measurement[] = [];
    for (const plan of PLANS.filter(({ name }) => name.includes(only))) {
      process.stderr.write(`  ${plan.name}\n`);
      if (profile !== undefined) toggleProfiles([world.clob, world.gamma, world.data]);
      rows.push(...partTable(await measured(world, tradersFrom(field, used), plan, pids, small ? SMALL_SECONDS : SECONDS)));
      if (profile !== undefined) toggleProfiles([world.clob, world.gamma, world.data]);
      used += plan.callers;
    }
    return rows;
  } finally {
    await world.stop();
  }
}

/** Alternates the load with the baselines, so that other load of the machine affects all equally. */
async function measured(world: World, field: Field, plan: Plan, pids: ServerPids, seconds: number): Promise<Part> {
  const scripts = plan.write(field, plan.callers, plan.ordersPerSecond * seconds);
  const callers = begun(scripts);
  const pace: Pace = { seconds: seconds / TURNS, ...(plan.perSecond === undefined ? {} : { perSecond: plan.perSecond }) };
  const turns: Turn[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) turns.push(await turnOf(world, scripts, callers, pace, pids));
  const done = together(turns.map(({ run }) => run));
  requireAccepted(done, plan.name);
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
  const { done, commits, seen } = await besideCommits(world, () => run([world.clob.url], callers, pace));
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
  return withBaselineProcess(answers, async ({ origin, pid }) => {
    const before = processorMicros(pid);
    const done = await run([origin], begun(scripts), { ...pace, seconds: BARE_SECONDS / TURNS });
    return { run: done, micros: processorMicros(pid) - before };
  });
}
