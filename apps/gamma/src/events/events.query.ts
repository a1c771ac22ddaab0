import { Inject, Injectable } from '@nestjs/common';
import {
  EVENT_SORT_FIELDS,
  type CatalogTag,
  type EventListRequest,
  type ListedEvent,
  type SingleEvent,
} from '@foretell/contracts';
import { DATABASE_POOL, Where, type Pool } from '@foretell/platform-prisma';
import { idsBySlug } from '../catalog/lookups.query';
import { readSingle, singles, type SingleKey } from '../catalog/single.query';
import { toEmbeddedEvent, toListedEvent, toMarketFields, toSeriesFields, toTag } from '../catalog/resource.mapper';
import {
  EVENT_COLUMNS,
  EVENT_TYPES,
  MARKET_COLUMNS,
  SERIES_COLUMNS,
  tagsOf,
  type EventRow,
  type MarketRow,
  type SeriesRow,
  type TagRow,
} from '../catalog/rows';
import { orderBy } from '../params/order';

const SOURCE = { alias: 'e', from: 'gamma.events e', by: { id: 'e.id = $1', slug: 'e.slug = $1' } } as const;
export type EventKey = SingleKey<keyof typeof SOURCE.by>;

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

export const SINGLE_EVENT = singles<SingleRow, EventKey['by']>(
  'event',
  SOURCE,
  (isOnSite) => `${EVENT_COLUMNS}, e.event_metadata AS "eventMetadata", ${tagsOf('e.tag_ids')} AS tags, ${SERIES} AS series,
    (SELECT coalesce(json_agg(market ORDER BY threshold, position, id), '[]') FROM (
      SELECT m.group_item_threshold AS threshold, m.position, ${MARKET_COLUMNS}
      FROM gamma.markets m WHERE m.event_ids @> ARRAY[e.id] ${isOnSite ? 'AND m.sites @> ARRAY[$2::text]' : ''}) market) AS markets`,
  { ...EVENT_TYPES, eventMetadata: 'jsonb', tags: 'json', series: 'json', markets: 'json' },
);
export const TAGS_OF_EVENT = singles<{ readonly tags: readonly TagRow[] }, EventKey['by']>(
  'event tags',
  SOURCE,
  () => `${tagsOf('e.tag_ids')} AS tags`,
  { tags: 'json' },
);

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
    const row = await readSingle(this.pool, SINGLE_EVENT, key, creator);
    if (row === null) return null;
    return {
      ...toEmbeddedEvent(row),
      tags: row.tags.map(toTag),
      markets: row.markets.map(toMarketFields),
      series: row.series.map(toSeriesFields),
      eventMetadata: row.eventMetadata,
    };
  }

  async tags(id: number, creator: string | undefined): Promise<readonly CatalogTag[] | null> {
    const row = await readSingle(this.pool, TAGS_OF_EVENT, { by: 'id', value: id }, creator);
    return row?.tags.map(toTag) ?? null;
  }
}
