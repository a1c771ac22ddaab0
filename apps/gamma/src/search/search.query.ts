import { Inject, Injectable } from '@nestjs/common';
import type { MinimalEvent, SearchResult, SearchTag } from '@foretell/contracts';
import { DATABASE_POOL, inTransaction, type Pool, type PoolClient } from '@foretell/platform-prisma';
import { toMinimalEvent } from '../catalog/resource.mapper';
import type { MinimalEventRow } from '../catalog/rows';
import { Where } from '../catalog/where';
import type { SearchQuery as Search } from '../params/tables';
import { TAGS_ON_SITE } from '../tags/tags.query';
import { searchWords, type SearchWords } from './search-words';

/** How alike a misspelt text must be to a run of words: "bitcon" to "bitcoin" is 0.5, "trmp" to "trump" 0.43. */
const LIKENESS_MIN = 0.4;

interface Found<T> {
  readonly items: readonly T[];
  readonly total: number;
}
interface TagHit {
  readonly id: number;
  readonly label: string;
  readonly slug: string;
  readonly event_count: number;
}

/**
 * Events and tags that match as written: the whole title or slug first, then titles that begin with it, then titles that contain it,
 * then events whose tags, questions or description have all the words; within each the open ones before the closed, then the newest.
 * Only when nothing matches as written are misspellings looked for, by trigrams: so totals count what the words say.
 */
@Injectable()
export class SearchQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async search(query: Search): Promise<SearchResult> {
    const words = searchWords(query.q);
    const offset = (query.page - 1) * query.limit_per_type;
    const [events, tags] = await Promise.all([
      this.events(words, query, offset),
      query.search_tags ? this.tags(words, query, offset) : { items: [], total: 0 },
    ]);
    const end = offset + query.limit_per_type;
    return {
      events: [...events.items],
      tags: [...tags.items],
      pagination: { hasMore: events.total > end || tags.total > end, totalResults: events.total },
    };
  }

  private async events(words: SearchWords, query: Search, offset: number): Promise<Found<MinimalEvent>> {
    const written = await pageOf<MinimalEventRow>(this.pool, eventsAsWritten(words, query.creator), query.limit_per_type, offset, EVENT_PAGE);
    const found =
      written.total > 0
        ? written
        : await inTransaction(this.pool, async (client) => {
            // What the operator of the trigram index calls alike is a setting, not an argument; and the planner, which does not know
            // what comparing a title costs, would otherwise compare them all.
            await client.query(`SET LOCAL pg_trgm.word_similarity_threshold = ${LIKENESS_MIN}; SET LOCAL enable_seqscan = off`);
            return pageOf<MinimalEventRow>(client, eventsMisspelt(words, query.creator), query.limit_per_type, offset, EVENT_PAGE);
          });
    return { items: found.items.map(toMinimalEvent), total: found.total };
  }

  private async tags(words: SearchWords, query: Search, offset: number): Promise<Found<SearchTag>> {
    const count = query.creator === undefined ? '' : 'AND e.sites @> ARRAY[?::text]';
    const page = tagPage(count);
    const scope = query.creator?.toLowerCase();
    const written = await pageOf<TagHit>(this.pool, tagsAsWritten(words, scope), query.limit_per_type, offset, page, scope);
    const found = written.total > 0 ? written : await pageOf<TagHit>(this.pool, tagsMisspelt(words, scope), query.limit_per_type, offset, page, scope);
    return { items: found.items.map(({ id, label, slug, event_count }) => ({ id: String(id), label, slug, event_count })), total: found.total };
  }
}

/** One page of ranked hits, and the number of all. A page past the end still tells the total. */
async function pageOf<R extends object>(database: Pool | PoolClient, hits: Hits, limit: number, offset: number, outer: string, scope?: string): Promise<Found<R>> {
  const { where } = hits;
  const page = `${where.parameter(limit)} OFFSET ${where.parameter(offset)}`;
  const outerSql = outer.replaceAll('?', () => where.parameter(scope));
  const { rows } = await database.query<{ total: number; items: R[] }>(
    `WITH hits AS MATERIALIZED (${hits.text}),
      page AS MATERIALIZED (SELECT * FROM hits ORDER BY rank, open DESC, id DESC LIMIT ${page})
    SELECT (SELECT count(*) FROM hits)::int AS total, (${outerSql}) AS items`,
    where.values,
  );
  return rows[0] ?? { items: [], total: 0 };
}

/** A statement that gives id, rank (least first) and open of everything that matches. */
interface Hits {
  readonly text: string;
  readonly where: Where;
}

const EVENT_PAGE = `SELECT coalesce(json_agg(event), '[]') FROM (
  SELECT e.id, e.ticker, e.slug, e.title FROM page JOIN gamma.events e USING (id) ORDER BY page.rank, page.open DESC, page.id DESC) event`;

function tagPage(scope: string): string {
  return `SELECT coalesce(json_agg(tag), '[]') FROM (
    SELECT t.id, t.label, t.slug, (SELECT count(*) FROM gamma.events e WHERE e.tag_ids @> ARRAY[t.id] ${scope})::int AS event_count
    FROM page JOIN gamma.tags t USING (id) ORDER BY page.rank, page.id DESC) tag`;
}

function eventsAsWritten(words: SearchWords, creator: string | undefined): Hits {
  const where = new Where();
  const text = where.parameter(words.text);
  const rank = `CASE WHEN s.title_folded = ${text} OR s.slug = ${where.parameter(words.slug)} THEN 0
    WHEN s.title_folded LIKE ${where.parameter(words.prefix)} THEN 1
    WHEN s.title_folded LIKE ${where.parameter(words.part)} THEN 2 ELSE 3 END`;
  if (words.tsquery === '') where.add('s.title_folded LIKE ?', words.part);
  else where.add(`(s.document @@ to_tsquery('english', ?) OR s.title_folded LIKE ? OR s.slug = ?)`, words.tsquery, words.part, words.slug);
  where.addIf(creator?.toLowerCase(), 's.sites @> ARRAY[?::text]');
  return { text: `SELECT s.event_id AS id, ${rank} AS rank, s.open FROM gamma.event_search s ${where.sql}`, where };
}

function eventsMisspelt(words: SearchWords, creator: string | undefined): Hits {
  const where = new Where();
  const text = where.parameter(words.text);
  where.add(`${text} OPERATOR(public.<%) s.title_folded`);
  where.addIf(creator?.toLowerCase(), 's.sites @> ARRAY[?::text]');
  return {
    text: `SELECT s.event_id AS id, -round(public.word_similarity(${text}, s.title_folded)::numeric, 1) AS rank, s.open FROM gamma.event_search s ${where.sql}`,
    where,
  };
}

function tagsAsWritten(words: SearchWords, creator: string | undefined): Hits {
  const where = new Where();
  const rank = `CASE WHEN t.label_folded = ${where.parameter(words.text)} OR t.slug = ${where.parameter(words.slug)} THEN 0
    WHEN t.label_folded LIKE ${where.parameter(words.prefix)} THEN 1 ELSE 2 END`;
  where.add('(t.label_folded LIKE ? OR t.slug = ?)', words.part, words.slug);
  return tagHits(rank, where, creator);
}

function tagsMisspelt(words: SearchWords, creator: string | undefined): Hits {
  const where = new Where();
  const text = where.parameter(words.text);
  where.add(`public.word_similarity(${text}, t.label_folded) >= ${LIKENESS_MIN}`);
  return tagHits(`-round(public.word_similarity(${text}, t.label_folded)::numeric, 1)`, where, creator);
}

function tagHits(rank: string, where: Where, site: string | undefined): Hits {
  if (site !== undefined) where.add(TAGS_ON_SITE, site, site);
  return { text: `SELECT t.id, ${rank} AS rank, true AS open FROM gamma.tags t ${where.sql}`, where };
}
