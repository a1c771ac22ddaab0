import { ALICE, BOB, CAROL, maker, trade, tradesOf, YES } from '@foretell/testing/trading';
import type { CatalogMarketV2 } from '@foretell/contracts';

/** A market as the catalog publishes it. */
export function market(
  conditionId: string,
  tags: CatalogMarketV2['tags'],
  change: Partial<CatalogMarketV2> = {},
): CatalogMarketV2 {
  return {
    type: 'catalog.market.v2',
    marketId: '1',
    conditionId,
    questionId: 'question',
    question: 'Will it rain?',
    slug: 'will-it-rain',
    description: '',
    icon: 'https://example.test/rain.png',
    image: '',
    outcomes: ['Yes', 'No'],
    tokenIds: ['1', '2'],
    active: true,
    closed: false,
    archived: false,
    acceptingOrders: true,
    enableOrderBook: true,
    negRisk: false,
    negRiskMarketId: '',
    negRiskRequestId: '',
    endDate: '2027-01-01T00:00:00Z',
    gameStartTime: null,
    tickPips: 100,
    minimumSizeMicros: 1_000_000,
    secondsDelay: 0,
    feeRateBps: 0,
    feeExponent: 1,
    rewardsRates: [],
    rewardsMinSizeMicros: 0,
    rewardsMaxSpreadPips: 0,
    event: { id: '9', slug: 'weather-this-week', title: 'Weather this week', ticker: 'weather', description: '' },
    tags,
    creator: null,
    ...change,
  };
}

export const TRADES_AT = Date.UTC(2026, 10, 21);
/** Alice buys from Bob, sells some to Carol, who sells some to Bob. */
export const TRADES = tradesOf(
  trade({ at: TRADES_AT, taker: ALICE, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', 100, 40)] }),
  trade({ at: TRADES_AT, taker: ALICE, side: 'SELL', outcome: YES, makers: [maker(CAROL, 'transfer', 60, 50)] }),
  trade({ at: TRADES_AT, taker: CAROL, side: 'SELL', outcome: YES, makers: [maker(BOB, 'transfer', 30, 55)] }),
);
