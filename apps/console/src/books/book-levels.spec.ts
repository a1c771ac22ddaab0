import type { OrderBookSummary } from '@foretell/contracts';
import { drawnBook, spreadOf, worthOf } from './book-levels';

const BOOK: OrderBookSummary = {
  market: '',
  asset_id: '71',
  timestamp: '1',
  hash: '',
  bids: [
    { price: '0.4', size: '100' },
    { price: '0.41', size: '0.000001' },
    { price: '0.42', size: '50.5' },
  ],
  asks: [
    { price: '0.5', size: '10' },
    { price: '0.45', size: '20' },
  ],
  min_order_size: '5',
  tick_size: '0.01',
  neg_risk: false,
  last_trade_price: '0.43',
};

describe('drawnBook', () => {
  it('shows the best first, with exact sums, on one scale for both sides', () => {
    expect(drawnBook(BOOK, 2)).toEqual({
      bids: [
        { price: '0.42', size: '50.5', total: '50.5', depthPercent: 99 },
        { price: '0.41', size: '0.000001', total: '50.500001', depthPercent: 100 },
      ],
      asks: [
        { price: '0.45', size: '20', total: '20', depthPercent: 39 },
        { price: '0.5', size: '10', total: '30', depthPercent: 59 },
      ],
    });
  });

  it('handles an empty book', () => {
    expect(drawnBook({ bids: [], asks: [] }, 5)).toEqual({ bids: [], asks: [] });
  });
});

describe('worthOf', () => {
  it('is the midpoint, to the last digit', () => {
    expect(worthOf(BOOK)).toBe('0.435');
    const fine = { ...BOOK, bids: [{ price: '0.4201', size: '1' }], asks: [{ price: '0.4202', size: '1' }] };
    expect(worthOf(fine)).toBe('0.42015');
  });

  it("is the last trade's price when a side is empty, and nothing before the first trade", () => {
    expect(worthOf({ ...BOOK, bids: [] })).toBe('0.43');
    expect(worthOf({ ...BOOK, asks: [], last_trade_price: '' })).toBeNull();
  });
});

describe('spreadOf', () => {
  it('is the difference between the best prices', () => {
    expect(spreadOf(BOOK)).toBe('0.03');
    expect(spreadOf({ bids: [], asks: BOOK.asks })).toBeNull();
  });
});
