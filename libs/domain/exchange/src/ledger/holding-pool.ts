import type { OutcomeIndex } from '../command';
import { MARKS } from '../record/tracked-slots';
import { SlotMemory } from '../slots';

declare const slot: unique symbol;
/** One wallet's balance of one asset: the collateral, or one outcome token of one market. Its slot in the pool never changes. */
export type Holding = number & { readonly [slot]: 'holding' };

/** 32 bytes. */
export const enum Slot {
  cells = 4,
  words = 8,
}
/** Stored in place of a market when the holding is collateral. */
export const COLLATERAL = -1;

const enum Cell {
  available = 0,
  locked = 1,
}

/** The words begin behind the cells. */
export const enum Word {
  account = 4,
  /** The asset, and the marks of the change log. */
  asset = 5,
  /** This word and the next. */
  digest = 6,
}

/** The market's number is stored above the outcome; both are 0 for collateral. */
const enum Asset {
  outcome = 3,
  marketShift = 2,
}

/** All holdings. Amounts are never negative: taking more than a holding has is a broken invariant and throws. */
export class HoldingPool extends SlotMemory {
  private count = 0;

  constructor() {
    super(Slot.cells);
  }

  /** Takes the numbers of its account and market; `COLLATERAL` and null for collateral. */
  open(account: number, market: number, outcome: OutcomeIndex | null): Holding {
    const holding = this.count as Holding;
    this.count += 1;
    this.reserve(holding);
    this.words[holding * Slot.words + Word.account] = account;
    this.words[holding * Slot.words + Word.asset] = ((market + 1) << Asset.marketShift) | (outcome === null ? 0 : outcome + 1);
    return holding;
  }

  /** Number of holdings; their slots are 0 to length - 1. */
  get length(): number {
    return this.count;
  }

  account(holding: Holding): number {
    return this.words[holding * Slot.words + Word.account] as number;
  }

  /** COLLATERAL when the holding belongs to no market. */
  market(holding: Holding): number {
    return (this.asset(holding) >>> Asset.marketShift) - 1;
  }

  outcome(holding: Holding): OutcomeIndex | null {
    const outcome = this.asset(holding) & Asset.outcome;
    return outcome === 0 ? null : ((outcome - 1) as OutcomeIndex);
  }

  availableMicros(holding: Holding): number {
    return this.cells[holding * Slot.cells + Cell.available] as number;
  }

  lockedMicros(holding: Holding): number {
    return this.cells[holding * Slot.cells + Cell.locked] as number;
  }

  totalMicros(holding: Holding): number {
    return this.availableMicros(holding) + this.lockedMicros(holding);
  }

  set(holding: Holding, availableMicros: number, lockedMicros: number): void {
    this.cells[holding * Slot.cells + Cell.available] = availableMicros;
    this.cells[holding * Slot.cells + Cell.locked] = lockedMicros;
  }

  give(holding: Holding, amountMicros: number): void {
    this.cells[holding * Slot.cells + Cell.available] = this.availableMicros(holding) + amountMicros;
  }

  take(holding: Holding, amountMicros: number): void {
    this.cells[holding * Slot.cells + Cell.available] = less(this.availableMicros(holding), amountMicros);
  }

  lock(holding: Holding, amountMicros: number): void {
    this.take(holding, amountMicros);
    this.cells[holding * Slot.cells + Cell.locked] = this.lockedMicros(holding) + amountMicros;
  }

  unlock(holding: Holding, amountMicros: number): void {
    this.spend(holding, amountMicros);
    this.give(holding, amountMicros);
  }

  /** Pays from the locked amount. */
  spend(holding: Holding, amountMicros: number): void {
    this.cells[holding * Slot.cells + Cell.locked] = less(this.lockedMicros(holding), amountMicros);
  }

  private asset(holding: Holding): number {
    return (this.words[holding * Slot.words + Word.asset] as number) & ~MARKS;
  }
}

function less(have: number, amountMicros: number): number {
  if (amountMicros > have || amountMicros < 0) throw new Error(`A holding of ${have} micros cannot pay ${amountMicros}.`);
  return have - amountMicros;
}
