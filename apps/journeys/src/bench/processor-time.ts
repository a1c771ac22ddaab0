import { readdirSync, readFileSync } from 'node:fs';
import { SERVICES } from '@foretell/contracts';
import type { World } from '../harness/world';

/** Process ids of the benchmark's servers. */
export interface ServerPids {
  readonly postgres: number;
  readonly nats: number;
}

/** Microseconds of CPU time, by process or by purpose of a PostgreSQL connection. */
export type ProcessorTimes = ReadonlyMap<string, number>;

/** CPU time of every process since its start. */
export interface Moment {
  readonly processes: ProcessorTimes;
  /** All of PostgreSQL, including its ended child processes. */
  readonly postgresMicros: number;
  readonly connections: ReadonlyMap<number, { readonly name: string; readonly micros: number }>;
  /** Of each service's process, without its other threads. */
  readonly mainThreads: ProcessorTimes;
  /** All cores of the machine, for any process; includes time that the hypervisor gave to others. */
  readonly machineMicros: number;
}

/** A further process of the trading service; its PostgreSQL sessions have its name. */
export interface Replica {
  readonly name: string;
  readonly pid: number;
}

/** Linux reports hundredths of a second, whatever the kernel's tick rate. */
const MICROS_PER_TICK = 10_000;

/** CPU time of every process of the world until now, including its threads. */
export async function processorTimes(world: World, pids: ServerPids, replicas: readonly Replica[] = []): Promise<Moment> {
  const purposes = await connectionPurposes(world, replicas);
  const services = [...SERVICES.map((name) => ({ name, pid: world[name].pid })), ...replicas];
  const own = services.map(({ name, pid }): [string, number] => [name, processorMicros(pid)]);
  const ofPostgres = processes().filter(({ pid, parent }) => pid === pids.postgres || parent === pids.postgres);
  const connections = ofPostgres.flatMap(({ pid, ownMicros }) => {
    const name = purposes.get(pid);
    return name === undefined ? [] : [[pid, { name, micros: ownMicros }] as const];
  });
  return {
    processes: new Map([...own, ['NATS', processorMicros(pids.nats)]]),
    postgresMicros: ofPostgres.reduce((sum, { pid, ownMicros, endedMicros }) => {
      return sum + ownMicros + (pid === pids.postgres ? endedMicros : 0);
    }, 0),
    connections: new Map(connections),
    mainThreads: new Map(services.map(({ name, pid }) => [name, statOf(`/proc/${pid}/task/${pid}/stat`)?.ownMicros ?? 0])),
    machineMicros: machineMicros(),
  };
}

/** CPU time of one process with all its threads. */
export function processorMicros(pid: number): number {
  return processOf(pid)?.ownMicros ?? 0;
}

/** CPU time between two moments. Connections that ended in between count as PostgreSQL itself. */
export function between(before: Moment, after: Moment): ProcessorTimes {
  const times = new Map([...after.processes].map(([name, micros]) => [name, micros - (before.processes.get(name) ?? 0)]));
  let rest = after.postgresMicros - before.postgresMicros;
  for (const [pid, { name, micros }] of after.connections) {
    const used = micros - (before.connections.get(pid)?.micros ?? 0);
    times.set(name, (times.get(name) ?? 0) + used);
    rest -= used;
  }
  return times.set('PostgreSQL itself', rest);
}

/**
 * CPU time between two moments of what has one thread: the main thread of each process, and of each service's PostgreSQL
 * sessions the busiest.
 */
export function threadsBetween(before: Moment, after: Moment): ProcessorTimes {
  const times = new Map([...after.mainThreads].map(([name, micros]) => [name, micros - (before.mainThreads.get(name) ?? 0)]));
  for (const [pid, { name, micros }] of after.connections) {
    const used = micros - (before.connections.get(pid)?.micros ?? 0);
    times.set(name, Math.max(times.get(name) ?? 0, used));
  }
  return times;
}

export function sumOf(times: readonly ProcessorTimes[]): ProcessorTimes {
  const sum = new Map<string, number>();
  for (const [name, micros] of times.flatMap((one) => [...one])) sum.set(name, (sum.get(name) ?? 0) + micros);
  return sum;
}

export function total(times: ProcessorTimes): number {
  return [...times.values()].reduce((sum, micros) => sum + micros, 0);
}

/** Connections carry the name of the service that they serve. */
async function connectionPurposes({ database }: World, replicas: readonly Replica[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await database.pool.query<{ pid: number; name: string }>(
    'select pid, application_name as name from pg_stat_activity where pid is not null',
  );
  return new Map(
    rows.flatMap(({ pid, name }) => {
      const service = [...replicas.map((replica) => replica.name), ...SERVICES].find((one) => name.includes(one));
      return service === undefined ? [] : [[Number(pid), `PostgreSQL of ${service}`]];
    }),
  );
}

interface ProcessUse {
  readonly pid: number;
  readonly parent: number;
  readonly ownMicros: number;
  readonly endedMicros: number;
}

function processes(): readonly ProcessUse[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? []);
}

function processOf(pid: number): ProcessUse | undefined {
  const use = statOf(`/proc/${pid}/stat`);
  return use === undefined ? undefined : { pid, ...use };
}

/** By proc(5): user, nice, system, idle, iowait, irq, softirq and steal. */
function machineMicros(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (
    /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * MICROS_PER_TICK;
}

/** By proc(5): the name in brackets is followed by state, parent and, from the twelfth field on, the four times. */
function statOf(path: string): Omit<ProcessUse, 'pid'> | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // It has ended since the list was read.
    return undefined;
  }
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (index: number): number => fields[index] ?? 0;
  return {
    parent: at(1),
    ownMicros: (at(11) + at(12)) * MICROS_PER_TICK,
    endedMicros: (at(13) + at(14)) * MICROS_PER_TICK,
  };
}
