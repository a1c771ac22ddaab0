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

/** No page reaches further: offset 1000 and limit 50. Source: interface, Query of GET /v1/leaderboard. */
const PLACES_MAX = 1050;

/** Figures of every wallet at one moment and the first places in order. */
export class Ranking {
  constructor(
    private readonly addresses: readonly string[],
    private readonly pnl: Float64Array,
    private readonly volume: Float64Array,
    private readonly scores: Float64Array,
    /** The scores of those on the board, least first. */
    private readonly ordered: Float64Array,
    /** Wallet numbers of the first places, best first. */
    private readonly first: readonly number[],
  ) {}

  page(offset: number, limit: number): Standing[] {
    return this.first.slice(offset, offset + limit).map((wallet, index) => this.standing(wallet, offset + index + 1));
  }

  isOn(wallet: number): boolean {
    return this.volume[wallet] !== 0 || this.pnl[wallet] !== 0;
  }

  /** By bisection; only a score that several wallets share needs a look at all of them. */
  rankOf(wallet: number): number {
    const score = this.scores[wallet] ?? 0;
    const end = firstAbove(this.ordered, score);
    const better = this.ordered.length - end;
    const isShared = end > 1 && this.ordered[end - 2] === score;
    return better + 1 + (isShared ? this.tiesBefore(wallet, score) : 0);
  }

  standing(wallet: number, rank: number): Standing {
    return { rank, address: this.addresses[wallet] ?? '', volumeMicros: this.volume[wallet] ?? 0, pnlMicros: this.pnl[wallet] ?? 0 };
  }

  private tiesBefore(wallet: number, score: number): number {
    let ties = 0;
    for (let other = 1; other < this.scores.length; other += 1) {
      if (this.scores[other] === score && other !== wallet && this.isOn(other) && compare(this.scores, this.addresses, other, wallet) < 0) ties += 1;
    }
    return ties;
  }
}

/** Where the scores that are larger begin. */
function firstAbove(ordered: Float64Array, score: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordered[middle] ?? 0) > score) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The wallet's place; null when it neither traded nor won nor lost anything in the period. */
export function standing(ranking: Ranking, wallet: number): Standing | null {
  return ranking.isOn(wallet) ? ranking.standing(wallet, ranking.rankOf(wallet)) : null;
}

/** Higher scores first, ties by wallet address. Source: decisions, Data. */
function compare(scores: Float64Array, addresses: readonly string[], one: number, other: number): number {
  const difference = (scores[other] ?? 0) - (scores[one] ?? 0);
  if (difference !== 0) return difference;
  return (addresses[one] ?? '') < (addresses[other] ?? '') ? -1 : 1;
}

/** Figures for all wallets in one pass; only the places that a page can show are sorted. */
export function ranked({ addresses, now, start, group, orderBy }: Sources): Ranking {
  const pnl = new Float64Array(addresses.length);
  const volume = new Float64Array(addresses.length);
  const scores = orderBy === 'PNL' ? pnl : volume;
  const on: number[] = [];
  for (let wallet = 1; wallet < addresses.length; wallet += 1) {
    pnl[wallet] = now.equityMicros(wallet, group) - (start?.equityMicros(wallet, group) ?? 0);
    volume[wallet] = now.volumeMicros(wallet, group) - (start?.volumeMicros(wallet, group) ?? 0);
    if (pnl[wallet] !== 0 || volume[wallet] !== 0) on.push(wallet);
  }
  // Typed arrays sort natively.
  const ordered = Float64Array.from(on, (wallet) => scores[wallet] ?? 0).sort();
  const bar = ordered[ordered.length - PLACES_MAX] ?? Number.NEGATIVE_INFINITY;
  const first = on.filter((wallet) => (scores[wallet] ?? 0) >= bar).sort((one, other) => compare(scores, addresses, one, other));
  return new Ranking(addresses, pnl, volume, scores, ordered, first.slice(0, PLACES_MAX));
}
