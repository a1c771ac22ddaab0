import type { CatalogMarketV2, Category, SequencedEvent } from '@foretell/contracts';
import { dispatch, type HandlerTable } from '@foretell/platform-nats';
import { categoryOf } from './category';

/** The catalog's side of a market: a row of the table of the same name. */
export interface Market {
  readonly conditionId: string;
  readonly title: string;
  readonly slug: string;
  readonly icon: string;
  readonly outcome0: string;
  readonly outcome1: string;
  readonly token0Id: string;
  readonly token1Id: string;
  readonly eventId: string | null;
  readonly eventSlug: string | null;
  readonly category: Category | null;
  readonly endDate: string | null;
  readonly negRisk: boolean;
  readonly sequence: number;
}

/** The last event of each condition. A market without a condition is skipped. Pure. */
export function reduceCatalog(events: Iterable<SequencedEvent<'gamma'>>): readonly Market[] {
  const markets = new Map<string, Market>();
  const put = (market: CatalogMarketV2, { sequence }: { readonly sequence: number }): void => {
    if (market.conditionId === null) return;
    const conditionId = market.conditionId.toLowerCase();
    markets.set(conditionId, { ...marketOf(market), conditionId, sequence });
  };
  const handlers: HandlerTable<'gamma'> = { 'catalog.market.v2': put };
  for (const event of events) dispatch(handlers, event);
  return [...markets.values()];
}

function marketOf(market: CatalogMarketV2): Omit<Market, 'conditionId' | 'sequence'> {
  return {
    title: market.question,
    slug: market.slug,
    icon: market.icon,
    outcome0: market.outcomes[0] ?? '',
    outcome1: market.outcomes[1] ?? '',
    token0Id: market.tokenIds[0] ?? '',
    token1Id: market.tokenIds[1] ?? '',
    eventId: market.event?.id ?? null,
    eventSlug: market.event?.slug ?? null,
    category: categoryOf(market.tags),
    endDate: market.endDate,
    negRisk: market.negRisk,
  };
}
