import type { CatalogMarketV2 } from '@foretell/contracts';

/** The catalog event of an open market; ids derive from its number, and `more` overrides fields. */
export function catalogMarket(number: number, more: Partial<CatalogMarketV2> = {}): CatalogMarketV2 {
  return {
    type: 'catalog.market.v2',
    marketId: String(number),
    conditionId: conditionIdOf(number),
    questionId: `0x${number.toString(16).padStart(64, 'e')}`,
    question: `Will it rain on day ${number}?`,
    slug: `rain-on-day-${number}`,
    description: 'Resolves to Yes if it rains.',
    icon: 'https://images.example/rain-icon.png',
    image: 'https://images.example/rain.png',
    outcomes: ['Yes', 'No'],
    tokenIds: [tokenIdOf(number, 0), tokenIdOf(number, 1)],
    active: true,
    closed: false,
    archived: false,
    acceptingOrders: true,
    enableOrderBook: true,
    negRisk: false,
    negRiskMarketId: '',
    negRiskRequestId: '',
    endDate: '2027-01-01T00:00:00.000Z',
    gameStartTime: null,
    tickPips: 100,
    minimumSizeMicros: 5_000_000,
    secondsDelay: 0,
    feeRateBps: 0,
    feeExponent: 1,
    rewardsRates: [],
    rewardsMinSizeMicros: 0,
    rewardsMaxSpreadPips: 0,
    event: { id: '77', slug: 'rain', title: 'Rain', ticker: 'RAIN', description: 'Days of rain.' },
    tags: [{ label: 'Weather', slug: 'weather' }],
    creator: null,
    ...more,
  };
}

export function conditionIdOf(number: number): string {
  return `0x${number.toString(16).padStart(64, 'c')}`;
}

export function tokenIdOf(number: number, outcome: 0 | 1): string {
  return String(10n ** 70n + BigInt(number * 2 + outcome));
}
