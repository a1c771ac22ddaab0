import type { Measurement } from '@foretell/testing';
import { atLeast, optional, row } from '../road-table';
import { calibrationOf, costOf, costsOf, type ScaleTurns } from './scale-costs';
import { bestCapacity, predictedOrders, type Capacity, type Cost } from './scale-model';
import { LOADS, REPLICA_NAMES, type Load, type ScaleTurn } from './scale-turns';

/** Targets: forwarded orders of the writer in a second of CPU time, and a replica's in signature checks. */
const AIMS = { writerOrders: 30_000, replicaChecks: 0.6 };
/** Predicted relative to measured. */
const CHECK = { least: 0.8, most: 1.25 };
const CORES = [2, 4, 8, 16, 32, 64];
/** A stage that is full has full batches. */
export const MODELLED: Load = '2 replicas, full batches';

export function scaleTable(turns: ScaleTurns, checksPerSecond: number): Measurement[] {
  const costs = costsOf(turns, MODELLED);
  return [
    ...LOADS.flatMap((load) => loadRows(turns[load]).map((each) => ({ ...each, name: `${load}: ${each.name}` }))),
    ...LOADS.filter((load) => load.startsWith('2 replicas')).flatMap((load) => targetRows(turns, load, checksPerSecond)),
    row('baseline: native signature checks of one core', 'checks/s', checksPerSecond),
    row('replica, for an order received', 'us an order', costs.receivedMicros),
    row('replica, for an order received: main thread', 'us an order', costs.receivedSerialMicros),
    row('replica, for each order of the site', 'us an order', costs.followed.micros),
    row('replica, for each order of the site: main thread', 'us an order', costs.followedSerial.micros),
    ...costs.serial.map(({ name, micros }) => row(name, 'us an order', micros)),
    row('the site without orders and replicas', 'cores', costs.site.idleCores),
    row('a replica without orders', 'cores', costs.followed.idleCores),
    checkRow(turns, '1 replica', '2 replicas'),
    checkRow(turns, '2 replicas', '1 replica'),
    ...CORES.flatMap((cores) => capacityRows(bestCapacity(costs, cores))),
  ];
}

function loadRows({ run, seconds, commits, times, ownMicros, availableMicros }: ScaleTurn): Measurement[] {
  if (run.orders === 0) return [...times].map(([name, micros]) => row(`of it ${name}`, 'cores', micros / seconds / 1e6));
  return [
    row('orders', 'orders/s', run.orders / run.seconds),
    row('orders, available CPU time', 'orders a core-second', (run.orders * 1e6) / availableMicros),
    row('orders a commit', 'orders', run.orders / commits),
    ...[...times].map(([name, micros]) => row(`of it ${name}`, 'us an order', micros / run.orders)),
    row('of it the load generator', 'us an order', ownMicros / run.orders),
  ];
}

/** Without what time alone costs: at the rates of a small machine that is much of it. */
function targetRows(turns: ScaleTurns, load: Load, checksPerSecond: number): Measurement[] {
  const { run } = turns[load];
  const cost = (isOf: (name: string) => boolean): Cost =>
    costOf(turns, load, ({ times }) => [...times].reduce((sum, [name, each]) => sum + (isOf(name) ? each : 0), 0));
  const named = (wanted: string) => (name: string) => name === wanted;
  const writer = 1e6 / cost(named('clob')).micros;
  const replica = 1e6 / cost((name) => REPLICA_NAMES.some(named(name))).micros;
  const atThousand = (name: string, isOf = named(name)): Measurement => {
    const { micros, idleCores } = cost(isOf);
    return row(`${name} at 1,000 orders/s`, 'cores', idleCores + micros / 1_000);
  };
  const rows = [
    { ...row('writer, forwarded orders', 'orders a core-second', writer), ...optional(atLeast(AIMS.writerOrders)) },
    row('writer, forwarded orders and cancels', 'commands a core-second', (writer * (run.orders + run.cancels)) / run.orders),
    row('replica, orders', 'orders a core-second', replica),
    {
      ...row('replica, orders relative to signature checks', 'of a core', replica / checksPerSecond),
      ...optional(atLeast(AIMS.replicaChecks)),
    },
    ...['NATS', 'data', 'gamma'].map((name) => atThousand(name)),
    atThousand('PostgreSQL', (name) => name.startsWith('PostgreSQL')),
  ];
  return rows.map((each) => ({ ...each, name: `${load}: ${each.name}` }));
}

function checkRow(turns: ScaleTurns, from: Load, to: Load): Measurement {
  const target = calibrationOf(turns, to);
  const ratio = predictedOrders(calibrationOf(turns, from), target) / target.orders;
  const isFault = ratio < CHECK.least || ratio > CHECK.most;
  return { ...row(`model: ${to}, predicted from ${from}`, 'of the measured', ratio), isFault };
}

function capacityRows({ cores, replicas, ordersPerSecond, amdahlOrdersPerSecond, bottleneck }: Capacity): Measurement[] {
  const name = `model: ${cores} cores, writer, replicas: ${replicas}`;
  return [
    row(`${name}; first bottleneck: ${bottleneck}`, 'orders/s', ordersPerSecond),
    row(`${name}; Amdahl's law`, 'orders/s', amdahlOrdersPerSecond),
  ];
}
