import { itemsOf, keyOf, onSite, pageOf } from './hits.sql';
import { TAG_ITEM, TAGS_FOUND } from './tags.sql';
import { areTitlesCovered, candidatesFor } from './words.sql';

/**
 * Which events match, for the sessions of SEARCH_POOL. Prepared by name, so PostgreSQL plans them once a connection. All take
 * $1 text, $2 slug, $3 prefix, $4 part, $5 tsquery, $6 limit, $7 offset, $8 site or null.
 *
 * An event matches when its document has all words or its title the text. The first statement counts those by words, and is
 * enough for most searches: it knows whether titles could add some, and few hits are ranked and sorted at once. The others are
 * for what remains. It also looks for tags and misspellings, because a statement more costs more than they do.
 */

/** More hits than these are not sorted: the best are then met soon enough by going through the events in their order. */
const SORTED_MAX = 500;
/** So many of the first events are looked through for the text before an index is asked for all that have it. */
const LOOKED_THROUGH = 1000;
/** The index of the titles' beginnings holds no more of each. */
const BEGINNING_LENGTH = 100;

const ITEM = 'SELECT e.id, e.ticker, e.slug, e.title FROM gamma.events e WHERE e.id = hit.id';
const RANK = `CASE WHEN s.title_folded = $1 OR s.slug = $2 THEN 0 WHEN s.title_folded LIKE $3 THEN 1 WHEN s.title_folded LIKE $4 THEN 2 ELSE 3 END`;
/** Of titles that have the text. */
const RANK_WITH_PART = `CASE WHEN s.title_folded = $1 OR s.slug = $2 THEN 0 WHEN s.title_folded LIKE $3 THEN 1 ELSE 2 END`;
const ON_SITE = onSite('s.sites', '$8');
/** In a SELECT of its own the text is read once, not once a row. */
const QUERY = `(SELECT to_tsquery('english', $5))`;

/**
 * $9 the words' queries, $10 their patterns, $11 whether tags are asked for, $12 the words that may be misspelt. One row:
 * - total, covered: the number of events that have all words, and whether these are all that match;
 * - items: the page of events; null where it is left to one of the other statements;
 * - tag_total, tags: the same of the tags;
 * - unknown: when neither words nor tags are found, the words that are not known, each with those it is like; null when every
 * word is known.
 */
export const FIRST_LOOK = `WITH counted AS MATERIALIZED (
    SELECT count(*)::int AS total, (array_agg(s.place))[1 : ${SORTED_MAX}] AS places FROM gamma.event_search s
      WHERE s.document @@ ${QUERY} AND ${ON_SITE}),
  looked AS MATERIALIZED (SELECT total, numnode(${QUERY}) > 0 AND ${areTitlesCovered('$9', '$10')} AS covered, places
  FROM counted), page AS MATERIALIZED (${pageOf(
    `SELECT ${keyOf(RANK, 's.place')} AS key FROM gamma.event_search s WHERE s.place = ANY((SELECT places FROM looked
    WHERE covered AND total <= ${SORTED_MAX})::bigint[])`,
    '$6',
    '$7',
  )}),
  tag_page AS MATERIALIZED (SELECT total, keys FROM (${TAGS_FOUND}) found WHERE $11::boolean)
  SELECT looked.total, covered, CASE WHEN covered AND looked.total <= ${SORTED_MAX}
    THEN ${itemsOf('page.keys', ITEM)} END AS items,
    coalesce(tag_page.total, 0) AS tag_total, ${itemsOf('tag_page.keys', TAG_ITEM)} AS tags,
    CASE WHEN looked.total + coalesce(tag_page.total, 0) = 0 THEN ${candidatesFor('$12')} END AS unknown
  FROM looked CROSS JOIN page LEFT JOIN tag_page ON true`;

/**
 * $9 the number of all hits, which are many and all have the words. One row {items}. Titles that begin with the text are few or
 * first; those that have it are either met soon or few; the others are met soon.
 */
export const EVENTS_OF_MANY = `WITH begun AS MATERIALIZED (
    SELECT ${keyOf('CASE WHEN s.title_folded = $1 OR s.slug = $2 THEN 0 ELSE 1 END', 's.place')} AS key FROM gamma.event_search s
      WHERE left(s.title_folded, ${BEGINNING_LENGTH}) ~>=~ left($1, ${BEGINNING_LENGTH})
        AND left(s.title_folded, ${BEGINNING_LENGTH}) ~<~ (left($1, ${BEGINNING_LENGTH}) || U&'\\+10FFFF')
          AND s.title_folded LIKE $3 AND ${ON_SITE}
    UNION ALL SELECT ${keyOf('0', 's.place')} FROM gamma.event_search s WHERE s.slug = $2 AND s.title_folded NOT LIKE $3
  AND ${ON_SITE}), page AS MATERIALIZED (SELECT $6::int + $7::int - count(*) AS wanted FROM begun),
  soon AS MATERIALIZED (SELECT ${keyOf('2', 's.place')} AS key
    FROM (SELECT * FROM gamma.event_search s WHERE (SELECT wanted FROM page) > 0 ORDER BY s.place LIMIT ${LOOKED_THROUGH}) s
    WHERE ${hasInside()} AND ${ON_SITE} ORDER BY s.place LIMIT (SELECT greatest(wanted, 0) FROM page)),
  parts AS MATERIALIZED (SELECT key FROM soon WHERE (SELECT count(*) FROM soon) >= (SELECT wanted FROM page)
    UNION ALL SELECT ${keyOf('2', 's.place')} FROM gamma.event_search s
      WHERE ${hasInside()} AND ${ON_SITE} AND (SELECT count(*) FROM soon) < (SELECT wanted FROM page)),
  others AS MATERIALIZED (SELECT ${keyOf('3', 's.place')} AS key FROM gamma.event_search s
    WHERE ts_match_vq(s.document, ${QUERY}) AND s.title_folded NOT LIKE $4 AND s.slug <> $2 AND ${ON_SITE}
    ORDER BY s.place LIMIT (SELECT greatest(least(wanted, $9::int - (SELECT count(*) FROM begun)) - (SELECT count(*) FROM parts),
      0) FROM page)),
  keys AS (SELECT ARRAY(SELECT key FROM (SELECT key FROM begun UNION ALL SELECT key FROM parts UNION ALL SELECT key
    FROM others) hit
    ORDER BY key LIMIT $6::int OFFSET $7::int) AS keys)
  SELECT ${itemsOf('keys', ITEM)} AS items FROM keys`;

/** $9 the number of events that have all words. One row {total, items}. */
export const EVENTS_BY_WORDS_OR_TITLE = byWordsOrTitle('s.title_folded LIKE $4');
/**
 * The same for a text without three letters in a row: it has no trigram, and walking the titles is cheaper than walking all of
 * their index.
 */
export const EVENTS_BY_WORDS_OR_TITLE_WALKED = byWordsOrTitle('strpos(s.title_folded, $1) > 0');

/**
 * Three searches by index, each without what those before it found: PostgreSQL would compare every document again if they were
 * one condition with OR.
 */
function byWordsOrTitle(hasPart: string): string {
  const isNew = `($9::int = 0 OR NOT s.document @@ ${QUERY})`;
  const ranked = (rank: string): string => `SELECT ${keyOf(rank, 's.place')} AS key FROM gamma.event_search s WHERE ${ON_SITE}`;
  const hits = `${ranked(RANK)} AND s.document @@ ${QUERY}
    UNION ALL ${ranked(RANK_WITH_PART)} AND ${hasPart} AND ${isNew}
    UNION ALL ${ranked('0')} AND s.slug = $2 AND NOT ${hasPart} AND ${isNew}`;
  return `WITH page AS MATERIALIZED (${pageOf(hits, '$6', '$7')}) SELECT total, ${itemsOf('keys', ITEM)} AS items FROM page`;
}

/** Has the text elsewhere than at its beginning. */
function hasInside(): string {
  return 's.title_folded LIKE $4 AND s.title_folded NOT LIKE $3 AND s.slug <> $2';
}
