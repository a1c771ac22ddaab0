import type { BookMessage, MarketStreamMessage, OrderBookSummary } from '@foretell/contracts';
import type { Platform } from '../platform/platform';

/** What became of a step: it is in the book now, it was known already, or it does not lead on from what is known. */
export type AppliedStep = 'applied' | 'known' | 'broken';

type StepMessage = Exclude<MarketStreamMessage, BookMessage>;

/**
 * A token's book that is kept true by the market stream: it begins with a snapshot, takes each step once and in its order, and
 * compares its hash with the surface's after every one that brings it.
 */
export class ProvenBook {
  private readonly bids = new Map<string, string>();
  private readonly asks = new Map<string, string>();
  private head: Omit<OrderBookSummary, 'bids' | 'asks' | 'hash'>;
  private lastSequence: number;
  /** Which history of the record the sequences belong to. */
  readonly lineage: string;

  constructor(
    snapshot: BookMessage,
    private readonly sha1: Platform['sha1'],
  ) {
    const { event_type: _type, sequence, lineage, bids, asks, hash: _hash, ...head } = snapshot;
    this.head = head;
    this.lastSequence = sequence;
    this.lineage = lineage;
    for (const { price, size } of bids) this.bids.set(price, size);
    for (const { price, size } of asks) this.asks.set(price, size);
  }

  /** Of the last step that it holds. */
  get sequence(): number {
    return this.lastSequence;
  }

  /** The book in the shape of GET /book, its hash computed here. */
  get summary(): OrderBookSummary {
    const { market, asset_id, timestamp, min_order_size, tick_size, neg_risk, last_trade_price } = this.head;
    const [bids, asks] = [levels(this.bids, 1), levels(this.asks, -1)];
    const summary = { market, asset_id, timestamp, hash: '', bids, asks, min_order_size, tick_size, neg_risk, last_trade_price };
    return { ...summary, hash: this.sha1(JSON.stringify(summary)) };
  }

  /** Takes the messages of one step. A copy that is broken is to be thrown away. */
  apply(step: readonly StepMessage[]): AppliedStep {
    let hash = '';
    for (const message of step) {
      if (!('previous' in message)) continue;
      if (message.lineage !== this.lineage) return 'broken';
      if (message.sequence <= this.lastSequence) return 'known';
      if (message.previous > this.lastSequence) return 'broken';
      hash = this.take(message) ?? hash;
    }
    this.lastSequence = step[0]?.sequence ?? this.lastSequence;
    return hash === '' || hash === this.summary.hash ? 'applied' : 'broken';
  }

  /** The hash that the book has after it; null when the message brings none. */
  private take(message: StepMessage): string | null {
    switch (message.event_type) {
      case 'price_change': {
        this.head = { ...this.head, timestamp: message.timestamp };
        for (const { side, price, size } of message.price_changes) {
          const own = side === 'BUY' ? this.bids : this.asks;
          if (size === '0') own.delete(price);
          else own.set(price, size);
        }
        return message.price_changes.at(-1)?.hash ?? null;
      }
      case 'last_trade_price':
        // The same price again changes nothing, not even the book's time.
        if (message.price !== this.head.last_trade_price)
          this.head = { ...this.head, last_trade_price: message.price, timestamp: message.timestamp };
        return null;
      default:
        return null;
    }
  }
}

/** Worst first: bids rise, asks fall. */
function levels(own: ReadonlyMap<string, string>, direction: 1 | -1): OrderBookSummary['bids'] {
  const sorted = [...own].sort(([one], [other]) => direction * (Number(one) - Number(other)));
  return sorted.map(([price, size]) => ({ price, size }));
}
