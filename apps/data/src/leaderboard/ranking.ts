import type { WindowPoint } from './window-point';

/** A wallet's place on a board. */
export interface Standing {
  readonly rank: number;
  readonly address: string;
  readonly volumeMicros: number;
  readonly pnlMicros: number;
}
interface Sources {
  readonly addresses: readonly string[];
  readonly now: WindowPoint;
  /** Null: from the beginning. */
  readonly start: WindowPoint | null;
  readonly group: number;
  readonly orderBy: 'PNL' | 'VOL';
}

/** Below every score. */
const NOT_ON = Number.NEGATIVE_INFINITY;
/** Counting in 100,000 scores takes 0.4 ms, sorting them 20 ms. */
const LOOKS_BEFORE_SORTING = 20;
/** The last place that a page can reach: offset 1000 and limit 50. Source: interface, Query of GET /v1/leaderboard. */
const PLACES_MAX = 1050;

/** Figures of every wallet at one moment, and the first places in order. */
export class Ranking {
  /** Ascending; sorted once enough ranks were requested. */
  private ordered: Float64Array | null = null;
  private looks = 0;

  constructor(
    private readonly addresses: readonly string[],
    private readonly pnl: Float64Array,
    private readonly volume: Float64Array,
    /** The ranking scores; NOT_ON for wallets that are not on the board. */
    private readonly scores: Float64Array,
    /** Wallet numbers of the first places, best first. */
    private readonly first: readonly number[],
  ) {}

  page(offset: number, limit: number): Standing[] {
    return this.first.slice(offset, offset + limit).map((wallet, index) => this.standing(wallet, offset + index + 1));
  }

  isOn(wallet: number): boolean {
    return this.scores[wallet] !== NOT_ON;
  }

  /** One plus the number of wallets with a higher score, or with an equal score and a lower address. */
  rankOf(wallet: number): number {
    const { scores } = this;
    const score = scores[wallet] ?? NOT_ON;
    this.looks += 1;
    if (this.looks > LOOKS_BEFORE_SORTING) this.ordered ??= scores.slice().sort();
    const higher = this.ordered === null ? countAbove(scores, score) : this.ordered.length - firstAbove(this.ordered, score);
    let ties = 0;
    for (let other = scores.indexOf(score); other !== -1; other = scores.indexOf(score, other + 1)) {
      if (compare(scores, this.addresses, other, wallet) < 0) ties += 1;
    }
    return 1 + higher + ties;
  }

  standing(wallet: number, rank: number): Standing {
    return {
      rank,
      address: this.addresses[wallet] ?? '',
      volumeMicros: this.volume[wallet] ?? 0,
      pnlMicros: this.pnl[wallet] ?? 0,
    };
  }
}

/** Branch-free: the branch is unpredictable, and a misprediction costs more than an addition. */
function countAbove(scores: Float64Array, score: number): number {
  let count = 0;
  for (let wallet = 1; wallet < scores.length; wallet += 1) count += Number((scores[wallet] ?? NOT_ON) > score);
  return count;
}

/** The index of the first larger score. */
function firstAbove(ordered: Float64Array, score: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordered[middle] ?? 0) > score) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The wallet's place; null when it neither traded nor had a profit or loss in the period. */
export function standing(ranking: Ranking, wallet: number): Standing | null {
  return ranking.isOn(wallet) ? ranking.standing(wallet, ranking.rankOf(wallet)) : null;
}

/** Higher scores first, ties by wallet address. Source: interface, Data. */
function compare(scores: Float64Array, addresses: readonly string[], one: number, other: number): number {
  const difference = (scores[other] ?? 0) - (scores[one] ?? 0);
  if (difference !== 0) return difference;
  if (one === other) return 0;
  return (addresses[one] ?? '') < (addresses[other] ?? '') ? -1 : 1;
}

/** Figures for all wallets in one pass; sorts only the places that a page can show. */
export function ranked({ addresses, now, start, group, orderBy }: Sources): Ranking {
  const pnl = new Float64Array(addresses.length);
  const volume = new Float64Array(addresses.length);
  const amounts = orderBy === 'PNL' ? pnl : volume;
  const scores = new Float64Array(addresses.length).fill(NOT_ON);
  const onBoard = new Float64Array(addresses.length);
  let count = 0;
  for (let wallet = 1; wallet < addresses.length; wallet += 1) {
    pnl[wallet] = now.equityMicros(wallet, group) - (start?.equityMicros(wallet, group) ?? 0);
    volume[wallet] = now.volumeMicros(wallet, group) - (start?.volumeMicros(wallet, group) ?? 0);
    if (pnl[wallet] === 0 && volume[wallet] === 0) continue;
    onBoard[count] = scores[wallet] = amounts[wallet] ?? 0;
    count += 1;
  }
  const bar = nthLargest(onBoard.subarray(0, count), PLACES_MAX);
  const first: number[] = [];
  for (let wallet = 1; wallet < addresses.length; wallet += 1) {
    const score = scores[wallet] ?? NOT_ON;
    if (score !== NOT_ON && score >= bar) first.push(wallet);
  }
  first.sort((one, other) => compare(scores, addresses, one, other));
  return new Ranking(addresses, pnl, volume, scores, first.slice(0, PLACES_MAX));
}

/**
 * NOT_ON when there are fewer. Uses Hoare's selection, which reorders the values: sorting 100,000 would take ten times as long.
 */
function nthLargest(values: Float64Array, n: number): number {
  const target = values.length - n;
  let [low, high] = [0, values.length - 1];
  while (target >= 0 && low < high) {
    const pivot = values[(low + high) >>> 1] ?? 0;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left += 1;
      while ((values[right] ?? 0) > pivot) right -= 1;
      if (left > right) break;
      [values[left], values[right]] = [values[right] ?? 0, values[left] ?? 0];
      left += 1;
      right -= 1;
    }
    if (target <= right) high = right;
    else if (target >= left) low = left;
    else break;
  }
  return values[target] ?? NOT_ON;
}
