import { MAX_AMOUNT_MICROS } from '../arithmetic';
import type { State } from '../state';

/**
 * Credits and debits are gross totals: they only grow, and would exceed a safe integer. Only their difference matters, so this
 * amount is subtracted from both whenever the next credit would not fit. It equals the largest single credit.
 */
export const CARRIED_MICROS = MAX_AMOUNT_MICROS;

/** The most that the exchange may hold at once. It guarantees that debits are at least CARRIED_MICROS when credits are full. */
export const FUNDS_MAX_MICROS = Number.MAX_SAFE_INTEGER - CARRIED_MICROS;

/** The exchange's total: balances, the collateral of its markets, and fees. None of these can exceed it. */
export function heldMicros({ creditedMicros, debitedMicros }: Pick<State, 'creditedMicros' | 'debitedMicros'>): number {
  return creditedMicros - debitedMicros;
}

/** Counts a credit. The caller ensures that the total stays within FUNDS_MAX_MICROS. */
export function countCredit(state: State, amountMicros: number): void {
  if (state.creditedMicros + amountMicros > Number.MAX_SAFE_INTEGER) {
    state.creditedMicros -= CARRIED_MICROS;
    state.debitedMicros -= CARRIED_MICROS;
  }
  state.creditedMicros += amountMicros;
}
