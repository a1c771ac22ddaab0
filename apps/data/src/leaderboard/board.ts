import type { Category, Period } from '@foretell/contracts';
import { PairIndex, type PairParts } from './pair-index';
import { ROLLING, type Rolling } from './period';
import { ranked, standing, type Ranking, type Standing } from './ranking';
import type { Entries } from './entry';
import { groupOf, WindowPoint, type PointParts } from './window-point';

export type OrderBy = 'PNL' | 'VOL';
export interface BoardKey {
  readonly category: Category | 'OVERALL';
  readonly period: Period;
  readonly orderBy: OrderBy;
}

/** What a loaded board consists of. */
export interface BoardParts {
  readonly pairs: PairParts;
  readonly addresses: string[];
  readonly groups: number[];
  readonly now: PointParts;
  readonly starts: ReadonlyMap<Rolling, PointParts>;
}

/**
 * The leaderboards of one generation in memory: the standing of all wallets now and at each window's start. BoardFollower updates
 * it from the tables; reads do not touch the database. Design: docs/decisions/leaderboard.md.
 */
export class Board {
  readonly pairs: PairIndex;
  /** By wallet number; 0 is unused. */
  readonly addresses: string[];
  readonly numbers = new Map<string, number>();
  /** The group of each condition's category, by condition number. */
  readonly groups: number[];
  readonly now: WindowPoint;
  private readonly starts = new Map<Rolling, WindowPoint>();
  private rankings = new Map<string, Ranking>();
  /** Increases when a round of changes is complete. */
  version = 0;

  /** @param parts of a loaded board; without them it is empty */
  constructor(parts?: BoardParts) {
    this.pairs = new PairIndex(parts?.pairs);
    this.addresses = parts?.addresses ?? [''];
    this.addresses.forEach((address, number) => this.numbers.set(address, number));
    this.groups = parts?.groups ?? [];
    const { pairs, groups } = this;
    this.now = parts === undefined ? WindowPoint.empty(pairs, groups) : WindowPoint.of(parts.now, pairs, groups);
    for (const [period, start] of parts?.starts ?? []) this.starts.set(period, WindowPoint.of(start, pairs, groups));
  }

  /** The arrays themselves: to hand the board to another thread. Allowed only once it is loaded. */
  handOver(): BoardParts {
    const { addresses, groups } = this;
    const starts = new Map([...this.starts].map(([period, start]) => [period, start.handOver()]));
    return { pairs: this.pairs.handOver(), addresses, groups, now: this.now.handOver(), starts };
  }

  addWallet(number: number, address: string): void {
    this.addresses[number] = address;
    this.numbers.set(address, number);
  }

  /** False when the condition already counts in another category: sums cannot be moved, so the board must be reloaded. */
  categorise(condition: number, category: Category | null): boolean {
    const group = groupOf(category);
    if ((this.groups[condition] ?? 0) === group) return true;
    if (this.pairs.isCounted(condition)) return false;
    this.groups[condition] = group;
    return true;
  }

  /** Adds entries to the given points, or subtracts them (-1). */
  apply(entries: Entries, sign: 1 | -1, points: readonly WindowPoint[]): void {
    const pairs = this.pairs.pairsOf(entries);
    for (const point of points) point.apply(pairs, entries, sign);
  }

  /** Copies the present for all windows; the loader then subtracts what happened since each start. */
  openWindows(): void {
    for (const period of ROLLING) this.starts.set(period, this.now.copy());
  }

  /** The point at which the window starts. */
  start(period: Rolling): WindowPoint {
    const start = this.starts.get(period);
    if (start === undefined) throw new Error(`the window ${period} is not open`);
    return start;
  }

  /** Called when a round of changes is complete. */
  advanced(): void {
    this.rankings = new Map();
    this.version += 1;
  }

  /** The board's places from `offset`; the first is 0. */
  page(key: BoardKey, offset: number, limit: number): readonly Standing[] {
    return this.ranking(key).page(offset, limit);
  }

  /** A wallet's place in the complete board; null when it is not on it. */
  placeOf(key: BoardKey, address: string): Standing | null {
    const wallet = this.numbers.get(address);
    return wallet === undefined ? null : standing(this.ranking(key), wallet);
  }

  private ranking(key: BoardKey): Ranking {
    const name = `${key.category}|${key.period}|${key.orderBy}`;
    const known = this.rankings.get(name);
    if (known !== undefined) return known;
    const start = key.period === 'ALL' ? null : this.start(key.period);
    const made = ranked({ addresses: this.addresses, now: this.now, start, group: groupOf(key.category), orderBy: key.orderBy });
    this.rankings.set(name, made);
    return made;
  }
}
