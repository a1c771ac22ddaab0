import type { PublicMarketFields } from '@foretell/contracts';
import { byPrice, dayChange, isYesNo, shortName, winnerOf } from './market-words';

const market = (fields: object): PublicMarketFields =>
  ({
    question: 'Q?',
    closed: false,
    outcomes: '["Yes","No"]',
    clobTokenIds: '["1","2"]',
    outcomePrices: '["0.5","0.5"]',
    bestAsk: 1,
    ...fields,
  }) as never;

describe('a market of an event', () => {
  it('has the short name of its source, else its question', () => {
    expect(shortName(market({ groupItemTitle: 'Green Union' }))).toBe('Green Union');
    expect(shortName(market({ groupItemTitle: '' }))).toBe('Q?');
  });

  it('has a winner once it is resolved to one outcome', () => {
    expect(winnerOf(market({ closed: true, outcomePrices: '["0","1"]' }))).toBe('No');
    expect(winnerOf(market({ closed: true }))).toBeNull();
    expect(winnerOf(market({ outcomePrices: '["1","0"]' }))).toBeNull();
  });

  it('distinguishes Yes and No from names, and a change from none', () => {
    expect([isYesNo(market({})), isYesNo(market({ outcomes: '["Harbour","Lakeside"]' }))]).toEqual([true, false]);
    expect([dayChange(market({ oneDayPriceChange: -0.04 })), dayChange(market({ oneDayPriceChange: 0 }))]).toEqual([-0.04, null]);
  });
});

describe('byPrice', () => {
  it('puts what is open first, the best price first, what nobody priced after it, and what is closed last', () => {
    const all = [
      market({ id: 'closed', closed: true, lastTradePrice: 0.9 }),
      market({ id: 'unpriced' }),
      market({ id: 'low', bestBid: 0.1, bestAsk: 0.12 }),
      market({ id: 'wide', bestBid: 0.01, bestAsk: 0.99 }),
      market({ id: 'high', lastTradePrice: 0.6 }),
    ];
    expect(byPrice(all).map(({ id }) => id)).toEqual(['high', 'low', 'unpriced', 'wide', 'closed']);
  });
});
