import type { Fact } from './fact';

/**
 * What a fact is about, in words. Facts that say all of their subject (isWhole) share it with no other kind of fact, so that the
 * later of two with the same subject is the only one that counts.
 */
export function subjectOf(fact: Fact): string {
  switch (fact.type) {
    case 'catalog.market.v2':
      return `market ${fact.marketId}`;
    case 'market.changed.v1':
      return `state of ${fact.conditionId}`;
    case 'market.quoted.v1':
      return `prices of ${fact.conditionId}`;
    case 'market.measured.v1':
      return `measure of ${fact.conditionId}`;
    case 'trade.matched.v1':
    case 'position.split.v1':
    case 'position.merged.v1':
    case 'position.redeemed.v1':
      return `condition ${fact.conditionId}`;
    case 'order.accepted.v1':
    case 'order.closed.v1':
      return `order ${fact.orderId}`;
    case 'funds.credited.v1':
    case 'funds.debited.v1':
      return `wallet ${fact.wallet}`;
    default:
      return unknown(fact);
  }
}

/** A fact type without its case above does not compile. */
function unknown(_fact: never): string {
  return '';
}

/** Whether a fact says all of its subject: the next one of the same subject takes its place. */
export function isWhole(type: string): boolean {
  return /^(catalog\.market|market\.(changed|quoted|measured))\./.test(type);
}
