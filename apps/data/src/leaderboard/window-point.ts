import { CATEGORIES, type Category } from '../projections/category';
import { HALF_PIPS_PER_USDC, valueMicros } from '../projections/mark';
import { GrowingAmounts } from './growing-amounts';
import type { PairIndex } from './pair-index';

/** OVERALL is group 0, then the categories in their order. */
export const GROUPS = 1 + CATEGORIES.length;
export function groupOf(category: Category | 'OVERALL' | null): number {
  return category === null || category === 'OVERALL' ? 0 : 1 + CATEGORIES.indexOf(category);
}

/** What happened to one wallet in one condition: shares of each outcome, cash in less cash out and fees, and volume. */
export interface Entry {
  readonly wallet: number;
  readonly condition: number;
  readonly size0Micros: number;
  readonly size1Micros: number;
  readonly cashMicros: number;
  readonly volumeMicros: number;
}

/**
 * Every wallet's standing at one moment: equity from trading (cash in - cash out - fees + positions at their marks) and
 * volume since the beginning, by category. The board holds one for now and one for the start of each window; a window's
 * result is the difference of two. Whatever the order of entries and marks, the standing is that of their sum.
 */
export class WindowPoint {
  private constructor(
    private readonly pairs: PairIndex,
    /** Group of each condition's category; shared by all points. */
    private readonly groups: ReadonlyMap<number, number>,
    private readonly equity: GrowingAmounts,
    private readonly volume: GrowingAmounts,
    private readonly size0: GrowingAmounts,
    private readonly size1: GrowingAmounts,
    private readonly marks: Map<number, number>,
  ) {}

  static empty(pairs: PairIndex, groups: ReadonlyMap<number, number>): WindowPoint {
    return new WindowPoint(pairs, groups, new GrowingAmounts(), new GrowingAmounts(), new GrowingAmounts(), new GrowingAmounts(), new Map());
  }

  /** Another point that stands where this one does. */
  copy(): WindowPoint {
    const { pairs, groups, equity, volume, size0, size1, marks } = this;
    return new WindowPoint(pairs, groups, equity.copy(), volume.copy(), size0.copy(), size1.copy(), new Map(marks));
  }

  equityMicros(wallet: number, group: number): number {
    return this.equity.at(wallet * GROUPS + group);
  }

  volumeMicros(wallet: number, group: number): number {
    return this.volume.at(wallet * GROUPS + group);
  }

  /** Adds (or with sign -1 takes back) what happened. */
  apply(entry: Entry, sign: 1 | -1): void {
    const { wallet, condition } = entry;
    const pair = this.pairs.findOrAdd(wallet, condition);
    const before = this.pairValue(pair, this.mark(condition));
    this.size0.add(pair, sign * entry.size0Micros);
    this.size1.add(pair, sign * entry.size1Micros);
    const gained = this.pairValue(pair, this.mark(condition)) - before;
    const group = this.groups.get(condition) ?? 0;
    this.addTo(this.equity, wallet, group, sign * entry.cashMicros + gained);
    this.addTo(this.volume, wallet, group, sign * entry.volumeMicros);
  }

  /** The condition's mark moved: every holder's equity moves with it. */
  setMark(condition: number, markHalfPips: number): void {
    const before = this.mark(condition);
    if (before === markHalfPips) return;
    this.marks.set(condition, markHalfPips);
    const group = this.groups.get(condition) ?? 0;
    for (let pair = this.pairs.firstOf(condition); pair !== -1; pair = this.pairs.nextOf(pair)) {
      const gained = this.pairValue(pair, markHalfPips) - this.pairValue(pair, before);
      if (gained !== 0) this.addTo(this.equity, this.pairs.walletOf(pair), group, gained);
    }
  }

  private mark(condition: number): number {
    return this.marks.get(condition) ?? HALF_PIPS_PER_USDC / 2;
  }

  private pairValue(pair: number, markHalfPips: number): number {
    return valueMicros(this.size0.at(pair), markHalfPips, 0) + valueMicros(this.size1.at(pair), markHalfPips, 1);
  }

  private addTo(amounts: GrowingAmounts, wallet: number, group: number, micros: number): void {
    amounts.add(wallet * GROUPS, micros);
    if (group !== 0) amounts.add(wallet * GROUPS + group, micros);
  }
}
