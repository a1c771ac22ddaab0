import type { Event } from './event';

/**
 * The subject of an event as a text. An event that replaces its predecessors (isWhole) shares its subject with no other type, so
 * that only the latest event of a subject counts.
 */
export function subjectOf(event: Event): string {
  switch (event.type) {
    case 'catalog.market.v2':
      return `market ${event.marketId}`;
    case 'market.changed.v1':
      return `state of ${event.conditionId}`;
    case 'market.quoted.v1':
      return `prices of ${event.conditionId}`;
    case 'market.measured.v1':
      return `measure of ${event.conditionId}`;
    case 'trade.matched.v1':
    case 'position.split.v1':
    case 'position.merged.v1':
    case 'position.redeemed.v1':
      return `condition ${event.conditionId}`;
    case 'order.accepted.v1':
    case 'order.closed.v1':
      return `order ${event.orderId}`;
    case 'funds.credited.v1':
    case 'funds.debited.v1':
      return `wallet ${event.wallet}`;
    default:
      return unknown(event);
  }
}

/** An event type without a case above does not compile. */
function unknown(_fact: never): string {
  return '';
}

/** Whether an event has the complete state of its subject, so that the next one of the subject replaces it. */
export function isWhole(type: string): boolean {
  return /^(catalog\.market|market\.(changed|quoted|measured))\./.test(type);
}
