import type { CatalogMarketV2, Category, SequencedFact } from '@foretell/contracts';
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
export function reduceCatalog(facts: Iterable<SequencedFact<'gamma'>>): readonly Market[] {
  const markets = new Map<string, Market>();
  const put = (fact: CatalogMarketV2, { sequence }: { readonly sequence: number }): void => {
    if (fact.conditionId === null) return;
    const conditionId = fact.conditionId.toLowerCase();
    markets.set(conditionId, { ...marketOf(fact), conditionId, sequence });
  };
  const handlers: HandlerTable<'gamma'> = { 'catalog.market.v2': put };
  for (const fact of facts) dispatch(handlers, fact);
  return [...markets.values()];
}

function marketOf(fact: CatalogMarketV2): Omit<Market, 'conditionId' | 'sequence'> {
  return {
    title: fact.question,
    slug: fact.slug,
    icon: fact.icon,
    outcome0: fact.outcomes[0] ?? '',
    outcome1: fact.outcomes[1] ?? '',
    token0Id: fact.tokenIds[0] ?? '',
    token1Id: fact.tokenIds[1] ?? '',
    eventId: fact.event?.id ?? null,
    eventSlug: fact.event?.slug ?? null,
    category: categoryOf(fact.tags),
    endDate: fact.endDate,
    negRisk: fact.negRisk,
  };
}
