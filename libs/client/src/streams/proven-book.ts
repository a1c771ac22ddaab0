import type { BookMessage, MarketStreamMessage, OrderBookSummary } from '@foretell/contracts';
import type { Platform } from '../platform/platform';

/** Result of a step: it was applied, it was applied before, or it does not continue the book. */
export type AppliedStep = 'applied' | 'known' | 'broken';

type StepMessage = Exclude<MarketStreamMessage, BookMessage>;

/**
 * A copy of a token's book that the market stream keeps current. It starts with a snapshot, applies each step once and in order,
 * and compares its hash with the service's wherever a step carries one.
 */
export class ProvenBook {
  private readonly bids = new Map<string, string>();
  private readonly asks = new Map<string, string>();
  private head: Omit<OrderBookSummary, 'bids' | 'asks' | 'hash'>;
  private lastSequence: number;
  /** The lineage of the sequences. */
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

  /** Sequence of the last applied step. */
  get sequence(): number {
    return this.lastSequence;
  }

  /** The book in the shape of GET /book, with a hash computed here. */
  get summary(): OrderBookSummary {
    const { market, asset_id, timestamp, min_order_size, tick_size, neg_risk, last_trade_price } = this.head;
    const [bids, asks] = [levels(this.bids, 1), levels(this.asks, -1)];
    const summary = { market, asset_id, timestamp, hash: '', bids, asks, min_order_size, tick_size, neg_risk, last_trade_price };
    return { ...summary, hash: this.sha1(JSON.stringify(summary)) };
  }

  /** Applies the messages of one step. Discard the copy after `broken`. */
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

  /** The service's hash of the book after the message; null when the message carries none. */
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
        // An unchanged price changes nothing, not even the book's time.
        if (message.price !== this.head.last_trade_price)
          this.head = { ...this.head, last_trade_price: message.price, timestamp: message.timestamp };
        return null;
      default:
        return null;
    }
  }
}

/** Worst first: bids ascend, asks descend. */
function levels(own: ReadonlyMap<string, string>, direction: 1 | -1): OrderBookSummary['bids'] {
  const sorted = [...own].sort(([one], [other]) => direction * (Number(one) - Number(other)));
  return sorted.map(([price, size]) => ({ price, size }));
}
