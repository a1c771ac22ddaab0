import { MAX_AMOUNT_MICROS } from '../arithmetic';
import type { State } from '../state';

/**
 * Credits and debits of all times are gross: they grow for ever, and would outgrow a safe integer. What counts is their
 * difference, so this much is taken off both whenever the next credit would not fit: as much as one credit may be.
 */
export const CARRIED_MICROS = MAX_AMOUNT_MICROS;

/** What the exchange may hold at once: then debits are at least CARRIED_MICROS wherever credits are full. */
export const FUNDS_MAX_MICROS = Number.MAX_SAFE_INTEGER - CARRIED_MICROS;

/** What the exchange holds: balances, what backs its markets, and fees. None of these can be more. */
export function heldMicros({ creditedMicros, debitedMicros }: Pick<State, 'creditedMicros' | 'debitedMicros'>): number {
  return creditedMicros - debitedMicros;
}

/** Counts a credit, which must leave what is held within FUNDS_MAX_MICROS. */
export function countCredit(state: State, amountMicros: number): void {
  if (state.creditedMicros + amountMicros > Number.MAX_SAFE_INTEGER) {
    state.creditedMicros -= CARRIED_MICROS;
    state.debitedMicros -= CARRIED_MICROS;
  }
  state.creditedMicros += amountMicros;
}
