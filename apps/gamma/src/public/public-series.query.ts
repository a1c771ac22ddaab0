import { Inject, Injectable } from '@nestjs/common';
import type { PublicSeries, PublicSeriesListRequest } from '@foretell/contracts';
import { DATABASE_POOL, Where, type Pool, type Statement } from '@foretell/platform-prisma';
import { SERIES_ON_SITE } from '../series/series.query';
import { given } from './public-page.query';
import { orderSql, sortColumns, type SortColumns } from './public-order';
import { toPublicSeries, type FullSeriesRow } from './public.mapper';
import { PUBLIC_EVENT_COLUMNS, PUBLIC_SERIES_COLUMNS, PUBLIC_SERIES_TYPES } from './public-rows';

const ID = { sql: 's.id', type: 'bigint' } as const;
const SERIES_ORDER: SortColumns = {
  id: ID,
  slug: { sql: 's.slug', type: 'text' },
  title: { sql: 's.title', type: 'text' },
  createdat: { sql: 's.created_at', type: 'timestamp' },
  updatedat: { sql: 's.updated_at', type: 'timestamp' },
};
/** Maximum events per series in a response, newest first: some series gain an event every five minutes. */
const LISTED_EVENTS_MAX = 100;
const SINGLE_EVENTS_MAX = 500;

export const PUBLIC_SERIES_BY_ID: Statement<FullSeriesRow> = {
  name: 'public series by id',
  text: `SELECT ${PUBLIC_SERIES_COLUMNS}, ${eventsOf(SINGLE_EVENTS_MAX)} AS events FROM gamma.series s WHERE s.id = $1`,
  columns: { ...PUBLIC_SERIES_TYPES, events: 'json' },
};

@Injectable()
export class PublicSeriesQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async list(query: PublicSeriesListRequest): Promise<readonly PublicSeries[]> {
    const site = query.creator?.toLowerCase();
    const where = new Where()
      .addIf(given(query.slug), 's.slug = ANY(?::text[])')
      .addIf(query.closed, 's.closed = ?')
      .addIf(query.recurrence, 's.recurrence = ?')
      .addIf(site, SERIES_ON_SITE);
    const order = orderSql(sortColumns(SERIES_ORDER, ID, query.order), query.ascending);
    const events = query.exclude_events ? `'[]'::json` : eventsOf(LISTED_EVENTS_MAX);
    // The page is picked first: PostgreSQL would read the events of the rows before the offset as well.
    const page = `SELECT s.* FROM gamma.series s ${where.sql} ORDER BY ${order} LIMIT ${where.parameter(query.limit)} OFFSET ${where.parameter(query.offset)}`;
    const { rows } = await this.pool.query<FullSeriesRow>(
      `SELECT ${PUBLIC_SERIES_COLUMNS}, ${events} AS events FROM (${page}) s ORDER BY ${order}`,
      where.values,
    );
    return rows.map(toPublicSeries);
  }

  async single(id: number): Promise<PublicSeries | null> {
    const { rows } = await this.pool.query<FullSeriesRow>({ ...PUBLIC_SERIES_BY_ID, values: [id] });
    return rows[0] === undefined ? null : toPublicSeries(rows[0]);
  }
}

/** OFFSET 0 keeps PostgreSQL from scanning all events by id to find the series' own. */
function eventsOf(eventsMax: number): string {
  return `(SELECT coalesce(json_agg(event ORDER BY event.id DESC), '[]') FROM (
    SELECT ${PUBLIC_EVENT_COLUMNS} FROM (
      SELECT newest.id FROM (SELECT own.id FROM gamma.events own WHERE own.series_ids @> ARRAY[s.id] OFFSET 0) newest
      ORDER BY newest.id DESC LIMIT ${eventsMax}) listed
    JOIN gamma.events e ON e.id = listed.id JOIN gamma.event_figures f ON f.event_id = e.id) event)`;
}
