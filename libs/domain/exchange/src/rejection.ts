import type { Rejected, RejectReason } from './outcome';

/** Builds a rejection value. */
export function rejected(reason: RejectReason, details: Rejected['details']): Rejected {
  return { type: 'rejected', reason, details };
}

/** `haveMicros` is the complete balance, of which open orders have locked `lockedMicros`. */
export function notEnoughBalance(haveMicros: number, lockedMicros: number, needMicros: number): Rejected {
  return rejected('not_enough_balance', { haveMicros, lockedMicros, needMicros });
}
