/** CPU time of something: a part for each order, with its share of the load's cancels, and a part that time alone costs. */
export interface Cost {
  /** Microseconds for each order. */
  readonly micros: number;
  /** Cores that it uses without any order. */
  readonly idleCores: number;
}

/** A stage that one thread executes. */
export interface SerialStage extends Cost {
  readonly name: string;
}

export interface SiteCosts {
  /** The writer, data, gamma, NATS and PostgreSQL, whatever the number of replicas. */
  readonly site: Cost;
  /** What a replica does for an order that it receives: HTTP, HMAC, signature, forward. */
  readonly receivedMicros: number;
  /** Every replica, for every order of the site: it follows the journal. With its PostgreSQL sessions. */
  readonly followed: Cost;
  /** What of both a replica's main thread does. */
  readonly receivedSerialMicros: number;
  readonly followedSerial: Cost;
  readonly serial: readonly SerialStage[];
}

export interface Capacity {
  readonly cores: number;
  readonly replicas: number;
  /** All stages work at the same time: the bound of what these cores carry. */
  readonly ordersPerSecond: number;
  /** The stage that is full first. */
  readonly bottleneck: string;
  /** By Amdahl's law: while the longest serial stage works, nothing else does. */
  readonly amdahlOrdersPerSecond: number;
}

export const ALL_CORES = 'CPU time of all cores';
export const REPLICAS = "replicas' main threads";

const MICROS_PER_SECOND = 1e6;
/** A further replica must add at least this share. */
const WORTH_A_REPLICA = 1.005;

/** All CPU time of a site with this many replicas that receive orders; the writer receives none. */
export function siteCost({ site, receivedMicros, followed }: SiteCosts, replicas: number): Cost {
  return {
    micros: site.micros + receivedMicros + replicas * followed.micros,
    idleCores: site.idleCores + replicas * followed.idleCores,
  };
}

/**
 * Assumes that costs are linear: an order costs the same at every rate and on every core, orders are divided evenly among the
 * replicas, checks of signatures have threads enough, and disk and network keep up.
 */
export function capacityOf(costs: SiteCosts, cores: number, replicas: number): Capacity {
  const all = siteCost(costs, replicas);
  const { receivedSerialMicros, followedSerial } = costs;
  const serial = [
    { ...followedSerial, name: REPLICAS, micros: receivedSerialMicros / replicas + followedSerial.micros },
    ...costs.serial,
  ].map((stage) => ({ name: stage.name, rate: rateOf(stage, 1) }));
  const stages = [{ name: ALL_CORES, rate: rateOf(all, cores) }, ...serial];
  const slowest = stages.reduce((least, stage) => (stage.rate < least.rate ? stage : least));
  const longest = Math.max(...costs.serial.map(({ micros }) => micros));
  return {
    cores,
    replicas,
    ordersPerSecond: slowest.rate,
    bottleneck: slowest.name,
    amdahlOrdersPerSecond: MICROS_PER_SECOND / (longest + (all.micros - longest) / (cores - all.idleCores)),
  };
}

/** With the number of replicas that carries most, the smaller one where both carry the same. */
export function bestCapacity(costs: SiteCosts, cores: number): Capacity {
  let best = capacityOf(costs, cores, 1);
  for (let replicas = 2; replicas <= cores; replicas += 1) {
    const next = capacityOf(costs, cores, replicas);
    if (next.ordersPerSecond > WORTH_A_REPLICA * best.ordersPerSecond) best = next;
  }
  if (best.bottleneck !== REPLICAS) return best;
  // One more replica would not help: what it would be bounded by bounds this site too.
  return { ...best, bottleneck: capacityOf(costs, cores, best.replicas + 1).bottleneck };
}

/** A run on one machine that also does other work. */
export interface Conditions {
  readonly replicas: number;
  readonly seconds: number;
  /** CPU time that other processes of the machine left. */
  readonly availableMicros: number;
}

export interface Calibration extends Conditions {
  readonly costs: SiteCosts;
  /** CPU time of the load generator for each order. */
  readonly generatorMicros: number;
  readonly orders: number;
}

/** Orders that a run under other conditions accepts, if it uses the same share of the available CPU time. */
export function predictedOrders(source: Calibration, target: Conditions): number {
  const [from, to] = [siteCost(source.costs, source.replicas), siteCost(source.costs, target.replicas)];
  const used = source.orders * (from.micros + source.generatorMicros) + idleMicros(from, source);
  const share = used / source.availableMicros;
  return (target.availableMicros * share - idleMicros(to, target)) / (to.micros + source.generatorMicros);
}

/** Orders a second on this many cores. */
function rateOf({ micros, idleCores }: Cost, cores: number): number {
  return ((cores - idleCores) * MICROS_PER_SECOND) / micros;
}

function idleMicros({ idleCores }: Cost, { seconds }: Conditions): number {
  return idleCores * seconds * MICROS_PER_SECOND;
}
