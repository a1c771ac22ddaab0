import { Inject, Injectable } from '@nestjs/common';
import {
  EVENT_SORT_FIELDS,
  type CatalogTag,
  type EventListRequest,
  type ListedEvent,
  type SingleEvent,
} from '@foretell/contracts';
import { DATABASE_POOL, Where, type Pool } from '@foretell/platform-prisma';
import { idsBySlug } from '../catalog/lookups';
import { toEmbeddedEvent, toListedEvent, toMarketFields, toSeriesFields, toTag } from '../catalog/resource.mapper';
import {
  EVENT_COLUMNS,
  MARKET_COLUMNS,
  SERIES_COLUMNS,
  tagsOf,
  type EventRow,
  type MarketRow,
  type SeriesRow,
  type TagRow,
} from '../catalog/rows';
import { orderBy } from '../params/order';

const BY = { id: 'e.id = $1', slug: 'e.slug = $1' };
export type EventKey = { readonly by: keyof typeof BY; readonly value: string | number };

const figure = (name: string): string => `(SELECT f.${name} FROM gamma.event_figures f WHERE f.event_id = e.id)`;
const FIGURES = { volume: figure('volume'), liquidity: figure('liquidity') };

const SERIES = `(SELECT coalesce(json_agg(one ORDER BY one.place), '[]') FROM (SELECT listed.place, ${SERIES_COLUMNS}
  FROM unnest(e.series_ids) WITH ORDINALITY AS listed (id, place) JOIN gamma.series s ON s.id = listed.id) one)`;

interface SingleRow extends EventRow {
  readonly tags: readonly TagRow[];
  readonly markets: readonly MarketRow[];
  readonly series: readonly SeriesRow[];
  readonly eventMetadata: Record<string, unknown>;
}

@Injectable()
export class EventsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async list(query: EventListRequest): Promise<readonly ListedEvent[]> {
    const [tagIds, seriesIds] = await Promise.all([
      idsBySlug(this.pool, 'tags', query.tag_slug),
      idsBySlug(this.pool, 'series', query.series_slug),
    ]);
    if (tagIds?.length === 0 || seriesIds?.length === 0) return [];
    const where = new Where()
      .addIf(query.active, 'e.active = ?')
      .addIf(query.closed, 'e.closed = ?')
      .addIf(query.archived, 'e.archived = ?')
      .addIf(query.tag_id, 'e.tag_ids @> ARRAY[?::bigint]')
      .addIf(tagIds, 'e.tag_ids && ?::bigint[]')
      .addIf(seriesIds, 'e.series_ids && ?::bigint[]')
      .addIf(query.slug, 'e.slug = ANY(?::text[])')
      .addIf(query.creator?.toLowerCase(), 'e.sites @> ARRAY[?::text]');
    const order = orderBy('e', EVENT_SORT_FIELDS, query, FIGURES);
    const page = `SELECT e.id FROM gamma.events e ${where.sql} ORDER BY ${order} LIMIT ${where.parameter(query.limit)} OFFSET ${where.parameter(query.offset)}`;
    const { rows } = await this.pool.query<EventRow & { tags: TagRow[] }>(
      `WITH page AS MATERIALIZED (${page})
      SELECT ${EVENT_COLUMNS}, ${tagsOf('e.tag_ids')} AS tags FROM page JOIN gamma.events e USING (id) ORDER BY ${order}`,
      where.values,
    );
    return rows.map((row) => toListedEvent(row, row.tags));
  }

  /** Null when none exists, or none on the creator's site; includes only its markets on that site. */
  async single(key: EventKey, creator: string | undefined): Promise<SingleEvent | null> {
    const site = creator === undefined ? '' : 'AND m.sites @> ARRAY[$2::text]';
    const markets = `(SELECT coalesce(json_agg(market ORDER BY threshold, position, id), '[]') FROM (
      SELECT m.group_item_threshold AS threshold, m.position, ${MARKET_COLUMNS}
      FROM gamma.markets m WHERE m.event_ids @> ARRAY[e.id] ${site}) market)`;
    const columns = `${EVENT_COLUMNS}, e.event_metadata AS "eventMetadata", ${tagsOf('e.tag_ids')} AS tags, ${markets} AS markets, ${SERIES} AS series`;
    const { rows } = await this.pool.query<SingleRow>(singleStatement('event', columns, key, creator));
    const row = rows[0];
    if (row === undefined) return null;
    return {
      ...toEmbeddedEvent(row),
      tags: row.tags.map(toTag),
      markets: row.markets.map(toMarketFields),
      series: row.series.map(toSeriesFields),
      eventMetadata: row.eventMetadata,
    };
  }

  async tags(id: number, creator: string | undefined): Promise<readonly CatalogTag[] | null> {
    const statement = singleStatement('event tags', `${tagsOf('e.tag_ids')} AS tags`, { by: 'id', value: id }, creator);
    const { rows } = await this.pool.query<{ tags: TagRow[] }>(statement);
    return rows[0]?.tags.map(toTag) ?? null;
  }
}

function singleStatement(
  name: string,
  columns: string,
  key: EventKey,
  creator: string | undefined,
): { name: string; text: string; values: unknown[] } {
  const scope = creator === undefined ? '' : 'AND e.sites @> ARRAY[$2::text]';
  return {
    name: `${name} by ${key.by}${creator === undefined ? '' : ' and site'}`,
    text: `SELECT ${columns} FROM gamma.events e WHERE ${BY[key.by]} ${scope} ORDER BY e.closed, e.id DESC LIMIT 1`,
    values: creator === undefined ? [key.value] : [key.value, creator.toLowerCase()],
  };
}
