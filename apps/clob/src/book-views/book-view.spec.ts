import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { NO_FLAGS, type OrderRow } from '@foretell/exchange';
import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { marketEntry } from '../testing/market-entry';
import { bookSummary, displayPrice, halfPips, midpoint } from './book.mapper';
import { BookLevels, BookView, BookViews } from './book-view';

function view(bids: readonly (readonly [number, number])[], asks: readonly (readonly [number, number])[]): BookView {
  const book = new BookView();
  for (const [price, size] of bids) book.setLevel({ side: 'bid', pricePips: pricePips(price), sizeMicros: sizeMicros(size) }, 1);
  for (const [price, size] of asks) book.setLevel({ side: 'ask', pricePips: pricePips(price), sizeMicros: sizeMicros(size) }, 2);
  return book;
}

/** Few prices, so that levels repeat, are replaced and emptied. */
const levels = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 3 })), { maxLength: 40 });

describe('the view of a book', () => {
  it('is sorted worst first: bids rise and asks fall to the best', () => {
    fc.assert(
      fc.property(levels, levels, (bids, asks) => {
        const book = view(bids, asks);
        for (const outcome of [0, 1] as const) {
          const token = book.token(outcome);
          const bidPrices = token.bids.map((level) => level.pricePips);
          const askPrices = token.asks.map((level) => level.pricePips);
          expect(bidPrices).toEqual(bidPrices.toSorted((a, b) => a - b));
          expect(askPrices).toEqual(askPrices.toSorted((a, b) => b - a));
          expect(book.best(outcome)).toEqual({ bidPips: bidPrices.at(-1) ?? null, askPips: askPrices.at(-1) ?? null });
        }
      }),
    );
  });

  it('holds for each price the newest size, and no level of size 0', () => {
    fc.assert(
      fc.property(levels, (bids) => {
        const sizes = new Map(bids);
        const expected = [...sizes].filter(([, size]) => size > 0).sort(([a], [b]) => a - b);
        expect(
          view(bids, [])
            .token(0)
            .bids.map((level) => [level.pricePips, level.sizeMicros]),
        ).toEqual(expected);
      }),
    );
  });

  it('mirrors: the bids of one token are the asks of the other at 1 - p', () => {
    fc.assert(
      fc.property(levels, levels, (bids, asks) => {
        const book = view(bids, asks);
        const mirror = (side: readonly { pricePips: number; sizeMicros: number }[]) =>
          side.map((level) => ({ ...level, pricePips: 10_000 - level.pricePips }));
        expect(book.token(1).asks).toEqual(mirror(book.token(0).bids));
        expect(book.token(1).bids).toEqual(mirror(book.token(0).asks));
      }),
    );
  });

  it('shows the last trade and its side from each token, and its version rises only with a change', () => {
    const book = view([], []);
    expect([book.lastTrade(0), book.midHalfPips(1)]).toEqual([null, null]);
    book.setLastTrade(4_200, 5);
    book.setLastSide(1, 'BUY');
    expect([book.lastTrade(0), book.lastTrade(1), book.lastSide(0), book.lastSide(1)]).toEqual([4_200, 5_800, 'SELL', 'BUY']);
    const { version } = book;
    book.setLastTrade(4_200, 9);
    expect([book.version, book.token(0).atMillis]).toEqual([version, 5]);
  });

  it('has its midpoint between the prices up to which both sides have the size', () => {
    const book = view(
      [
        [4_900, 1],
        [4_800, 9],
        [4_700, 90],
      ],
      [
        [5_100, 9],
        [5_300, 1],
      ],
    );
    expect([1, 2, 10, 11].map((least) => book.midHalfPips(least))).toEqual([10_000, 9_900, 10_100, null]);
  });

  it('is rebuilt from the live orders alone, in the price of outcome 0', () => {
    const order = (
      outcome: 0 | 1,
      side: 'BUY' | 'SELL',
      price: number,
      size: number,
      more: Partial<OrderRow> = {},
    ): OrderRow => ({
      orderId: 'x',
      wallet: 'w',
      conditionId: 'c',
      outcome,
      side,
      orderType: 'GTC',
      pricePips: pricePips(price),
      sizeMicros: sizeMicros(size),
      budgetMicros: null,
      flags: NO_FLAGS,
      expiresAt: null,
      acceptedAt: unixMillis(1),
      dueAt: null,
      priority: 1,
      filledMicros: sizeMicros(0),
      filledUsdcMicros: usdcMicros(0),
      lockedMicros: 0,
      status: 'live',
      closeReason: null,
      ...more,
    });
    const orders = [
      order(0, 'BUY', 4_000, 5),
      order(1, 'SELL', 6_000, 7),
      order(1, 'BUY', 5_500, 9, { filledMicros: sizeMicros(4) }),
      order(0, 'SELL', 9_000, 1, { status: 'delayed' }),
    ];
    const levels = new BookLevels();
    orders.forEach((row) => levels.add(row));
    const views = new BookViews();
    views.rebuild(levels, [], 7);
    expect(views.of('c').token(0)).toEqual({
      bids: [{ pricePips: 4_000, sizeMicros: 12 }],
      asks: [{ pricePips: 4_500, sizeMicros: 5 }],
      lastTradePips: null,
      atMillis: 7,
    });
    expect(views.takeMoved(9, () => true)).toEqual(['c']);
  });

  it('reports each changed market once, also when only holdings changed, the longest waiting first', () => {
    const views = new BookViews();
    const row = { ...marketEntry().market, collateralMicros: usdcMicros(5) };
    const level = (conditionId: string) =>
      ({ conditionId, side: 'bid', pricePips: pricePips(4_000), sizeMicros: sizeMicros(5) }) as const;
    views.rebuild(new BookLevels(), [row, { ...row, conditionId: 'bare', collateralMicros: usdcMicros(0) }], 1);
    expect(views.takeMoved(9, () => true)).toEqual([row.conditionId]);
    views.advance({ levels: [level('a'), level('b'), level('a')], quotes: [], markets: [row] }, [], 2);
    expect(views.takeMoved(1, (conditionId) => conditionId !== 'a')).toEqual(['b']);
    views.markMoved(['b']);
    expect(views.takeMoved(9, () => true)).toEqual(['a', row.conditionId, 'b']);
    expect(views.takeMoved(9, () => true)).toEqual([]);
  });
});

describe('the summary of a book', () => {
  const market = marketEntry();
  const book = view(
    [
      [4_000, 10_000_000],
      [4_200, 5_500_000],
    ],
    [[4_500, 1]],
  );

  it('has the fields in the order of the hash, and their hash', () => {
    const summary = bookSummary(market, 0, book);
    expect(summary).toEqual({
      market: market.conditionId,
      asset_id: market.tokenIds[0],
      timestamp: '2',
      hash: createHash('sha1')
        .update(JSON.stringify({ ...summary, hash: '' }))
        .digest('hex'),
      bids: [
        { price: '0.4', size: '10' },
        { price: '0.42', size: '5.5' },
      ],
      asks: [{ price: '0.45', size: '0.000001' }],
      min_order_size: '5',
      tick_size: '0.01',
      neg_risk: false,
      last_trade_price: '',
    });
    expect(Object.keys(summary)[3]).toBe('hash');
  });

  it('with a side leaves the other empty', () => {
    expect(bookSummary(market, 0, book, 'BUY')).toMatchObject({ bids: [{}, {}], asks: [] });
    expect(bookSummary(market, 0, book, 'SELL')).toMatchObject({ bids: [], asks: [{}] });
  });

  it('prices a token by payout, else midpoint, else last trade, else 0.5', () => {
    expect([displayPrice(market, 0, book), displayPrice(market, 1, book), midpoint(book, 1)]).toEqual([0.435, 0.565, '0.565']);
    const lone = view([[4_000, 1]], []);
    expect(displayPrice(market, 0, lone)).toBe(0.5);
    lone.setLastTrade(3_000, 1);
    expect([displayPrice(market, 0, lone), displayPrice(market, 1, lone)]).toEqual([0.3, 0.7]);
    const priced = (['outcome0', 'outcome1', 'half'] as const).map((resolution) =>
      [0, 1].map((outcome) => displayPrice(marketEntry({ row: { resolution } }), outcome === 0 ? 0 : 1, book)),
    );
    expect(priced).toEqual([
      [1, 0],
      [0, 1],
      [0.5, 0.5],
    ]);
    expect([halfPips(8_701), halfPips(10_000)]).toEqual(['0.43505', '0.5']);
  });
});
