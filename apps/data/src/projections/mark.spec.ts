import { markHalfPips, outcomeMarkHalfPips, valueMicros } from './mark';

const quotes = { bestBidPips: null, bestAskPips: null, lastTradePips: null, payout0Pips: null };

describe('a mark', () => {
  it.each([
    ['0.5 when nothing is known', quotes, 10_000],
    ['the last trade when a side is empty', { ...quotes, bestBidPips: 4000, lastTradePips: 4200 }, 8400],
    ['the midpoint when both sides have orders', { ...quotes, bestBidPips: 4000, bestAskPips: 4001, lastTradePips: 100 }, 8001],
    ['the payout once resolved', { ...quotes, bestBidPips: 4000, bestAskPips: 4001, payout0Pips: 10_000 }, 20_000],
    ['zero for the loser', { ...quotes, lastTradePips: 9000, payout0Pips: 0 }, 0],
  ])('is %s', (_name, given, expected) => {
    expect(markHalfPips(given)).toBe(expected);
  });

  it('of outcome 1 is 1 USDC less that of outcome 0, and values round down', () => {
    expect(outcomeMarkHalfPips(8001, 1)).toBe(11_999);
    expect([valueMicros(3, 8001, 0), valueMicros(3, 8001, 1)]).toEqual([1, 1]);
    expect(valueMicros(1_000_000_000_000_000, 19_999, 0)).toBe(999_950_000_000_000);
  });
});
