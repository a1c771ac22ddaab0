/** Statements of the catalog's write side. Rows travel as one JSON array a statement, instants as text. */

const EVENT_COLUMNS = `id, ticker, slug, title, description, resolution_source, start_date::text, creation_date::text, end_date::text,
  image, icon, active, closed, catalog_closed, archived, created_at::text, updated_at::text, event_metadata, tag_ids, series_ids, own_sites, sites`;

const MARKET_COLUMNS = `id, question, condition_id, slug, resolution_source, start_date::text, end_date::text, image, icon, description,
  outcomes, token_ids, active, catalog_closed, trading_closed, archived, created_at::text, updated_at::text, question_id, volume,
  liquidity, event_ids, own_tag_ids, tag_ids, creator, own_sites, sites, trading`;

export const TAGS_BY_ID = `SELECT id, label, slug, created_at::text, updated_at::text, requires_translation
  FROM gamma.tags WHERE id = ANY($1::bigint[])`;

export const SERIES_BY_ID = `SELECT id, ticker, slug, title, series_type, recurrence, image, icon, active, closed, archived,
  created_at::text, updated_at::text FROM gamma.series WHERE id = ANY($1::bigint[])`;

export const EVENTS_BY_ID = `SELECT ${EVENT_COLUMNS} FROM gamma.events WHERE id = ANY($1::bigint[])`;

/** A union of index lookups: PostgreSQL answers one condition with OR, or an overlap of long arrays, by walking the whole table. */
export const MARKETS_TOUCHED = `SELECT ${MARKET_COLUMNS} FROM gamma.markets WHERE id = ANY(ARRAY(
    SELECT id FROM gamma.markets WHERE id = ANY($1::bigint[])
    UNION SELECT of_event.id FROM unnest($2::bigint[]) AS event (id) CROSS JOIN LATERAL
      (SELECT id FROM gamma.markets WHERE event_ids @> ARRAY[event.id] OFFSET 0) of_event
    UNION SELECT id FROM gamma.markets WHERE condition_id = ANY($3::text[])))`;

export const MARKETS_BY_TOKEN = `SELECT held.id, held.token_ids FROM unnest($1::text[]) AS token (id) CROSS JOIN LATERAL (
    SELECT id, token_ids FROM gamma.markets WHERE token_ids[1] = token.id
    UNION ALL SELECT id, token_ids FROM gamma.markets WHERE token_ids[2] = token.id) held`;

export const PUT_TAGS = upsert('gamma.tags', {
  id: ['id', 'bigint'],
  label: ['label', 'text'],
  slug: ['slug', 'text'],
  created_at: ['createdAt', 'timestamp'],
  updated_at: ['updatedAt', 'timestamp'],
  requires_translation: ['requiresTranslation', 'boolean'],
  label_folded: ['labelFolded', 'text'],
});

export const PUT_SERIES = upsert('gamma.series', {
  id: ['id', 'bigint'],
  ticker: ['ticker', 'text'],
  slug: ['slug', 'text'],
  title: ['title', 'text'],
  series_type: ['seriesType', 'text'],
  recurrence: ['recurrence', 'text'],
  image: ['image', 'text'],
  icon: ['icon', 'text'],
  active: ['active', 'boolean'],
  closed: ['closed', 'boolean'],
  archived: ['archived', 'boolean'],
  created_at: ['createdAt', 'timestamp'],
  updated_at: ['updatedAt', 'timestamp'],
});

export const PUT_EVENTS = upsert('gamma.events', {
  id: ['id', 'bigint'],
  ticker: ['ticker', 'text'],
  slug: ['slug', 'text'],
  title: ['title', 'text'],
  description: ['description', 'text'],
  resolution_source: ['resolutionSource', 'text'],
  start_date: ['startDate', 'timestamp'],
  creation_date: ['creationDate', 'timestamp'],
  end_date: ['endDate', 'timestamp'],
  image: ['image', 'text'],
  icon: ['icon', 'text'],
  active: ['active', 'boolean'],
  closed: ['closed', 'boolean'],
  catalog_closed: ['catalogClosed', 'boolean'],
  archived: ['archived', 'boolean'],
  created_at: ['createdAt', 'timestamp'],
  updated_at: ['updatedAt', 'timestamp'],
  event_metadata: ['eventMetadata', 'jsonb'],
  tag_ids: ['tagIds', 'bigint[]'],
  series_ids: ['seriesIds', 'bigint[]'],
  own_sites: ['ownSites', 'text[]'],
  sites: ['sites', 'text[]'],
});

export const PUT_MARKETS = upsert('gamma.markets', {
  id: ['id', 'bigint'],
  question: ['question', 'text'],
  condition_id: ['conditionId', 'text'],
  slug: ['slug', 'text'],
  resolution_source: ['resolutionSource', 'text'],
  start_date: ['startDate', 'timestamp'],
  end_date: ['endDate', 'timestamp'],
  image: ['image', 'text'],
  icon: ['icon', 'text'],
  description: ['description', 'text'],
  outcomes: ['outcomes', 'text[]'],
  token_ids: ['tokenIds', 'text[]'],
  active: ['active', 'boolean'],
  closed: ['closed', 'boolean'],
  catalog_closed: ['catalogClosed', 'boolean'],
  trading_closed: ['tradingClosed', 'boolean'],
  archived: ['archived', 'boolean'],
  created_at: ['createdAt', 'timestamp'],
  updated_at: ['updatedAt', 'timestamp'],
  question_id: ['questionId', 'text'],
  volume: ['volume', 'float8'],
  liquidity: ['liquidity', 'float8'],
  event_ids: ['eventIds', 'bigint[]'],
  own_tag_ids: ['ownTagIds', 'bigint[]'],
  tag_ids: ['tagIds', 'bigint[]'],
  creator: ['creator', 'text'],
  own_sites: ['ownSites', 'text[]'],
  sites: ['sites', 'text[]'],
  trading: ['trading', 'jsonb'],
});

/** Nobody asks where in the text a word stands, so the documents do without the places. */
export const PUT_SEARCH = `INSERT INTO gamma.event_search (event_id, title_folded, slug, place, sites, document)
  SELECT "eventId", "titleFolded", slug, place, sites, strip(to_tsvector('english', text))
  FROM json_to_recordset($1::json) AS row ("eventId" bigint, "titleFolded" text, slug text, place bigint, sites text[], text text)
  ON CONFLICT (event_id) DO UPDATE SET title_folded = excluded.title_folded, slug = excluded.slug, place = excluded.place,
    sites = excluded.sites, document = excluded.document`;

/** Each column with the field that it comes from and its type. */
function upsert(table: string, columns: Readonly<Record<string, readonly [field: string, type: string]>>): string {
  const names = Object.keys(columns);
  const fields = Object.values(columns).map(([field]) => `"${field}"`);
  const types = Object.values(columns).map(([field, type]) => `"${field}" ${type}`);
  const updates = names.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`);
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${fields.join(', ')}
    FROM json_to_recordset($1::json) AS row (${types.join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')}`;
}
