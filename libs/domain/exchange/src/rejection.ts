import type { Rejected, RejectReason } from './outcome';

/** A refusal, as the value that it is. */
export function rejected(reason: RejectReason, details: Rejected['details']): Rejected {
  return { type: 'rejected', reason, details };
}

/** `haveMicros` is the whole balance, of which `lockedMicros` is already promised to open orders. */
export function notEnoughBalance(haveMicros: number, lockedMicros: number, needMicros: number): Rejected {
  return rejected('not_enough_balance', { haveMicros, lockedMicros, needMicros });
}
