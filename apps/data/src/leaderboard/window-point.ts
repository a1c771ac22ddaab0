import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CATEGORIES, type Category } from '@foretell/contracts';
import { HALF_PIPS_PER_USDC, valueMicros } from '../projections/mark';
import type { Entries } from './entry';
import { GrowingAmounts } from './growing-amounts';
import { NONE, type PairIndex } from './pair-index';

/** OVERALL is group 0; the categories follow in their order. */
const GROUPS = 1 + CATEGORIES.length;
export function groupOf(category: Category | 'OVERALL' | null): number {
  return category === null || category === 'OVERALL' ? 0 : 1 + CATEGORIES.indexOf(category);
}

/** What a valued WindowPoint consists of, besides the board's pairs and groups. */
export interface PointParts {
  readonly equity: readonly Float64Array<ArrayBuffer>[];
  readonly volume: readonly Float64Array<ArrayBuffer>[];
  readonly sizes: Float64Array<ArrayBuffer>;
  readonly marks: number[];
}

/** Pairs valued per event-loop tick: a few milliseconds. */
const PAIRS_PER_TURN = 50_000;

/**
 * Every wallet's standing at one moment: equity from trading (cash in - cash out - fees + positions at their marks) and volume
 * since the beginning, by category. The board has one point for now and one for the start of each window; a window's result is
 * the difference of two. The order of entries and marks does not matter: a standing depends on their sum only.
 *
 * While a point is being loaded it only sums up. `value` then adds the value of the sums; after it each entry and each mark
 * changes the value.
 */
export class WindowPoint {
  private isValued = false;

  private constructor(
    private readonly pairs: PairIndex,
    /** Group of each condition's category; shared by all points. */
    private readonly groups: readonly number[],
    /** By group, then by wallet: a ranking reads one group of all wallets. */
    private readonly equity: readonly GrowingAmounts[],
    private readonly volume: readonly GrowingAmounts[],
    /** Shares of both outcomes of each pair, alternating. */
    private readonly sizes: GrowingAmounts,
    private readonly marks: number[],
  ) {}

  static empty(pairs: PairIndex, groups: readonly number[]): WindowPoint {
    return new WindowPoint(pairs, groups, byGroup(), byGroup(), new GrowingAmounts(), []);
  }

  /** A valued point of what `handOver` gave. */
  static of({ equity, volume, sizes, marks }: PointParts, pairs: PairIndex, groups: readonly number[]): WindowPoint {
    const amountsOf = (values: Float64Array<ArrayBuffer>): GrowingAmounts => new GrowingAmounts(values);
    const point = new WindowPoint(pairs, groups, equity.map(amountsOf), volume.map(amountsOf), amountsOf(sizes), marks);
    point.isValued = true;
    return point;
  }

  /** The arrays themselves: to hand the point to another thread. Allowed only once it is valued. */
  handOver(): PointParts {
    if (!this.isValued) throw new Error('a point that is not valued cannot be handed over');
    const { equity, volume, sizes, marks } = this;
    return {
      equity: equity.map((each) => each.handOver()),
      volume: volume.map((each) => each.handOver()),
      sizes: sizes.handOver(),
      marks,
    };
  }

  /** A copy of this point. Allowed only before it is valued. */
  copy(): WindowPoint {
    if (this.isValued) throw new Error('a point that is valued cannot be copied');
    const { pairs, groups, equity, volume, sizes, marks } = this;
    return new WindowPoint(
      pairs,
      groups,
      equity.map((each) => each.copy()),
      volume.map((each) => each.copy()),
      sizes.copy(),
      [...marks],
    );
  }

  equityMicros(wallet: number, group: number): number {
    return this.equity[group]?.at(wallet) ?? 0;
  }

  volumeMicros(wallet: number, group: number): number {
    return this.volume[group]?.at(wallet) ?? 0;
  }

  /** Adds (or with sign -1 subtracts) entries; `pairs` are theirs, NONE where no shares moved. */
  apply(pairs: Int32Array, entries: Entries, sign: 1 | -1): void {
    const { count, wallets, conditions, cashMicros, volumesMicros } = entries;
    if (!this.isValued) this.addShares(pairs, entries, sign);
    for (let at = 0; at < count; at += 1) {
      const wallet = wallets[at] ?? 0;
      const group = this.groups[conditions[at] ?? 0] ?? 0;
      const gained = this.isValued ? this.moveShares(pairs[at] ?? NONE, entries, at, sign) : 0;
      this.addTo(this.equity, wallet, group, sign * (cashMicros[at] ?? 0) + gained);
      this.addTo(this.volume, wallet, group, sign * (volumesMicros[at] ?? 0));
    }
  }

  private addShares(pairs: Int32Array, entries: Entries, sign: 1 | -1): void {
    for (let at = 0; at < entries.count; at += 1) this.addSize(pairs[at] ?? NONE, entries, at, sign);
  }

  /** Sets the condition's mark and changes every holder's equity accordingly. */
  setMark(condition: number, markHalfPips: number): void {
    const before = this.mark(condition);
    this.marks[condition] = markHalfPips;
    if (before === markHalfPips || !this.isValued) return;
    const group = this.groups[condition] ?? 0;
    for (let pair = this.pairs.firstOf(condition); pair !== NONE; pair = this.pairs.nextOf(pair)) {
      const gained = this.pairValue(pair, markHalfPips) - this.pairValue(pair, before);
      if (gained !== 0) this.addTo(this.equity, this.pairs.walletOf(pair), group, gained);
    }
  }

  /** Adds the value of all shares at their marks; nothing may be applied during it. */
  async value(): Promise<void> {
    for (let pair = 0; pair < this.pairs.count; pair += 1) {
      if (pair % PAIRS_PER_TURN === 0) await yieldToEventLoop();
      const condition = this.pairs.conditionOf(pair);
      const worth = this.pairValue(pair, this.mark(condition));
      if (worth !== 0) this.addTo(this.equity, this.pairs.walletOf(pair), this.groups[condition] ?? 0, worth);
    }
    this.isValued = true;
  }

  /** @returns the increase of the pair's value */
  private moveShares(pair: number, entries: Entries, at: number, sign: 1 | -1): number {
    if (pair === NONE) return 0;
    const markHalfPips = this.mark(entries.conditions[at] ?? 0);
    const before = this.pairValue(pair, markHalfPips);
    this.addSize(pair, entries, at, sign);
    return this.pairValue(pair, markHalfPips) - before;
  }

  private addSize(pair: number, { sizes0Micros, sizes1Micros }: Entries, at: number, sign: 1 | -1): void {
    if (pair === NONE) return;
    this.sizes.add(2 * pair, sign * (sizes0Micros[at] ?? 0));
    this.sizes.add(2 * pair + 1, sign * (sizes1Micros[at] ?? 0));
  }

  private mark(condition: number): number {
    return this.marks[condition] ?? HALF_PIPS_PER_USDC / 2;
  }

  private pairValue(pair: number, markHalfPips: number): number {
    return valueMicros(this.size(2 * pair), markHalfPips, 0) + valueMicros(this.size(2 * pair + 1), markHalfPips, 1);
  }

  /** Below zero while a sale was applied and its purchase was not: worth nothing until then. */
  private size(index: number): number {
    return Math.max(0, this.sizes.at(index));
  }

  private addTo(amounts: readonly GrowingAmounts[], wallet: number, group: number, micros: number): void {
    amounts[0]?.add(wallet, micros);
    if (group !== 0) amounts[group]?.add(wallet, micros);
  }
}

function byGroup(): readonly GrowingAmounts[] {
  return Array.from({ length: GROUPS }, () => new GrowingAmounts());
}
