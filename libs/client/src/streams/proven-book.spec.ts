import { createHash } from 'node:crypto';
import type { BookMessage, OrderBookSummary, PriceChangeMessage } from '@foretell/contracts';
import { nativeSha1 } from '../platform/node-digests';
import { ProvenBook } from './proven-book';

const HEAD = { market: `0x${'a'.repeat(64)}`, asset_id: '7' };
const TAIL = { min_order_size: '5', tick_size: '0.01', neg_risk: false, last_trade_price: '' };

/** Hashes a book as the service does: the fields in this order. */
function hashed(timestamp: string, bids: OrderBookSummary['bids'], asks: OrderBookSummary['asks']): OrderBookSummary {
  const summary = { ...HEAD, timestamp, hash: '', bids, asks, ...TAIL };
  return { ...summary, hash: createHash('sha1').update(JSON.stringify(summary)).digest('hex') };
}

const at = (price: string, size: string) => ({ price, size });
const first = hashed('1000', [at('0.4', '10'), at('0.41', '5')], [at('0.45', '5')]);
const second = hashed('2000', [at('0.41', '5')], [at('0.46', '8'), at('0.45', '5')]);
const LINEAGE = '1'.repeat(16);
const snapshot: BookMessage = { event_type: 'book', ...first, sequence: 20, lineage: LINEAGE };
const step = (previous: number, sequence: number, hash = second.hash): PriceChangeMessage => ({
  event_type: 'price_change',
  market: HEAD.market,
  timestamp: '2000',
  sequence,
  lineage: LINEAGE,
  previous,
  price_changes: [
    { asset_id: '7', price: '0.4', size: '0', side: 'BUY', hash, best_bid: '0.41', best_ask: '0.45' },
    { asset_id: '7', price: '0.46', size: '8', side: 'SELL', hash, best_bid: '0.41', best_ask: '0.45' },
  ],
});

describe('ProvenBook', () => {
  it('starts as its snapshot', () => {
    expect(new ProvenBook(snapshot, nativeSha1).summary).toEqual(first);
  });

  it('equals the book of the service after a step, by the hash', () => {
    const copy = new ProvenBook(snapshot, nativeSha1);
    expect(copy.apply([step(20, 30)])).toBe('applied');
    expect([copy.summary, copy.sequence]).toEqual([second, 30]);
  });

  it('accepts a step that starts before the snapshot', () => {
    expect(new ProvenBook(snapshot, nativeSha1).apply([step(12, 21)])).toBe('applied');
  });

  it('applies no step twice', () => {
    const copy = new ProvenBook(snapshot, nativeSha1);
    copy.apply([step(20, 30)]);
    expect(copy.apply([step(20, 30, 'wrong')])).toBe('known');
    expect(copy.apply([step(12, 20, 'wrong')])).toBe('known');
    expect(copy.summary).toEqual(second);
  });

  it('breaks at a missing step and at a wrong hash', () => {
    expect(new ProvenBook(snapshot, nativeSha1).apply([step(21, 30)])).toBe('broken');
    expect(new ProvenBook(snapshot, nativeSha1).apply([step(20, 30, first.hash)])).toBe('broken');
  });

  it('N1: breaks at a step of another lineage, even with a known sequence or with the next one', () => {
    for (const [previous, sequence] of [
      [20, 30],
      [12, 20],
    ] as const) {
      const other = { ...step(previous, sequence), lineage: '2'.repeat(16) };
      expect(new ProvenBook(snapshot, nativeSha1).apply([other])).toBe('broken');
    }
  });
});
