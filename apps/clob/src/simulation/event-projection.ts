import { decodeMessage, type Event, type PackedMessage } from '@foretell/contracts';

/**
 * Sums over all events, computed from their JSON: a projection small enough to compare after every event. Each event counts
 * once, and the chain depends on their order.
 */
export interface Projection {
  readonly sequence: number;
  /** Hash over all events so far, in their order. */
  readonly chain: number;
  readonly tradedMicros: number;
  readonly creditedMicros: number;
  readonly openOrders: number;
}

export const EMPTY_PROJECTION: Projection = { sequence: 0, chain: 0, tradedMicros: 0, creditedMicros: 0, openOrders: 0 };

export function projected(before: Projection, event: Event): Projection {
  return {
    sequence: before.sequence + 1,
    chain: chained(before.chain, JSON.stringify(event)),
    tradedMicros: before.tradedMicros + (event.type === 'trade.matched.v1' ? event.sizeMicros : 0),
    creditedMicros: before.creditedMicros + (event.type === 'funds.credited.v1' ? event.amountMicros : 0),
    openOrders: before.openOrders + (event.type === 'order.accepted.v1' ? 1 : event.type === 'order.closed.v1' ? -1 : 0),
  };
}

/** Decodes the events of a journal row as a consumer does. */
export function eventsOf({ bytes }: PackedMessage): readonly Event[] {
  return decodeMessage(bytes).facts;
}

function chained(chain: number, text: string): number {
  let word = chain;
  for (let at = 0; at < text.length; at += 1) word = Math.imul(word ^ text.charCodeAt(at), 0x01000193);
  return word | 0;
}
