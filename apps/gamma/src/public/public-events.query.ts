import { Inject, Injectable } from '@nestjs/common';
import type {
  PublicEvent,
  PublicEventKeysetRequest,
  PublicEventListRequest,
  PublicEventPagination,
  PublicTag,
} from '@foretell/contracts';
import { Encoded } from '@foretell/platform-server';
import { DATABASE_POOL, Where, type ColumnsOf, type Pool, type Statement } from '@foretell/platform-prisma';
import { idsBySlug } from '../catalog/lookups.query';
import { readSingle, singles, type SingleKey } from '../catalog/single.query';
import { encodedRows, type EncodedPage } from './encoded-rows';
import { addFilters, EVENTS_LISTED, given, pageStatement } from './public-page.query';
import { EVENT_ORDER, orderSql, sortColumns, toCursor } from './public-order';
import { toPublicEvent, toPublicTag, type FullEventRow } from './public.mapper';
import { PublicTagsQuery } from './public-tags.query';
import {
  PUBLIC_EVENT_COLUMNS,
  PUBLIC_EVENT_TYPES,
  PUBLIC_MARKETS_OF_EVENT,
  publicSeriesOf,
  publicTagsOf,
  type PublicTagRow,
} from './public-rows';

const FULL = `${PUBLIC_EVENT_COLUMNS}, ${publicTagsOf('e.tag_ids')} AS tags, ${publicSeriesOf('e.series_ids')} AS series,
  ${PUBLIC_MARKETS_OF_EVENT} AS markets`;
const FROM = 'gamma.events e JOIN gamma.event_figures f ON f.event_id = e.id';
const ID = { sql: 'e.id', type: 'bigint' } as const;

const SOURCE = { alias: 'e', from: FROM, by: { id: 'e.id = $1', slug: 'e.slug = $1' } } as const;
export type PublicEventKey = SingleKey<keyof typeof SOURCE.by>;

const TYPES: ColumnsOf<FullEventRow> = { ...PUBLIC_EVENT_TYPES, tags: 'json', series: 'json', markets: 'json' };
export const PUBLIC_EVENT = singles<FullEventRow, PublicEventKey['by']>('public event', SOURCE, () => FULL, TYPES);
export const TAGS_OF_PUBLIC_EVENT = singles<{ readonly tags: readonly PublicTagRow[] }, PublicEventKey['by']>(
  'public event tags',
  SOURCE,
  () => `${publicTagsOf('e.tag_ids')} AS tags`,
  { tags: 'json' },
);
/** $1 ids. */
export const PUBLIC_EVENTS_BY_ID: Statement<FullEventRow> = {
  name: 'public events by id',
  text: `SELECT ${FULL} FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
    JOIN gamma.events e ON e.id = wanted.id
    JOIN gamma.event_figures f ON f.event_id = e.id ORDER BY wanted.place`,
  columns: TYPES,
};

/** Events of the public format, each with its complete markets, series and tags. */
@Injectable()
export class PublicEventsQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly tagsQuery: PublicTagsQuery,
  ) {}

  async page(query: PublicEventKeysetRequest): Promise<EncodedPage<'events', PublicEvent>> {
    const where = await this.filtered(query);
    if (where === null) return { events: Encoded.list([]) };
    const columns = sortColumns(EVENT_ORDER, ID, query.order);
    const { text, values } = pageStatement(EVENTS_LISTED, where, columns, query, FULL);
    const { rows } = await this.pool.query<FullEventRow & { keys: string[]; more: boolean }>(text, [...values]);
    const last = rows.at(-1);
    const events = await encodedRows(rows, toPublicEvent);
    return { events, ...(last?.more === true ? { next_cursor: toCursor(columns, query.ascending, last.keys) } : {}) };
  }

  async counted(query: PublicEventListRequest): Promise<Encoded<PublicEventPagination>> {
    const [{ events, next_cursor: next }, where] = await Promise.all([this.page(query), this.filtered(query)]);
    const pagination = { hasMore: next !== undefined, totalResults: where === null ? 0 : await this.count(where) };
    return Encoded.object<PublicEventPagination>({ data: events, pagination });
  }

  /** The existing events with these ids, in the order of the ids. */
  async byIds(ids: readonly number[]): Promise<readonly PublicEvent[]> {
    const { rows } = await this.pool.query<FullEventRow>({ ...PUBLIC_EVENTS_BY_ID, values: [ids] });
    return rows.map(toPublicEvent);
  }

  /** Sorts ids by a field of events; null when no such field exists. */
  sortedBy(order: string | undefined, ascending: boolean): ((ids: readonly number[]) => Promise<readonly number[]>) | null {
    const columns = sortColumns(EVENT_ORDER, ID, order);
    if (columns.length === 1 && columns[0] === ID) return null;
    const text = `SELECT e.id FROM ${FROM} WHERE e.id = ANY($1::bigint[]) ORDER BY ${orderSql(columns, ascending)}`;
    return async (ids) => (await this.pool.query<{ id: number }>(text, [ids])).rows.map(({ id }) => id);
  }

  async single(key: PublicEventKey, creator: string | undefined): Promise<PublicEvent | null> {
    const row = await readSingle(this.pool, PUBLIC_EVENT, key, creator);
    return row === null ? null : toPublicEvent(row);
  }

  async tags(key: PublicEventKey, creator: string | undefined): Promise<readonly PublicTag[] | null> {
    const row = await readSingle(this.pool, TAGS_OF_PUBLIC_EVENT, key, creator);
    return row?.tags.map(toPublicTag) ?? null;
  }

  /** The filter of the request; null when it names a tag or series that does not exist. */
  private async filtered(query: PublicEventListRequest): Promise<Where | null> {
    const [tags, seriesIds] = await Promise.all([
      this.tagsQuery.foundBy(query),
      idsBySlug(this.pool, 'series', query.series_slug),
    ]);
    if (tags.bySlug?.length === 0 || seriesIds?.length === 0) return null;
    const where = addFilters(new Where(), EVENTS_LISTED, query, tags)
      .addIf(seriesIds, 'e.series_ids && ?::bigint[]')
      .addIf(given(query.series_id), 'e.series_ids && ?::bigint[]')
      .addIf(given(query.game_id), 'e.game_id = ANY(?::text[])')
      .addIf(query.event_date, 'e.event_date = ?')
      .addIf(query.start_time_min, 'e.start_time >= left(?, 19)')
      .addIf(query.start_time_max, 'e.start_time <= left(?, 19)')
      .addIf(query.live, 'e.live = ?')
      .addIf(query.ended, 'e.ended = ?')
      .addIf(query.title_search?.toLowerCase(), 'strpos(lower(e.title), ?) > 0');
    if (query.featured !== undefined) where.add(`${query.featured ? '' : 'NOT '}coalesce(e.source ->> 'featured', '') = 'true'`);
    return where;
  }

  private async count({ sql, values }: Where): Promise<number> {
    const from = /\bf\./.test(sql) ? FROM : EVENTS_LISTED.table;
    const text = `SELECT count(*)::int AS total FROM ${from} ${sql}`;
    return (await this.pool.query<{ total: number }>(text, values)).rows[0]?.total ?? 0;
  }
}
