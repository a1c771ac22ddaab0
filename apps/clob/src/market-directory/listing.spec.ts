import { catalogMarket } from '../testing/catalog-market';
import { isOver, listingOf } from './listing';

describe('a listing from a catalog market', () => {
  it.each([
    ['no condition id', { conditionId: null }],
    ['no order book', { enableOrderBook: false }],
    ['one token', { tokenIds: ['1'] }],
    ['three tokens', { tokenIds: ['1', '2', '3'] }],
    ['one outcome', { outcomes: ['Yes'] }],
    ['three outcomes', { outcomes: ['A', 'B', 'C'] }],
    ['one token twice', { tokenIds: ['1', '1'] }],
  ])('is none for a market with %s', (_name, more) => {
    expect(listingOf(catalogMarket(1, more))).toBeNull();
  });

  it('keeps labels as they are, and a catalog id only if it is a number', () => {
    expect(listingOf(catalogMarket(1, { outcomes: ['Team A', 'Team A'], marketId: '0x5f5e' }))).toMatchObject({
      outcome0: 'Team A',
      outcome1: 'Team A',
      marketId: 24_414,
    });
    expect(listingOf(catalogMarket(1, { marketId: '512' }))).toMatchObject({ marketId: 512 });
    expect(listingOf(catalogMarket(1, { marketId: 'm-512' }))).toMatchObject({ marketId: null });
    expect(listingOf(catalogMarket(1, { event: null }))).toMatchObject({ eventId: null, eventSlug: null });
    expect(listingOf(catalogMarket(1, { secondsDelay: 3 }))).toMatchObject({ catalogTerms: { delayMillis: 3_000 } });
  });

  it.each([
    [{}, true, false],
    [{ active: false }, false, false],
    [{ acceptingOrders: false }, false, false],
    [{ closed: true }, false, true],
    [{ archived: true }, false, true],
  ])('of %j takes orders: %s, is over: %s', (more, takes, over) => {
    expect([listingOf(catalogMarket(1, more))?.catalogTerms.acceptingOrders, isOver(catalogMarket(1, more))]).toEqual([
      takes,
      over,
    ]);
  });
});
