import type { OutcomeIndex } from '../command';
import type { Market } from '../market/market';
import type { Counted } from '../record/state-hash';
import type { Account } from './account';

/** What one wallet has of one thing: the collateral (market null), or one outcome token of one market. */
export class Holding implements Counted {
  availableMicros = 0;
  lockedMicros = 0;
  isDirty = false;
  isCounted = false;
  hashLeft = 0;
  hashRight = 0;

  constructor(
    readonly account: Account,
    readonly market: Market | null,
    readonly outcome: OutcomeIndex | null,
  ) {}

  get totalMicros(): number {
    return this.availableMicros + this.lockedMicros;
  }

  give(amountMicros: number): void {
    this.availableMicros += amountMicros;
  }

  /** Throws when there is not that much: callers check first, so it would be a broken invariant. */
  take(amountMicros: number): void {
    this.availableMicros = less(this.availableMicros, amountMicros);
  }

  lock(amountMicros: number): void {
    this.availableMicros = less(this.availableMicros, amountMicros);
    this.lockedMicros += amountMicros;
  }

  unlock(amountMicros: number): void {
    this.lockedMicros = less(this.lockedMicros, amountMicros);
    this.availableMicros += amountMicros;
  }

  /** Pays out of what is locked. */
  spend(amountMicros: number): void {
    this.lockedMicros = less(this.lockedMicros, amountMicros);
  }
}

function less(have: number, amountMicros: number): number {
  if (amountMicros > have || amountMicros < 0) throw new Error(`A holding of ${have} micros cannot give ${amountMicros}.`);
  return have - amountMicros;
}
