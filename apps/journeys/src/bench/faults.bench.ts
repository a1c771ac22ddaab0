import { setTimeout as delay } from 'node:timers/promises';
import type { Measurement } from '@foretell/testing';
import { eventually } from '../harness/eventually';
import { brokenChecks, dataIsCaughtUp } from '../harness/record';
import { Restarts } from '../harness/restarts';
import { TwoReplicas } from '../harness/two-replicas';
import { FAILOVER_FAULTS } from './faults/failover-faults';
import type { Fault, Stage } from './faults/fault';
import { FULL_DISKS } from './faults/full-disks';
import { NATS_FAULTS } from './faults/nats-faults';
import { SLOW_LINKS } from './faults/slow-links';
import { WRITER_FAULTS } from './faults/writer-faults';

const TRADERS = 8;
const BEFORE_MS = 3_000;
const FAULT_MS = 12_000;
const AFTER_ORDERS = 100;
const RECOVER_MS = 60_000;

const FAULTS: readonly Fault[] = [...WRITER_FAULTS, ...FAILOVER_FAULTS, ...NATS_FAULTS, ...SLOW_LINKS, ...FULL_DISKS];

/**
 * Each fault on its own processes, under load: lost, doubled and ambiguous orders, and the longest time without an accepted
 * order.
 */
export async function bench({ only }: { readonly only?: string }): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const fault of chosen(only)) {
    process.stderr.write(`${fault.name} ...\n`);
    const found = await suffered(fault).catch((cause: unknown) => {
      process.stderr.write(`${fault.name}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`);
      return [{ name: `${fault.what}: did not complete`, value: 1, unit: 'faults', isFault: true }];
    });
    rows.push(...found);
  }
  return rows;
}

/** All faults, or those named, separated by commas. */
function chosen(only: string | undefined): readonly Fault[] {
  if (only === undefined) return FAULTS;
  const names = only.split(',');
  const known = FAULTS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown fault ${unknown.join(', ')}; known faults are ${known.join(', ')}.`);
  return FAULTS.filter(({ name }) => names.includes(name));
}

async function suffered(fault: Fault): Promise<Measurement[]> {
  const removals: (() => Promise<void> | void)[] = [];
  try {
    const stage = await fault.stage((remove) => removals.unshift(remove));
    const { environmentOf = () => ({}), ...options } = stage.options;
    const replicas = await TwoReplicas.start(TRADERS, {
      logLevel: 'info',
      ...options,
      environmentOf: (app) => ({ SANDBOX_CREDIT: '1000000', LEASE_SILENCE_MILLIS: '1000', ...environmentOf(app) }),
    });
    const { clob, gamma, data } = replicas.world;
    const processes = [clob, replicas.standby, gamma, data];
    const restarts = new Restarts(processes);
    try {
      return await underLoad(fault, stage, replicas, restarts);
    } finally {
      await restarts.stop();
      // Kills the processes: they may wait for a server that is gone.
      await Promise.all(processes.map((each) => each.kill()));
      await replicas.stop();
    }
  } finally {
    for (const remove of removals) await remove();
  }
}

async function underLoad(fault: Fault, stage: Stage, replicas: TwoReplicas, restarts: Restarts): Promise<Measurement[]> {
  const { world, load } = replicas;
  await delay(BEFORE_MS);
  const moment = performance.now();
  await stage.begin(replicas);
  await delay(fault.lastsMillis ?? FAULT_MS);
  await stage.end?.(replicas);
  const ended = performance.now();
  const taken = (): boolean => load.hasAcknowledgedSince(ended, AFTER_ORDERS);
  await eventually('orders are accepted again', taken, RECOVER_MS);
  const gap = load.longestGapSince(moment);
  await load.stop();
  const stopped = performance.now();
  await dataIsCaughtUp(world);
  const levelSeconds = (performance.now() - stopped) / 1_000;
  const { lost, doubled } = await replicas.fates();
  const row = (name: string, value: number, unit: string): Measurement => ({ name: `${fault.what}: ${name}`, value, unit });
  const never = (name: string, value: number, unit: string): Measurement => ({ ...row(name, value, unit), isFault: value > 0 });
  return [
    row('acknowledged', load.acknowledgedAt.size, 'orders'),
    never('lost', lost.length, 'orders'),
    never('doubled or filled wrongly', doubled.length, 'orders'),
    row('outcome unknown, settled by sending again', load.ambiguous.size, 'orders'),
    ...[...load.turnedAway].map(([code, count]) => row(`refused, nothing done: ${code}`, count, 'requests')),
    row('longest time without an accepted order', gap / 1_000, 's'),
    row('processes that ended and were restarted', restarts.count, 'processes'),
    row('consumers caught up after the last order', levelSeconds, 's'),
    never('checks of the doctor that do not hold', await brokenChecks(world), 'checks'),
  ];
}
