import type { FeeTerms } from './estimate';

/**
 * A signed order does not contain the fee. The fee shown before the signature is valid only while the market's terms are
 * unchanged.
 */
export class FeeChanged extends Error {
  readonly code = 'fee_changed';

  constructor() {
    super('the market’s fee differs from the fee that was reviewed');
    this.name = 'FeeChanged';
  }
}

/** Whether both terms give the same taker fee; a market without a fee has no terms. */
export function isSameFee(one: FeeTerms, other: FeeTerms): boolean {
  if (one === null || other === null) return one === other;
  return one.rate === other.rate && one.exponent === other.exponent && one.taker_only === other.taker_only;
}
