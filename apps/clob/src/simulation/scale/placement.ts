import type { Random } from '../random';

const CONDITIONS = 1_000;

/** Where conditions are, and how much each is traded. */
export interface Placement {
  /** A condition's partition, drawn by how much it is traded. */
  draw(random: Random): number;
  /** The largest part of all orders that falls to one partition. */
  readonly largestShare: number;
}

/** How much of all orders each condition has: the k-th of them 1/k as much as the first, as on sites of this kind. */
function shares(): number[] {
  const weights = Array.from({ length: CONDITIONS }, (_, index) => 1 / (index + 1));
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / sum);
}

export function evenly(partitions: number): Placement {
  return { draw: (random) => random.below(partitions), largestShare: 1 / partitions };
}

/** By a condition's hash, whatever it is traded. */
export function byHash(partitions: number, random: Random): Placement {
  return placed(partitions, () => random.below(partitions));
}

/** The most traded first, each to the partition that has least: what rebalancing comes to. */
export function byLoad(partitions: number): Placement {
  const loads = new Array<number>(partitions).fill(0);
  return placed(partitions, (share) => {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + share;
    return least;
  });
}

function placed(partitions: number, place: (share: number) => number): Placement {
  const loads = new Array<number>(partitions).fill(0);
  for (const share of shares()) {
    const partition = place(share);
    loads[partition] = (loads[partition] ?? 0) + share;
  }
  const draw = (random: Random): number => {
    let rest = random.next();
    for (const [partition, load] of loads.entries()) {
      rest -= load;
      if (rest < 0) return partition;
    }
    return partitions - 1;
  };
  return { draw, largestShare: Math.max(...loads) };
}
