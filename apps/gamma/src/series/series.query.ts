import { Inject, Injectable } from '@nestjs/common';
import type { CatalogListRequest, CatalogSeries } from '@foretell/contracts';
import { DATABASE_POOL, Where, type Pool } from '@foretell/platform-prisma';
import { toEmbeddedEvent, toSeriesFields } from '../catalog/resource.mapper';
import { EVENT_COLUMNS, SERIES_COLUMNS, type EventRow, type SeriesRow } from '../catalog/rows';

/** Maximum events per series in a response, newest first: some series gain an event every five minutes. */
const LISTED_EVENTS_MAX = 100;
const SINGLE_EVENTS_MAX = 500;

/** Whether the series has an event that a site lists; ? is the site. */
export const SERIES_ON_SITE =
  'EXISTS (SELECT FROM gamma.events on_site WHERE on_site.series_ids @> ARRAY[s.id] AND on_site.sites @> ARRAY[?::text])';

@Injectable()
export class SeriesQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** By id, oldest first; with a creator, only series and events that have markets on that site. */
  async list({ limit, offset, creator }: CatalogListRequest): Promise<readonly CatalogSeries[]> {
    const where = new Where();
    const events = embeddedEvents(where, creator, LISTED_EVENTS_MAX);
    where.addIf(creator?.toLowerCase(), SERIES_ON_SITE);
    // The page is picked first: PostgreSQL would read the events of the rows before the offset as well.
    const page = `SELECT s.* FROM gamma.series s ${where.sql} ORDER BY s.id LIMIT ${where.parameter(limit)} OFFSET ${where.parameter(offset)}`;
    return this.read(`SELECT ${SERIES_COLUMNS}, ${events} AS events FROM (${page}) s ORDER BY s.id`, where);
  }

  async single(id: number, creator: string | undefined): Promise<CatalogSeries | null> {
    const where = new Where();
    const events = embeddedEvents(where, creator, SINGLE_EVENTS_MAX);
    where.add('s.id = ?', id).addIf(creator?.toLowerCase(), SERIES_ON_SITE);
    const [series] = await this.read(`SELECT ${SERIES_COLUMNS}, ${events} AS events FROM gamma.series s ${where.sql}`, where);
    return series ?? null;
  }

  private async read(text: string, { values }: Where): Promise<readonly CatalogSeries[]> {
    const { rows } = await this.pool.query<SeriesRow & { events: EventRow[] }>(text, values);
    return rows.map((row) => ({ ...toSeriesFields(row), events: row.events.map(toEmbeddedEvent) }));
  }
}

/** OFFSET 0 keeps PostgreSQL from scanning all events by id to find the series' own. */
function embeddedEvents(where: Where, creator: string | undefined, eventsMax: number): string {
  const site = creator === undefined ? '' : `AND own.sites @> ARRAY[${where.parameter(creator.toLowerCase())}::text]`;
  return `(SELECT coalesce(json_agg(event ORDER BY event.id DESC), '[]') FROM (
    SELECT ${EVENT_COLUMNS} FROM (
      SELECT newest.id FROM (SELECT own.id FROM gamma.events own WHERE own.series_ids @> ARRAY[s.id] ${site} OFFSET 0) newest
      ORDER BY newest.id DESC LIMIT ${eventsMax}) listed
    JOIN gamma.events e ON e.id = listed.id) event)`;
}
