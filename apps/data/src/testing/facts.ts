import type { CatalogMarketV2, FillV1, TradeMatchedV1, TradingFact } from '@foretell/contracts';

/** Builders of facts for stories and specs. Sizes in whole shares, prices in cents of the outcome spoken of. */
const MICROS = 1_000_000;
export const ALICE = `0x${'a1'.repeat(20)}`;
export const BOB = `0x${'b2'.repeat(20)}`;
export const CAROL = `0x${'c3'.repeat(20)}`;
export const RAIN = `0x${'01'.repeat(32)}`;
export const HASH = `0x${'cd'.repeat(32)}`;
export const NO_BUILDER = `0x${'00'.repeat(32)}`;
const [MAKER_ORDER, TAKER_ORDER] = [`0x${'0b'.repeat(32)}`, `0x${'0a'.repeat(32)}`];
export const YES = 0;
const NO = 1;

const PIPS_PER_CENT = 100;

export interface TradeTold {
  readonly at: number;
  readonly taker: string;
  readonly side: 'BUY' | 'SELL';
  readonly outcome: 0 | 1;
  /** Each with the price in the taker's outcome. */
  readonly makers: readonly {
    readonly wallet: string;
    readonly kind: FillV1['kind'];
    readonly shares: number;
    readonly cents: number;
  }[];
  readonly feeMicros?: number;
  readonly builder?: string;
  readonly conditionId?: string;
}

/** A trade at prices that come out even, so nothing is rounded. */
export function trade({
  at,
  taker,
  side,
  outcome,
  makers,
  feeMicros = 0,
  builder = NO_BUILDER,
  conditionId = RAIN,
}: TradeTold): TradeMatchedV1 {
  const fills = makers.map((maker): FillV1 => {
    const own = maker.kind === 'transfer';
    const cents = own ? maker.cents : 100 - maker.cents;
    const makerSide = own ? (side === 'BUY' ? 'SELL' : 'BUY') : side;
    const makerOutcome = own ? outcome : outcome === YES ? NO : YES;
    return {
      kind: maker.kind,
      orderId: MAKER_ORDER,
      wallet: maker.wallet,
      outcome: makerOutcome,
      side: makerSide,
      pricePips: cents * PIPS_PER_CENT,
      sizeMicros: maker.shares * MICROS,
      usdcMicros: maker.shares * cents * (MICROS / 100),
    };
  });
  return {
    type: 'trade.matched.v1',
    at,
    tradeId: 'trade',
    tradeNumber: 1,
    transactionHash: HASH,
    conditionId,
    takerOrderId: TAKER_ORDER,
    wallet: taker,
    outcome,
    side,
    sizeMicros: makers.reduce((sum, { shares }) => sum + shares * MICROS, 0),
    usdcMicros: makers.reduce((sum, { shares, cents }) => sum + shares * cents * (MICROS / 100), 0),
    feeMicros,
    builder,
    fills,
  };
}

export function split(at: number, wallet: string, shares: number): TradingFact {
  return { type: 'position.split.v1', at, wallet, conditionId: RAIN, sizeMicros: shares * MICROS, transactionHash: HASH };
}
export function merge(at: number, wallet: string, shares: number): TradingFact {
  return { type: 'position.merged.v1', at, wallet, conditionId: RAIN, sizeMicros: shares * MICROS, transactionHash: HASH };
}
export function redeem(at: number, wallet: string, shares0: number, shares1: number, payout: number): TradingFact {
  const outcomes = { outcome0Micros: shares0 * MICROS, outcome1Micros: shares1 * MICROS };
  return {
    type: 'position.redeemed.v1',
    at,
    wallet,
    conditionId: RAIN,
    ...outcomes,
    payoutMicros: payout * MICROS,
    transactionHash: HASH,
  };
}
export function resolve(at: number, payoutPips: readonly [number, number]): TradingFact {
  return { type: 'market.changed.v1', at, conditionId: RAIN, status: 'resolved', payoutPips };
}
/** Best bid and ask of YES, in cents; null where the side is empty. */
export function quote(at: number, bid: number | null, ask: number | null, last: number | null = null): TradingFact {
  const pips = (cents: number | null): number | null => (cents === null ? null : cents * PIPS_PER_CENT);
  return {
    type: 'market.quoted.v1',
    at,
    conditionId: RAIN,
    bestBidPips: pips(bid),
    bestAskPips: pips(ask),
    lastTradePips: pips(last),
  };
}
export function credit(at: number, wallet: string, usdc: number): TradingFact {
  return { type: 'funds.credited.v1', at, wallet, amountMicros: usdc * MICROS };
}

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
    minimumSizeMicros: MICROS,
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
