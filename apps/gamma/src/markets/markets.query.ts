import { Inject, Injectable } from '@nestjs/common';
import {
  MARKET_SORT_FIELDS,
  type CatalogTag,
  type ListedMarket,
  type MarketListRequest,
  type SingleMarket,
} from '@foretell/contracts';
import { DATABASE_POOL, Where, type Pool } from '@foretell/platform-prisma';
import { idsBySlug } from '../catalog/lookups.query';
import { readSingle, singles, type SingleKey } from '../catalog/single.query';
import { toEmbeddedEvent, toMarketFields, toMinimalEvent, toTag } from '../catalog/resource.mapper';
import {
  EVENT_COLUMNS,
  MARKET_COLUMNS,
  MARKET_TYPES,
  tagsOf,
  type EventRow,
  type MarketRow,
  type MinimalEventRow,
  type TagRow,
} from '../catalog/rows';
import { orderBy } from '../params/order';

const MINIMAL_EVENTS = `(SELECT coalesce(json_agg(event ORDER BY event.place), '[]') FROM (
  SELECT listed.place, e.id, e.ticker, e.slug, e.title
  FROM unnest(m.event_ids) WITH ORDINALITY AS listed (id, place) JOIN gamma.events e ON e.id = listed.id) event)`;
const FULL_EVENTS = `(SELECT coalesce(json_agg(event ORDER BY event.place), '[]') FROM (
  SELECT listed.place, ${EVENT_COLUMNS}
  FROM unnest(m.event_ids) WITH ORDINALITY AS listed (id, place) JOIN gamma.events e ON e.id = listed.id) event)`;

/** Sums of the source's figures and those traded here; gamma.markets has only the source's. */
const FIGURES = { volume: 'f.volume', liquidity: 'f.liquidity' };
const WITH_FIGURES = ' JOIN gamma.market_figures f ON f.market_id = m.id';

const SOURCE = {
  alias: 'm',
  from: 'gamma.markets m',
  by: { id: 'm.id = $1', condition: 'm.condition_id = $1', slug: 'm.slug = $1' },
} as const;
export type MarketKey = SingleKey<keyof typeof SOURCE.by>;

export const SINGLE_MARKET = singles<MarketRow & { readonly events: readonly EventRow[] }, MarketKey['by']>(
  'market',
  SOURCE,
  () => `${MARKET_COLUMNS}, ${FULL_EVENTS} AS events`,
  { ...MARKET_TYPES, events: 'json' },
);
export const TAGS_OF_MARKET = singles<{ readonly tags: readonly TagRow[] }, MarketKey['by']>(
  'market tags',
  SOURCE,
  () => `${tagsOf('m.tag_ids')} AS tags`,
  { tags: 'json' },
);

@Injectable()
export class MarketsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async list(query: MarketListRequest): Promise<readonly ListedMarket[]> {
    const statement = await listStatement(this.pool, query);
    if (statement === null) return [];
    const { rows } = await this.pool.query<MarketRow & { events: MinimalEventRow[] }>(statement);
    return rows.map((row) => ({ ...toMarketFields(row), events: row.events.map(toMinimalEvent) }));
  }

  /** Null when none exists, or none on the creator's site. */
  async single(key: MarketKey, creator: string | undefined): Promise<SingleMarket | null> {
    const row = await readSingle(this.pool, SINGLE_MARKET, key, creator);
    return row === null ? null : { ...toMarketFields(row), events: row.events.map(toEmbeddedEvent) };
  }

  async tags(id: number, creator: string | undefined): Promise<readonly CatalogTag[] | null> {
    const row = await readSingle(this.pool, TAGS_OF_MARKET, { by: 'id', value: id }, creator);
    return row?.tags.map(toTag) ?? null;
  }
}

/** Selects the page's ids first, from indexes when the filter allows, so that a deep offset skips ids and not complete rows. */
async function listStatement(pool: Pool, query: MarketListRequest): Promise<{ text: string; values: unknown[] } | null> {
  const [tagIds, eventIds] = await Promise.all([
    idsBySlug(pool, 'tags', query.tag_slug),
    idsBySlug(pool, 'events', query.event_slug),
  ]);
  if (tagIds?.length === 0 || eventIds?.length === 0) return null;
  const where = new Where()
    .addIf(query.active, 'm.active = ?')
    .addIf(query.closed, 'm.closed = ?')
    .addIf(query.archived, 'm.archived = ?')
    .addIf(query.tag_id, 'm.tag_ids @> ARRAY[?::bigint]')
    .addIf(tagIds, 'm.tag_ids && ?::bigint[]')
    .addIf(query.event_id, 'm.event_ids @> ARRAY[?::bigint]')
    .addIf(eventIds, 'm.event_ids && ?::bigint[]')
    .addIf(
      query.conditionId?.map((id) => id.toLowerCase()),
      'm.condition_id = ANY(?::text[])',
    )
    .addIf(query.slug, 'm.slug = ANY(?::text[])')
    .addIf(query.creator?.toLowerCase(), 'm.sites @> ARRAY[?::text]');
  const order = orderBy('m', MARKET_SORT_FIELDS, query, FIGURES);
  const figures = query.order.some((field) => field in FIGURES) ? WITH_FIGURES : '';
  const page = `SELECT m.id FROM gamma.markets m${figures} ${where.sql} ORDER BY ${order} LIMIT ${where.parameter(query.limit)} OFFSET ${where.parameter(query.offset)}`;
  const text = `WITH page AS MATERIALIZED (${page})
    SELECT ${MARKET_COLUMNS}, ${MINIMAL_EVENTS} AS events FROM page JOIN gamma.markets m USING (id)${figures} ORDER BY ${order}`;
  return { text, values: where.values };
}
