import type { MarketListRecord } from '@foretell/contracts';
import { eventually } from './eventually';
import type { World } from './world';

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

export function listOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) throw new Error(`expected a list, not ${JSON.stringify(value)}`);
  return value.map(fieldsOf);
}

export interface OpenMarket {
  readonly conditionId: string;
  readonly slug: string;
  readonly isNegRisk: boolean;
  readonly tokenIds: readonly [string, string];
  readonly outcomes: readonly [string, string];
}

/** Markets that accept orders in whole cents, once the trading service has applied the catalog's events. */
export function openMarkets(world: World, wanted: number): Promise<readonly OpenMarket[]> {
  return eventually(`${wanted} markets accept orders`, async () => {
    const found: OpenMarket[] = [];
    for await (const market of world.markets.eachMarket()) found.push(...marketOf(market));
    return found.length >= wanted ? found.slice(0, wanted) : undefined;
  });
}

/** The first market that accepts orders in whole cents. */
export async function openMarket(world: World): Promise<OpenMarket> {
  const [market] = await openMarkets(world, 1);
  if (market === undefined) throw new Error('the sample has no open market');
  return market;
}

/** A market of the sample whose takers pay 4 % x p x (1 - p). */
export const WITH_FEE = 'will-kestrel-motors-close-above-300-this-month';

/** The market with that slug, once it accepts orders in whole cents. */
export function openMarketNamed(world: World, slug: string): Promise<OpenMarket> {
  return eventually(`${slug} accepts orders`, async () => {
    for await (const record of world.markets.eachMarket()) {
      const [market] = record.market_slug === slug ? marketOf(record) : [];
      if (market !== undefined) return market;
    }
    return undefined;
  });
}

function marketOf(record: MarketListRecord): readonly OpenMarket[] {
  const [first, second] = record.tokens;
  const isOpen = record.accepting_orders && record.enable_order_book && !record.closed;
  const isPlain = record.minimum_tick_size === 0.01 && record.seconds_delay === 0 && record.minimum_order_size <= 5;
  if (!isOpen || !isPlain || first === undefined || second === undefined) return [];
  return [
    {
      conditionId: record.condition_id,
      slug: record.market_slug,
      isNegRisk: record.neg_risk,
      tokenIds: [first.token_id, second.token_id],
      outcomes: [first.outcome, second.outcome],
    },
  ];
}
