import type { QuoteRow } from '@foretell/exchange';
import { pricePips } from '@foretell/units';
import { marketEntry } from '../../testing/market-entry';
import { pricePointsOf } from './price-points';

const AT = 60_000 * 1_000 + 59_999;
const quote = (conditionId: string, bid: number | null, ask: number | null, trade: number | null = null): QuoteRow => ({
  conditionId,
  bestBidPips: bid === null ? null : pricePips(bid),
  bestAskPips: ask === null ? null : pricePips(ask),
  lastTradePips: trade === null ? null : pricePips(trade),
});

describe('price points that a commit adds to the history', () => {
  it('are the midpoint of each two-sided book, in its minute', () => {
    expect(pricePointsOf([quote('a', 4_000, 4_501), quote('b', 4_000, null), quote('c', null, null)], [], AT)).toEqual([
      { conditionId: 'a', minute: 1_000, priceHalfPips: 8_501 },
    ]);
  });

  it("are the last trade's price where the book has one side or none", () => {
    const quotes = [quote('a', 4_000, null, 4_500), quote('b', null, null, 1), quote('c', 4_000, 4_200, 9_000)];
    expect(pricePointsOf(quotes, [], AT).map(({ conditionId, priceHalfPips }) => [conditionId, priceHalfPips])).toEqual([
      ['a', 9_000],
      ['b', 2],
      ['c', 8_200],
    ]);
  });

  it.each([
    ['outcome0', 20_000],
    ['outcome1', 0],
    ['half', 10_000],
  ] as const)('are the payout of a market resolved to %s, whatever was quoted', (resolution, priceHalfPips) => {
    const { market } = marketEntry({ row: { resolution, status: 'resolved' } });
    expect(pricePointsOf([quote(market.conditionId, 1, 2)], [market], AT)).toEqual([
      { conditionId: market.conditionId, minute: 1_000, priceHalfPips },
    ]);
  });

  it('are none for a market whose terms change', () => {
    expect(pricePointsOf([], [marketEntry().market], AT)).toEqual([]);
  });
});
