import { writeStatement, type Statement } from '@foretell/platform-prisma';
import { bigint, rowsOf, selected, typesOf, upsert, type RowOf } from '../catalog/column';
import { SOURCE_FIGURES, VOLUMES } from '../catalog/figures';
import { EVENT_RECORD_COLUMNS, MARKET_RECORD_COLUMNS, TAG_RECORD_COLUMNS } from '../catalog/records';
import { EVENTS, MARKETS, SERIES, TAGS } from '../catalog/tables';

/** Statements of the catalog's write side. Rows are sent as one JSON array per statement, instants as text. */

export const TAGS_BY_ID: Statement<RowOf<typeof TAG_RECORD_COLUMNS>> = {
  name: 'tags by id',
  text: `SELECT ${selected(TAG_RECORD_COLUMNS, 't')} FROM gamma.tags t WHERE t.id = ANY($1::bigint[])`,
  columns: typesOf(TAG_RECORD_COLUMNS),
};
export const SERIES_BY_ID: Statement<RowOf<typeof SERIES>> = {
  name: 'series by id',
  text: `SELECT ${selected(SERIES, 's')} FROM gamma.series s WHERE s.id = ANY($1::bigint[])`,
  columns: typesOf(SERIES),
};
export const EVENTS_BY_ID: Statement<RowOf<typeof EVENT_RECORD_COLUMNS>> = {
  name: 'events by id',
  text: `SELECT ${selected(EVENT_RECORD_COLUMNS, 'e')} FROM gamma.events e WHERE e.id = ANY($1::bigint[])`,
  columns: typesOf(EVENT_RECORD_COLUMNS),
};

/** A union of index lookups: PostgreSQL answers one condition with OR, or an overlap of long arrays, by a full table scan. */
export const MARKETS_TOUCHED: Statement<RowOf<typeof MARKET_RECORD_COLUMNS>> = {
  name: 'markets touched',
  text: `SELECT ${selected(MARKET_RECORD_COLUMNS, 'm')} FROM gamma.markets m WHERE m.id = ANY(ARRAY(
    SELECT id FROM gamma.markets WHERE id = ANY($1::bigint[])
    UNION SELECT of_event.id FROM unnest($2::bigint[]) AS event (id) CROSS JOIN LATERAL
      (SELECT id FROM gamma.markets WHERE event_ids @> ARRAY[event.id] OFFSET 0) of_event
    UNION SELECT id FROM gamma.markets WHERE condition_id = ANY($3::text[])))`,
  columns: typesOf(MARKET_RECORD_COLUMNS),
};

export interface MarketTokens {
  readonly id: number;
  readonly token_ids: readonly string[];
}
export const MARKETS_BY_TOKEN: Statement<MarketTokens> = {
  name: 'markets by token',
  text: `SELECT held.id, held.token_ids FROM unnest($1::text[]) AS token (id) CROSS JOIN LATERAL (
    SELECT id, token_ids FROM gamma.markets WHERE token_ids[1] = token.id
    UNION ALL SELECT id, token_ids FROM gamma.markets WHERE token_ids[2] = token.id) held`,
  columns: { id: 'bigint', token_ids: 'text[]' },
};

export interface SlugHolder {
  readonly kind: 'market' | 'event';
  readonly id: number;
  readonly slug: string;
}
export const HOLDERS_OF_SLUGS: Statement<SlugHolder> = {
  name: 'holders of slugs',
  text: `SELECT 'market' AS kind, m.id, m.slug FROM gamma.markets m WHERE m.slug = ANY($1::text[])
  UNION ALL SELECT 'event', e.id, e.slug FROM gamma.events e WHERE e.slug = ANY($2::text[])`,
  columns: { kind: 'text', id: 'bigint', slug: 'text' },
};

export const PUT_TAGS = writeStatement('put tags', upsert('gamma.tags', TAGS));
export const PUT_SERIES = writeStatement('put series', upsert('gamma.series', SERIES));
export const PUT_EVENTS = writeStatement('put events', upsert('gamma.events', EVENTS));
export const PUT_MARKETS = writeStatement('put markets', upsert('gamma.markets', MARKETS));
export const PUT_MARKET_FIGURES = writeStatement('put market figures', putFigures('gamma.market_figures', 'market_id'));
export const PUT_EVENT_FIGURES = writeStatement('put event figures', putFigures('gamma.event_figures', 'event_id'));

/**
 * $2 the current Unix hour. The source's volumes are stored separately from those traded here, and decrease from their first
 * import on; its book figures yield to the book here. A row of the previous release has no hour: its figure is the volume here
 * after the first trade.
 */
function putFigures(table: string, id: string): string {
  const names = Object.keys(SOURCE_FIGURES);
  const volumes = Object.keys(VOLUMES);
  const sources = volumes.map((name) => `source_${name}`);
  const isNew = `(${sources.map((name) => `held.${name}`).join(', ')})
    IS DISTINCT FROM (${sources.map((name) => `excluded.${name}`).join(', ')})`;
  const traded = (name: string): string =>
    `CASE WHEN held.sourced_hour = 0 AND held.is_traded THEN held.${name} ELSE held.traded_${name} END`;
  const updates = [
    ...volumes.flatMap((name) => [
      `${name} = CASE WHEN ${isNew} THEN ${sumOf(`excluded.source_${name}`, `(${traded(name)})`)} ELSE held.${name} END`,
      `traded_${name} = ${traded(name)}`,
    ]),
    ...sources.map((name) => `${name} = excluded.${name}`),
    `sourced_hour = CASE WHEN ${isNew} THEN excluded.sourced_hour ELSE held.sourced_hour END`,
    ...['liquidity', 'competitive'].map(
      (name) => `${name} = CASE WHEN held.is_quoted THEN held.${name} ELSE excluded.${name} END`,
    ),
  ];
  return `INSERT INTO ${table} AS held (${id}, ${[...names, ...sources].join(', ')}, sourced_hour)
    SELECT id, ${[...names, ...volumes].join(', ')}, $2::int FROM ${rowsOf({ id: bigint, ...SOURCE_FIGURES })}
    ON CONFLICT (${id}) DO UPDATE SET ${updates.join(', ')}`;
}

/** Rounded to micros, so that adding never drifts; a source's own figure is not rounded. */
function sumOf(source: string, traded: string): string {
  return `CASE WHEN ${traded} = 0 THEN ${source} ELSE round((${source} + ${traded})::numeric, 6)::float8 END`;
}

/** $1 ids of markets, $2 their new ids: updates the market and all rows stored by its id. */
export const MOVE_MARKETS = [
  ['markets', 'id'],
  ['market_figures', 'market_id'],
  ['traded_hours', 'market_id'],
  ['priced_hours', 'market_id'],
].map(
  ([table, id]) => `UPDATE gamma.${table} held SET ${id} = moved.new_id
  FROM unnest($1::bigint[], $2::bigint[]) AS moved (old_id, new_id) WHERE held.${id} = moved.old_id`,
);

/** Marks the rows that the search index has to read again, and whether their words changed too. */
export const PUT_SEARCH = writeStatement(
  'put searched events',
  `INSERT INTO gamma.event_search AS held (event_id, version, words_version)
  SELECT "eventId", version, "wordsVersion"
  FROM json_to_recordset($1::json) AS row ("eventId" bigint, version bigint, "wordsVersion" bigint)
  ON CONFLICT (event_id) DO UPDATE SET version = excluded.version,
    words_version = greatest(held.words_version, excluded.words_version)`,
);

export interface JournalHead {
  readonly sequence: number;
  readonly version: number;
}
/** Locked until the transaction ends. */
export const JOURNAL_HEAD: Statement<JournalHead> = {
  name: 'journal head',
  text: 'SELECT sequence, version FROM gamma.journal_head WHERE id = 1 FOR UPDATE',
  columns: { sequence: 'bigint', version: 'bigint' },
};
export const MOVE_HEAD = writeStatement('move head', 'UPDATE gamma.journal_head SET sequence = $1, version = $2 WHERE id = 1');
/** One message of up to 256 events: as separate parameters the bytes are sent in binary. */
export const APPEND = writeStatement(
  'append',
  'INSERT INTO gamma.journal (first_sequence, last_sequence, at, payload) VALUES ($1, $2, $3, $4)',
);

export interface JournalRow {
  readonly first_sequence: number;
  readonly last_sequence: number;
  readonly payload: Buffer;
}
/** $1 a sequence, $2 at most so many messages. */
export const JOURNAL_FROM: Statement<JournalRow> = {
  name: 'journal from',
  text: `SELECT first_sequence, last_sequence, payload FROM gamma.journal WHERE last_sequence >= $1
    ORDER BY last_sequence LIMIT $2`,
  columns: { first_sequence: 'bigint', last_sequence: 'bigint', payload: 'bytea' },
};

export interface CatalogPosition extends JournalHead {
  /** Version of the figures; null before the first event of trading. */
  readonly figures: number | null;
}
export const CATALOG_POSITION: Statement<CatalogPosition> = {
  name: 'catalog position',
  text: `SELECT sequence, version, (SELECT figures_version FROM gamma.checkpoints WHERE source = 'clob') AS figures
    FROM gamma.journal_head WHERE id = 1`,
  columns: { sequence: 'bigint', version: 'bigint', figures: 'bigint' },
};
export const TAKE_STATISTICS = 'SELECT gamma.take_statistics()';
