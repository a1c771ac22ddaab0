import { decodeMessage, type Fact, type PackedMessage } from '@foretell/contracts';

/**
 * What facts add up to, told from their text alone: a projection small enough to be compared after every fact. Each sum depends
 * on every fact once and, by the chain, on their order.
 */
export interface Projection {
  readonly sequence: number;
  /** Of all facts so far, in their order. */
  readonly chain: number;
  readonly tradedMicros: number;
  readonly creditedMicros: number;
  readonly openOrders: number;
}

export const NOTHING_TOLD: Projection = { sequence: 0, chain: 0, tradedMicros: 0, creditedMicros: 0, openOrders: 0 };

export function toldBy(before: Projection, fact: Fact): Projection {
  return {
    sequence: before.sequence + 1,
    chain: chained(before.chain, JSON.stringify(fact)),
    tradedMicros: before.tradedMicros + (fact.type === 'trade.matched.v1' ? fact.sizeMicros : 0),
    creditedMicros: before.creditedMicros + (fact.type === 'funds.credited.v1' ? fact.amountMicros : 0),
    openOrders: before.openOrders + (fact.type === 'order.accepted.v1' ? 1 : fact.type === 'order.closed.v1' ? -1 : 0),
  };
}

/** The facts of a journal row, as a consumer would read them. */
export function factsOf({ bytes }: PackedMessage): readonly Fact[] {
  return decodeMessage(bytes).facts;
}

function chained(chain: number, text: string): number {
  let word = chain;
  for (let at = 0; at < text.length; at += 1) word = Math.imul(word ^ text.charCodeAt(at), 0x01000193);
  return word | 0;
}
