import type { PublicFilteredRequest } from '@foretell/contracts';
import type { Where } from '@foretell/platform-prisma';
import { keysSql, orderSql, readCursor, type SortColumn } from './public-order';

/** The tables of a list of events or markets: its own and that of the figures. */
export interface Listed {
  readonly alias: 'e' | 'm';
  readonly table: string;
  readonly figures: string;
}
export const EVENTS_LISTED: Listed = {
  alias: 'e',
  table: 'gamma.events e',
  figures: 'gamma.event_figures f ON f.event_id = e.id',
};
export const MARKETS_LISTED: Listed = {
  alias: 'm',
  table: 'gamma.markets m',
  figures: 'gamma.market_figures f ON f.market_id = m.id',
};

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
  readonly ascending: boolean;
  readonly after_cursor?: string;
}

/** An empty list applies no filter. */
export function given<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** The result of lookups before the list itself: the tags of a slug, and those of `tag_id` with their related ones. */
export interface FoundTags {
  readonly bySlug: readonly number[] | undefined;
  readonly byId: readonly number[] | undefined;
}

/** Adds the filters that lists of events and of markets share. */
export function addFilters(where: Where, { alias: a }: Listed, query: PublicFilteredRequest, { bySlug, byId }: FoundTags): Where {
  return where
    .addIf(given(query.id), `${a}.id = ANY(?::bigint[])`)
    .addIf(given(query.slug), `${a}.slug = ANY(?::text[])`)
    .addIf(query.active, `${a}.active = ?`)
    .addIf(query.closed, `${a}.closed = ?`)
    .addIf(query.archived, `${a}.archived = ?`)
    .addIf(byId, `${a}.tag_ids && ?::bigint[]`)
    .addIf(bySlug, `${a}.tag_ids && ?::bigint[]`)
    .addIf(given(query.exclude_tag_id), `NOT ${a}.tag_ids && ?::bigint[]`)
    .addIf(query.start_date_min, `${a}.start_date >= ?::timestamp`)
    .addIf(query.start_date_max, `${a}.start_date <= ?::timestamp AND ${a}.start_date > '-infinity'`)
    .addIf(query.end_date_min, `${a}.end_date >= ?::timestamp`)
    .addIf(query.end_date_max, `${a}.end_date <= ?::timestamp AND ${a}.end_date > '-infinity'`)
    .addIf(query.volume_min, 'f.volume >= ?::float8')
    .addIf(query.volume_max, 'f.volume <= ?::float8')
    .addIf(query.liquidity_min, 'f.liquidity >= ?::float8')
    .addIf(query.liquidity_max, 'f.liquidity <= ?::float8')
    .addIf(query.creator?.toLowerCase(), `${a}.sites @> ARRAY[?::text]`);
}

/**
 * A statement that selects the ids of a page by an index first and reads only those rows. Its rows have `keys`, where the next
 * page would continue, and `more`, whether one exists.
 */
export function pageStatement(
  listed: Listed,
  where: Where,
  columns: readonly SortColumn[],
  query: PageRequest,
  selected: string,
): { readonly text: string; readonly values: readonly unknown[] } {
  if (query.after_cursor !== undefined) addCursor(where, columns, query.after_cursor, query.ascending);
  const order = orderSql(columns, query.ascending);
  const limit = where.parameter(query.limit);
  const offset = where.parameter(query.after_cursor === undefined ? query.offset : 0);
  const needsFigures = /\bf\./.test(`${where.sql} ${order}`);
  const { alias, table, figures } = listed;
  const text = `WITH page AS MATERIALIZED (SELECT ${alias}.id, row_number() OVER (ORDER BY ${order}) AS place
      FROM ${table} ${needsFigures ? `JOIN ${figures}` : ''} ${where.sql} ORDER BY ${order} LIMIT ${limit}::int + 1 OFFSET ${offset})
    SELECT ${selected}, ${keysSql(columns)} AS keys, (SELECT count(*) FROM page) > ${limit}::int AS more
    FROM (SELECT id FROM page ORDER BY place LIMIT ${limit}::int) chosen JOIN ${table} ON ${alias}.id = chosen.id JOIN ${figures}
    ORDER BY ${order}`;
  return { text, values: where.values };
}

function addCursor(where: Where, columns: readonly SortColumn[], cursor: string, ascending: boolean): void {
  const keys = readCursor(cursor, columns, ascending);
  const placed = columns.map(({ type }) => `?::${type}`).join(', ');
  where.add(`(${columns.map(({ sql }) => sql).join(', ')}) ${ascending ? '>' : '<'} (${placed})`, ...keys);
}
