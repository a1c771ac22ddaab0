import type { CatalogMarketV2 } from '@foretell/contracts';
import type { MarketTerms } from '@foretell/exchange';
import { definedOf } from '@foretell/platform-server';
import { sizeMicros } from '@foretell/units';

/** The catalog's last terms, and whether it accepts orders. */
export interface CatalogTerms extends MarketTerms {
  readonly acceptingOrders: boolean;
}

/** Data of the catalog's source that the trading service does not decide itself. */
export type SourceWord = Pick<
  CatalogMarketV2,
  'result' | 'closingPricesMicros' | 'acceptingOrdersAt' | 'notificationsEnabled' | 'marketMaker' | 'rebateRateBps'
>;

/** The stored description of a market: a row of clob.listings. */
export interface Listing {
  readonly conditionId: string;
  readonly token0Id: string;
  readonly token1Id: string;
  readonly outcome0: string;
  readonly outcome1: string;
  readonly marketId: number | null;
  readonly questionId: string;
  readonly question: string;
  readonly slug: string;
  readonly description: string;
  readonly icon: string;
  readonly image: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly negRisk: boolean;
  readonly negRiskMarketId: string;
  readonly negRiskRequestId: string;
  readonly endDate: string | null;
  readonly gameStartTime: string | null;
  readonly rewardsRates: CatalogMarketV2['rewardsRates'];
  readonly rewardsMinSizeMicros: number;
  readonly rewardsMaxSpreadPips: number;
  readonly eventId: string | null;
  readonly eventSlug: string | null;
  readonly eventTitle: string | null;
  readonly eventTicker: string | null;
  readonly eventDescription: string | null;
  readonly tags: readonly string[];
  readonly rawMetadata: Readonly<Record<string, unknown>>;
  readonly catalogTerms: CatalogTerms;
  readonly sourceWord: SourceWord;
}

/**
 * A catalog market as a listing, or null when it gets no order book: it needs a condition id, exactly two outcomes with token
 * ids, and `enableOrderBook`. Source: interface, Catalog.
 */
export function listingOf(catalogMarket: CatalogMarketV2): Listing | null {
  const [token0Id, token1Id, ...moreTokens] = catalogMarket.tokenIds;
  const [outcome0, outcome1, ...moreOutcomes] = catalogMarket.outcomes;
  if (catalogMarket.conditionId === null || !catalogMarket.enableOrderBook) return null;
  if (token0Id === undefined || token1Id === undefined || outcome0 === undefined || outcome1 === undefined) return null;
  if (moreTokens.length + moreOutcomes.length > 0 || token0Id === token1Id) return null;
  const marketId = Number(catalogMarket.marketId);
  return {
    conditionId: catalogMarket.conditionId,
    token0Id,
    token1Id,
    outcome0,
    outcome1,
    marketId: Number.isSafeInteger(marketId) ? marketId : null,
    questionId: catalogMarket.questionId,
    question: catalogMarket.question,
    slug: catalogMarket.slug,
    description: catalogMarket.description,
    icon: catalogMarket.icon,
    image: catalogMarket.image,
    active: catalogMarket.active,
    closed: catalogMarket.closed,
    archived: catalogMarket.archived,
    negRisk: catalogMarket.negRisk,
    negRiskMarketId: catalogMarket.negRiskMarketId,
    negRiskRequestId: catalogMarket.negRiskRequestId,
    endDate: catalogMarket.endDate,
    gameStartTime: catalogMarket.gameStartTime,
    rewardsRates: catalogMarket.rewardsRates,
    rewardsMinSizeMicros: catalogMarket.rewardsMinSizeMicros,
    rewardsMaxSpreadPips: catalogMarket.rewardsMaxSpreadPips,
    eventId: catalogMarket.event?.id ?? null,
    eventSlug: catalogMarket.event?.slug ?? null,
    eventTitle: catalogMarket.event?.title ?? null,
    eventTicker: catalogMarket.event?.ticker ?? null,
    eventDescription: catalogMarket.event?.description ?? null,
    tags: catalogMarket.tags.map(({ label }) => label),
    rawMetadata: catalogMarket.creator === null ? {} : { creator: catalogMarket.creator },
    catalogTerms: {
      tickPips: catalogMarket.tickPips,
      minimumSizeMicros: sizeMicros(catalogMarket.minimumSizeMicros),
      feeRateBps: catalogMarket.feeRateBps,
      feeExponent: catalogMarket.feeExponent,
      delayMillis: catalogMarket.secondsDelay * 1_000,
      acceptingOrders: acceptsOrders(catalogMarket),
    },
    sourceWord: sourceWord(catalogMarket),
  };
}

function sourceWord({
  result,
  closingPricesMicros,
  acceptingOrdersAt,
  notificationsEnabled,
  marketMaker,
  rebateRateBps,
}: CatalogMarketV2): SourceWord {
  return definedOf({ result, closingPricesMicros, acceptingOrdersAt, notificationsEnabled, marketMaker, rebateRateBps });
}

/** Whether orders are accepted: the market is open and accepting in the catalog. */
function acceptsOrders(catalogMarket: CatalogMarketV2): boolean {
  return catalogMarket.active && catalogMarket.acceptingOrders && !isOver(catalogMarket);
}

/** Whether the market will never accept orders again. */
export function isOver({ closed, archived }: Pick<CatalogMarketV2, 'closed' | 'archived'>): boolean {
  return closed || archived;
}
