import type { CatalogMarketV2 } from '@foretell/contracts';
import type { EventRecord, MarketRecord, TagRecord } from './records';

/** Why a market gets no order book; null when it gets one. Source: interface, Catalog. */
export function orderBookObstacle(market: MarketRecord): string | null {
  if (market.conditionId === null) return 'it has no condition id';
  if (market.outcomes.length !== 2) return `it has ${market.outcomes.length} outcomes, not 2`;
  if (market.tokenIds.length !== 2) return `it has ${market.tokenIds.length} token ids, not 2`;
  if (market.tokenIds[0] === market.tokenIds[1]) return 'both outcomes have the same token id';
  return market.trading.enableOrderBook ? null : 'its row says enableOrderBook false';
}

/**
 * The published event of a market. `closed` is the catalog's own state, never the state that trading published. So a received
 * event cannot be published back, and the two services cannot echo each other endlessly.
 */
export function marketEvent(market: MarketRecord, event: EventRecord | undefined, tags: readonly TagRecord[]): CatalogMarketV2 {
  const { trading } = market;
  return {
    type: 'catalog.market.v2',
    marketId: String(market.id),
    conditionId: market.conditionId,
    questionId: market.questionId,
    question: market.question,
    slug: market.slug,
    description: market.description,
    icon: market.icon,
    image: market.image,
    outcomes: market.outcomes,
    tokenIds: market.tokenIds,
    active: market.active,
    closed: market.catalogClosed,
    archived: market.archived,
    acceptingOrders:
      trading.acceptingOrders && market.active && !market.catalogClosed && !market.archived && trading.result === null,
    enableOrderBook: orderBookObstacle(market) === null,
    negRisk: trading.negRisk,
    negRiskMarketId: trading.negRiskMarketId,
    negRiskRequestId: trading.negRiskRequestId,
    endDate: market.endDate,
    gameStartTime: trading.gameStartTime,
    tickPips: trading.tickPips,
    minimumSizeMicros: trading.minimumSizeMicros,
    secondsDelay: trading.secondsDelay,
    feeRateBps: trading.feeRateBps,
    feeExponent: trading.feeExponent,
    rewardsRates: trading.rewardsRates,
    rewardsMinSizeMicros: trading.rewardsMinSizeMicros,
    rewardsMaxSpreadPips: trading.rewardsMaxSpreadPips,
    event:
      event === undefined
        ? null
        : { id: String(event.id), slug: event.slug, title: event.title, ticker: event.ticker, description: event.description },
    tags: tags.map(({ label, slug }) => ({ label, slug })),
    creator: market.creator,
    ...(trading.result === null ? {} : { result: trading.result }),
    ...(trading.closingPricesMicros === null ? {} : { closingPricesMicros: trading.closingPricesMicros }),
    ...(trading.acceptingOrdersAt === null ? {} : { acceptingOrdersAt: trading.acceptingOrdersAt }),
    ...(trading.notificationsEnabled === null ? {} : { notificationsEnabled: trading.notificationsEnabled }),
    ...(trading.marketMaker === '' ? {} : { marketMaker: trading.marketMaker }),
    ...(trading.rebateRateBps > 0 ? { rebateRateBps: trading.rebateRateBps } : {}),
  };
}
