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
  const put = (exchangeEvent: CatalogMarketV2, { sequence }: { readonly sequence: number }): void => {
    if (exchangeEvent.conditionId === null) return;
    const conditionId = exchangeEvent.conditionId.toLowerCase();
    markets.set(conditionId, { ...marketOf(exchangeEvent), conditionId, sequence });
  };
  const handlers: HandlerTable<'gamma'> = { 'catalog.market.v2': put };
  for (const exchangeEvent of events) dispatch(handlers, exchangeEvent);
  return [...markets.values()];
}

function marketOf(exchangeEvent: CatalogMarketV2): Omit<Market, 'conditionId' | 'sequence'> {
  return {
    title: exchangeEvent.question,
    slug: exchangeEvent.slug,
    icon: exchangeEvent.icon,
    outcome0: exchangeEvent.outcomes[0] ?? '',
    outcome1: exchangeEvent.outcomes[1] ?? '',
    token0Id: exchangeEvent.tokenIds[0] ?? '',
    token1Id: exchangeEvent.tokenIds[1] ?? '',
    eventId: exchangeEvent.event?.id ?? null,
    eventSlug: exchangeEvent.event?.slug ?? null,
    category: categoryOf(exchangeEvent.tags),
    endDate: exchangeEvent.endDate,
    negRisk: exchangeEvent.negRisk,
  };
}
