import { eventually } from './eventually';
import type { World } from './world';

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

export function listOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) throw new Error(`a list was expected, not ${JSON.stringify(value)}`);
  return value.map(fieldsOf);
}

/** The JSON of a public read that must answer 200. */
export async function read(url: string): Promise<unknown> {
  const response = await fetch(url);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET ${url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

export interface OpenMarket {
  readonly conditionId: string;
  readonly slug: string;
  readonly isNegRisk: boolean;
  readonly tokenIds: readonly [string, string];
  readonly outcomes: readonly [string, string];
}

/** Markets that take orders in whole cents, once the catalog's facts have reached the trading surface. */
export function openMarkets(world: World, wanted: number): Promise<readonly OpenMarket[]> {
  return eventually(`${wanted} markets take orders`, async () => {
    const found: OpenMarket[] = [];
    for (let cursor = 'MA=='; cursor !== 'LTE=' && cursor !== '';) {
      const page = fieldsOf(await read(`${world.clob.url}/markets?next_cursor=${encodeURIComponent(cursor)}`));
      found.push(...listOf(page['data']).flatMap(openMarket));
      cursor = String(page['next_cursor']);
    }
    return found.length >= wanted ? found.slice(0, wanted) : undefined;
  });
}

function openMarket(record: Fields): readonly OpenMarket[] {
  const [first, second] = listOf(record['tokens']);
  const isOpen = record['accepting_orders'] === true && record['enable_order_book'] === true && record['closed'] !== true;
  const isPlain =
    record['minimum_tick_size'] === 0.01 && record['seconds_delay'] === 0 && Number(record['minimum_order_size']) <= 5;
  if (!isOpen || !isPlain || first === undefined || second === undefined) return [];
  return [
    {
      conditionId: String(record['condition_id']),
      slug: String(record['market_slug']),
      isNegRisk: record['neg_risk'] === true,
      tokenIds: [String(first['token_id']), String(second['token_id'])],
      outcomes: [String(first['outcome']), String(second['outcome'])],
    },
  ];
}
