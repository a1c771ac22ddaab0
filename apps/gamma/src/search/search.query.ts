import { Inject, Injectable } from '@nestjs/common';
import type { SearchRequest, SearchResult } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import type { Id } from '../catalog/lookups.query';
import { pageOf } from './best-first';
import { TAGS_OF_MARKETS } from './changes.query';
import { fuzzyMatches, type Candidate } from './fuzzy-match';
import { meantQuestion, questionOf, type Likenesses, type Question } from './question';
import { SearchIndex } from './search-index';
import { compareEvents, compareTags, type SearchedEvent, type SearchedTag } from './searched';
import type { Hit, WordIndex } from './word-index';

/** Shorter words are never corrected: one typing error reaches too many other words. */
const CORRECTED_MIN = 5;
const DIGIT = /\p{N}/u;

export interface Asked extends Pick<SearchRequest, 'q' | 'page' | 'limit_per_type' | 'search_tags' | 'creator'> {
  /** Filters the matching events; all when absent. */
  readonly isWanted?: (event: SearchedEvent) => boolean;
  /** Reorders the ids of all matching events, given best first. */
  readonly sorted?: (ids: readonly number[]) => Promise<readonly number[]>;
}
/** Limit for reordering: only the best matches up to it are reordered. */
const SORTED_MAX = 10_000;

/** A page of search results, and their total. */
export interface Found {
  readonly events: readonly SearchedEvent[];
  readonly eventTotal: number;
  readonly tags: readonly (SearchedTag & { readonly eventCount: number })[];
  readonly tagTotal: number;
}

interface Hits {
  readonly events: readonly Hit<SearchedEvent>[];
  readonly tags: readonly Hit<SearchedTag>[];
}

/** A way to match; the next is tried only when this one finds neither events nor tags. */
type Way = <D extends { readonly id: number }>(index: WordIndex<D>) => readonly Hit<D>[];

/**
 * Matching events and tags, best first: an exact title or slug, then all words in the title, then complete words before prefixes
 * before infixes, titles before questions before descriptions. For equal matches see searched.ts.
 */
@Injectable()
export class SearchQuery {
  constructor(
    private readonly index: SearchIndex,
    @Inject(DATABASE_POOL) private readonly pool: Pool,
  ) {}

  async search(asked: Asked): Promise<SearchResult> {
    const { events, eventTotal, tags, tagTotal } = await this.find(asked);
    const end = asked.page * asked.limit_per_type;
    return {
      events: events.map(({ id, ticker, slug, title }) => ({ id: String(id), ticker, slug, title })),
      tags: tags.map(({ id, label, slug, eventCount }) => ({ id: String(id), label, slug, event_count: eventCount })),
      pagination: { hasMore: eventTotal > end || tagTotal > end, totalResults: eventTotal },
    };
  }

  async find(asked: Asked): Promise<Found> {
    await this.index.current();
    const site = asked.creator?.toLowerCase() ?? null;
    const hits = await this.hitsOf(asked, site);
    const offset = (asked.page - 1) * asked.limit_per_type;
    return {
      events: await this.eventsOf(hits.events, asked, offset),
      eventTotal: hits.events.length,
      tags: pageOf(hits.tags, compareTags, offset, asked.limit_per_type).map((tag) => ({
        ...tag,
        eventCount: this.index.countOf(tag.id, site),
      })),
      tagTotal: hits.tags.length,
    };
  }

  private async eventsOf(
    hits: Hits['events'],
    { sorted, limit_per_type: limit }: Asked,
    offset: number,
  ): Promise<readonly SearchedEvent[]> {
    if (sorted === undefined) return pageOf(hits, compareEvents, offset, limit);
    const ids = await sorted(pageOf(hits, compareEvents, 0, SORTED_MAX).map(({ id }) => id));
    return ids.slice(offset, offset + limit).flatMap((id) => this.index.events.get(id) ?? []);
  }

  private async hitsOf({ q, search_tags: withTags, isWanted = () => true }: Asked, site: string | null): Promise<Hits> {
    for (const way of this.waysOf(questionOf(q))) {
      const events = way(this.index.events).filter(
        ({ value }) => (site === null || value.sites.includes(site)) && isWanted(value),
      );
      const tags = withTags ? await this.listed(way(this.index.tags), site) : [];
      if (events.length > 0 || tags.length > 0) return { events, tags };
    }
    return { events: [], tags: [] };
  }

  private *waysOf(question: Question): Generator<Way> {
    yield (index) => index.withAll(question, false);
    if (question.hasSigns) yield (index) => index.withText(question);
    yield (index) => index.withAll(question, true);
    const meant = this.likenessesOf(question);
    if (meant.size > 0) yield (index) => index.withAll(meantQuestion(question, meant), false);
    if (question.isAsking) yield (index) => index.withMost(question);
  }

  /** Corrections for words that are no prefix of any catalog word; numbers and short words are taken literally. */
  private likenessesOf({ words }: Question): Likenesses {
    const { events, tags } = this.index;
    const unknown = words.filter(
      ({ text }) => text.length >= CORRECTED_MIN && !DIGIT.test(text) && !events.knows(text) && !tags.knows(text),
    );
    const meant = unknown.map(({ text }): [string, readonly string[]] => [
      text,
      fuzzyMatches(text, eachOnce([...events.candidatesFor(text), ...tags.candidatesFor(text)])),
    ]);
    return new Map(meant.filter(([, likes]) => likes.length > 0));
  }

  /** Tags that an event or a market listed on the site has. */
  private async listed(hits: readonly Hit<SearchedTag>[], site: string | null): Promise<readonly Hit<SearchedTag>[]> {
    if (site === null) return hits;
    const ids = hits.flatMap(({ value }) => (this.index.countOf(value.id, site) === 0 ? [value.id] : []));
    if (ids.length === 0) return hits;
    const { rows } = await this.pool.query<Id>({ ...TAGS_OF_MARKETS, values: [ids, site] });
    const unlisted = new Set(ids);
    for (const { id } of rows) unlisted.delete(id);
    return hits.filter(({ value }) => !unlisted.has(value.id));
  }
}

function eachOnce(candidates: readonly Candidate[]): readonly Candidate[] {
  return [...new Map(candidates.map((candidate) => [candidate.word, candidate])).values()];
}
