import type { OutcomeIndex } from '../command';
import { MARKS } from '../record/tracked-slots';
import { SlotMemory } from '../slots';

declare const slot: unique symbol;
/** What one wallet has of one thing: the collateral, or one outcome token of one market. Its slot in the pool, for ever. */
export type Holding = number & { readonly [slot]: 'holding' };

/** 32 bytes. */
export const enum Slot {
  cells = 4,
  words = 8,
}
/** In place of a market: the holding is collateral. */
export const COLLATERAL = -1;

const enum Cell {
  available = 0,
  locked = 1,
}

/** They begin behind the cells. */
export const enum Word {
  account = 4,
  /** What it is a holding of, and the marks of the change log. */
  asset = 5,
  /** And the word behind it. */
  digest = 6,
}

/** The market's number stands above the outcome; of collateral both are 0. */
const enum Asset {
  outcome = 3,
  marketShift = 2,
}

/** All holdings. Amounts never become negative: what is taken and is not there is a broken invariant, and throws. */
export class HoldingPool extends SlotMemory {
  private count = 0;

  constructor() {
    super(Slot.cells);
  }

  /** The numbers of its account and market; `COLLATERAL` and null for collateral. */
  open(account: number, market: number, outcome: OutcomeIndex | null): Holding {
    const holding = this.count as Holding;
    this.count += 1;
    this.reserve(holding);
    this.words[holding * Slot.words + Word.account] = account;
    this.words[holding * Slot.words + Word.asset] = ((market + 1) << Asset.marketShift) | (outcome === null ? 0 : outcome + 1);
    return holding;
  }

  /** How many there are: their slots are the numbers below it. */
  get length(): number {
    return this.count;
  }

  account(holding: Holding): number {
    return this.words[holding * Slot.words + Word.account] as number;
  }

  /** COLLATERAL when it is of no market. */
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

  /** Pays out of what is locked. */
  spend(holding: Holding, amountMicros: number): void {
    this.cells[holding * Slot.cells + Cell.locked] = less(this.lockedMicros(holding), amountMicros);
  }

  private asset(holding: Holding): number {
    return (this.words[holding * Slot.words + Word.asset] as number) & ~MARKS;
  }
}

function less(have: number, amountMicros: number): number {
  if (amountMicros > have || amountMicros < 0) throw new Error(`A holding of ${have} micros cannot give ${amountMicros}.`);
  return have - amountMicros;
}
