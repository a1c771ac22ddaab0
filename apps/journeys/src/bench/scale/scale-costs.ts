import { total } from '../processor-time';
import type { Calibration, Cost, SerialStage, SiteCosts } from './scale-model';
import { REPLICA_NAMES, type Load, type ScaleTurn } from './scale-turns';

/** What may be full before the cores are: each has one thread. */
const SERIAL: readonly (readonly [of: string, name: string])[] = [
  ['clob', "writer's main thread"],
  ['data', "data's main thread"],
  ['gamma', "gamma's main thread"],
  ['PostgreSQL of clob', "writer's PostgreSQL session"],
  ['PostgreSQL of data', "data's PostgreSQL session"],
];
const [FIRST, SECOND] = REPLICA_NAMES;

export type ScaleTurns = Readonly<Record<Load, ScaleTurn>>;

/**
 * Costs as one load gives them. What following costs is taken from the replica that only follows: a busy replica does not show
 * it. What time alone costs is taken from the turns without orders.
 */
export function costsOf(turns: ScaleTurns, load: Load): SiteCosts {
  const cost = (of: (turn: ScaleTurn) => number, one = load): Cost => costOf(turns, one, of);
  const following: Load = '1 replica, another follows';
  const thread = (name: string) => (each: ScaleTurn) => each.threads.get(name) ?? 0;
  const replicas = cost(replicaMicros(FIRST)).micros + cost(replicaMicros(SECOND)).micros;
  const replicaThreads = cost(thread(FIRST)).micros + cost(thread(SECOND)).micros;
  const followed = cost(replicaMicros(SECOND), following);
  const followedSerial = cost(thread(SECOND), following);
  const count = runningReplicas(load);
  return {
    site: cost(({ times }) => total(times) - replicaMicros(FIRST)({ times }) - replicaMicros(SECOND)({ times })),
    receivedMicros: replicas - count * followed.micros,
    followed,
    receivedSerialMicros: replicaThreads - count * followedSerial.micros,
    followedSerial,
    serial: SERIAL.map(([of, name]): SerialStage => ({ name, ...cost(thread(of)) })),
  };
}

/** Of some CPU time, in a load, what each order costs and what time alone costs. */
export function costOf(turns: ScaleTurns, load: Load, of: (turn: ScaleTurn) => number): Cost {
  const [turn, idle] = [turns[load], turns['no orders']];
  const idleCores = of(idle) / idle.seconds / 1e6;
  return { idleCores, micros: Math.max(0, of(turn) - idleCores * turn.seconds * 1e6) / turn.run.orders };
}

export function calibrationOf(turns: ScaleTurns, load: Load): Calibration {
  const { run, ownMicros, seconds, availableMicros } = turns[load];
  return {
    costs: costsOf(turns, load),
    replicas: runningReplicas(load),
    generatorMicros: ownMicros / run.orders,
    orders: run.orders,
    seconds,
    availableMicros,
  };
}

/** CPU time of a replica's process and of its PostgreSQL sessions. */
function replicaMicros(name: string): (turn: Pick<ScaleTurn, 'times'>) => number {
  return ({ times }) => (times.get(name) ?? 0) + (times.get(`PostgreSQL of ${name}`) ?? 0);
}

function runningReplicas(load: Load): number {
  return load === '1 replica' ? 1 : 2;
}
