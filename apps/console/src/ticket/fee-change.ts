import type { FeeTerms } from './estimate';

/** A signed order says nothing of a fee: what is told before it is signed holds only as long as the market's terms do. */
export class FeeChanged extends Error {
  readonly code = 'fee_changed';

  constructor() {
    super('the market has another fee than the order was reviewed by');
    this.name = 'FeeChanged';
  }
}

/** Whether takers pay the same by both; a market without a fee has no terms. */
export function isSameFee(one: FeeTerms, other: FeeTerms): boolean {
  if (one === null || other === null) return one === other;
  return one.rate === other.rate && one.exponent === other.exponent && one.taker_only === other.taker_only;
}
