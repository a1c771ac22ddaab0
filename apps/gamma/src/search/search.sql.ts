/**
 * The two statements of a search, for the sessions of SEARCH_POOL. Each gives one row {total, items}, or none when nothing matches. They are prepared by name, so PostgreSQL
 * plans them once a connection, and so they are the same text for every question: what is not asked for is a null parameter.
 *
 * A hit is one number, its key: what ranks it, whether it is closed, and its id, the newest first. The keys are counted and sorted in one
 * pass; of all hits only those of the page are then looked up.
 */

/** Ids are below this (safe integers); a key is this times its place, less the id. */
const IDS_END = '9007199254740992';

/**
 * $1 text, $2 slug, $3 prefix, $4 part, $5 tsquery, $6 limit, $7 offset, $8 site or null. A text without three letters in a row has no trigram, and
 * walking the titles is then cheaper than walking all of their index.
 */
export const EVENTS_FOUND = foundEvents('s.title_folded LIKE $4');
export const EVENTS_FOUND_BY_WALK = foundEvents('strpos(s.title_folded, $1) > 0');

function foundEvents(hasPart: string): string {
  return found({
    written: eventsAsWritten(hasPart),
    misspelt: `SELECT ${keyOf(likeness('s.title_folded'), 's.open', 's.event_id')} FROM gamma.event_search s
      WHERE $1 OPERATOR(public.<%) s.title_folded AND ${onSite('s.sites', '$8')}`,
    page: ['$6', '$7'],
    item: 'SELECT e.id, e.ticker, e.slug, e.title FROM gamma.events e WHERE e.id = hit.id',
  });
}

/** $1 text, $2 slug, $3 prefix, $4 part, $5 limit, $6 offset, $7 site or null. */
export const TAGS_FOUND = found({
  written: `SELECT ${keyOf(`CASE WHEN t.label_folded = $1 OR t.slug = $2 THEN 0 WHEN t.label_folded LIKE $3 THEN 1 ELSE 2 END`, 'true', 't.id')}
    FROM gamma.tags t WHERE (t.label_folded LIKE $4 OR t.slug = $2) AND ${tagOnSite()}`,
  misspelt: `SELECT ${keyOf(likeness('t.label_folded'), 'true', 't.id')} FROM gamma.tags t
    WHERE $1 OPERATOR(public.<%) t.label_folded AND ${tagOnSite()}`,
  page: ['$5', '$6'],
  item: `SELECT t.id, t.label, t.slug,
      (SELECT count(*) FROM (SELECT e.sites FROM gamma.events e WHERE e.tag_ids @> ARRAY[t.id] OFFSET 0) e WHERE ${onSite('e.sites', '$7')})::int AS event_count
    FROM gamma.tags t WHERE t.id = hit.id`,
});

/**
 * Three searches by index, each without what those before it found: PostgreSQL would compare every document again if they were one condition
 * with OR.
 */
function eventsAsWritten(hasPart: string): string {
  const rank = `CASE WHEN s.title_folded = $1 OR s.slug = $2 THEN 0 WHEN s.title_folded LIKE $3 THEN 1 WHEN s.title_folded LIKE $4 THEN 2 ELSE 3 END`;
  // In a SELECT of its own the text is read once, not once a row.
  const hasWords = `s.document @@ (SELECT to_tsquery('english', $5))`;
  const hits = `SELECT ${keyOf(rank, 's.open', 's.event_id')} FROM gamma.event_search s WHERE ${onSite('s.sites', '$8')}`;
  return `${hits} AND ${hasWords}
    UNION ALL ${hits} AND ${hasPart} AND NOT ${hasWords}
    UNION ALL ${hits} AND s.slug = $2 AND NOT ${hasPart} AND NOT ${hasWords}`;
}

interface Kind {
  /** Statements that give the keys of all hits. The second is only run when the first gives none. */
  readonly written: string;
  readonly misspelt: string;
  readonly page: readonly [limit: string, offset: string];
  /** What is told of the hit `hit.id`. */
  readonly item: string;
}

/** One page of the hits in order, and the number of all. A page past the end still tells the total. */
function found({ written, misspelt, page: [limit, offset], item }: Kind): string {
  const page = `count(*)::int AS total, (array_agg(key ORDER BY key))[$offset::int + 1 : $offset::int + $limit::int] AS keys`
    .replaceAll('$offset', () => offset)
    .replaceAll('$limit', () => limit);
  return `WITH written AS MATERIALIZED (SELECT ${page} FROM (${written}) hit),
    misspelt AS MATERIALIZED (SELECT ${page} FROM (${misspelt}) hit WHERE (SELECT total FROM written) = 0)
  SELECT total, (SELECT coalesce(json_agg(item ORDER BY hit.place), '[]')
      FROM (SELECT -key & (${IDS_END} - 1) AS id, place FROM unnest(keys) WITH ORDINALITY AS each (key, place)) hit
      CROSS JOIN LATERAL (${item} OFFSET 0) item) AS items
    FROM (SELECT total, keys FROM written UNION ALL SELECT total, keys FROM misspelt) hits WHERE total > 0`;
}

/** Least first: by rank, open before closed, the newest first. */
function keyOf(rank: string, isOpen: string, id: string): string {
  return `((${rank}) * 2 + CASE WHEN ${isOpen} THEN 1 ELSE 2 END) * ${IDS_END} - ${id} AS key`;
}

/** The most alike first, in steps of a tenth. */
function likeness(text: string): string {
  return `10 - round(10 * public.word_similarity($1, ${text}))::bigint`;
}

function onSite(sites: string, site: string): string {
  return `(${site}::text IS NULL OR ${sites} @> ARRAY[${site}])`;
}

/** Whether a site lists an event or market of the tag: by the tag's index alone, because a site lists far more than a tag. */
function tagOnSite(): string {
  const listed = (table: string): string =>
    `EXISTS (SELECT FROM (SELECT each.sites FROM gamma.${table} each WHERE each.tag_ids @> ARRAY[t.id] OFFSET 0) of_tag WHERE of_tag.sites @> ARRAY[$7])`;
  return `($7::text IS NULL OR ${listed('events')} OR ${listed('markets')})`;
}
