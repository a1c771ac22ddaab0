import type { CatalogMarketV2 } from '@foretell/contracts';
import type { MarketTerms } from '@foretell/exchange';
import { sizeMicros } from '@foretell/units';

/** What the catalog last said of trading: the terms, and whether orders are taken. */
export interface CatalogTerms extends MarketTerms {
  readonly acceptingOrders: boolean;
}

/** What the catalog's source says of a market beside what the trading surface decides itself. */
export type SourceWord = Pick<
  CatalogMarketV2,
  'result' | 'closingPricesMicros' | 'acceptingOrdersAt' | 'notificationsEnabled' | 'marketMaker' | 'rebateRateBps'
>;

/** What the trading surface keeps of a market's description; a row of clob.listings. */
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
  readonly rewardsRates: readonly { readonly assetAddress: string; readonly dailyRateMicros: number }[];
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
 * ids, and the catalog's word that it has an order book. Source: decisions, Catalog.
 */
export function listingOf(fact: CatalogMarketV2): Listing | null {
  const [token0Id, token1Id, ...moreTokens] = fact.tokenIds;
  const [outcome0, outcome1, ...moreOutcomes] = fact.outcomes;
  if (fact.conditionId === null || !fact.enableOrderBook) return null;
  if (token0Id === undefined || token1Id === undefined || outcome0 === undefined || outcome1 === undefined) return null;
  if (moreTokens.length + moreOutcomes.length > 0 || token0Id === token1Id) return null;
  const marketId = Number(fact.marketId);
  return {
    conditionId: fact.conditionId,
    token0Id,
    token1Id,
    outcome0,
    outcome1,
    marketId: Number.isSafeInteger(marketId) ? marketId : null,
    questionId: fact.questionId,
    question: fact.question,
    slug: fact.slug,
    description: fact.description,
    icon: fact.icon,
    image: fact.image,
    active: fact.active,
    closed: fact.closed,
    archived: fact.archived,
    negRisk: fact.negRisk,
    negRiskMarketId: fact.negRiskMarketId,
    negRiskRequestId: fact.negRiskRequestId,
    endDate: fact.endDate,
    gameStartTime: fact.gameStartTime,
    rewardsRates: fact.rewardsRates,
    rewardsMinSizeMicros: fact.rewardsMinSizeMicros,
    rewardsMaxSpreadPips: fact.rewardsMaxSpreadPips,
    eventId: fact.event?.id ?? null,
    eventSlug: fact.event?.slug ?? null,
    eventTitle: fact.event?.title ?? null,
    eventTicker: fact.event?.ticker ?? null,
    eventDescription: fact.event?.description ?? null,
    tags: fact.tags.map(({ label }) => label),
    rawMetadata: fact.creator === null ? {} : { creator: fact.creator },
    catalogTerms: {
      tickPips: fact.tickPips,
      minimumSizeMicros: sizeMicros(fact.minimumSizeMicros),
      feeRateBps: fact.feeRateBps,
      feeExponent: fact.feeExponent,
      delayMillis: fact.secondsDelay * 1_000,
      acceptingOrders: acceptsOrders(fact),
    },
    sourceWord: sourceWord(fact),
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
  return {
    ...(result === undefined ? {} : { result }),
    ...(closingPricesMicros === undefined ? {} : { closingPricesMicros }),
    ...(acceptingOrdersAt === undefined ? {} : { acceptingOrdersAt }),
    ...(notificationsEnabled === undefined ? {} : { notificationsEnabled }),
    ...(marketMaker === undefined ? {} : { marketMaker }),
    ...(rebateRateBps === undefined ? {} : { rebateRateBps }),
  };
}

/** Whether orders are taken: open in the catalog, and accepting there. */
function acceptsOrders(fact: CatalogMarketV2): boolean {
  return fact.active && fact.acceptingOrders && !isOver(fact);
}

/** Whether the market will never take orders again. */
export function isOver({ closed, archived }: Pick<CatalogMarketV2, 'closed' | 'archived'>): boolean {
  return closed || archived;
}
