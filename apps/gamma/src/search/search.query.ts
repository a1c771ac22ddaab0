import { Inject, Injectable } from '@nestjs/common';
import type { SearchRequest, SearchResult } from '@foretell/contracts';
import type { Pool } from '@foretell/platform-prisma';
import { toMinimalEvent } from '../catalog/resource.mapper';
import type { MinimalEventRow } from '../catalog/rows';
import { EVENTS_BY_WORDS_OR_TITLE, EVENTS_BY_WORDS_OR_TITLE_WALKED, EVENTS_OF_MANY, FIRST_LOOK } from './events.sql';
import { likenesses, type Candidate } from './likeness';
import { SEARCH_POOL } from './search-pool';
import { meantWords, searchWords, type SearchWords } from './search-words';

interface TagHit {
  readonly id: number;
  readonly label: string;
  readonly slug: string;
  readonly event_count: number;
}
interface FirstLook {
  readonly total: number;
  readonly covered: boolean;
  readonly items: readonly MinimalEventRow[] | null;
  readonly tag_total: number;
  readonly tags: readonly TagHit[];
  readonly unknown: readonly { readonly word: string; readonly candidates: readonly Candidate[] | null }[] | null;
}
interface Events {
  readonly total: number;
  readonly items: readonly MinimalEventRow[];
}
interface Found {
  readonly look: FirstLook;
  readonly events: Events;
}

/** Rows to give, rows to pass over, and the site in small letters. */
/** PostgreSQL's offsets here are of 32 bits; no catalog has so many events, and a page beyond the last is empty. */
const OFFSET_MAX = 2_000_000_000;
type Page = readonly [limit: number, offset: number, site: string | null];

/**
 * Events and tags that match as written: the whole title or slug first, then titles that begin with it, then titles that contain
 * it, then events whose tags, questions or description have all the words; within each the open ones before the closed, then the
 * newest. Only when nothing at all matches as written is the same asked again, each word that the catalog does not know standing
 * for those most like it.
 */
@Injectable()
export class SearchQuery {
  constructor(@Inject(SEARCH_POOL) private readonly pool: Pool) {}

  async search(query: SearchRequest): Promise<SearchResult> {
    const offset = Math.min((query.page - 1) * query.limit_per_type, OFFSET_MAX);
    const page: Page = [query.limit_per_type, offset, query.creator?.toLowerCase() ?? null];
    const { events, look } = await this.asWrittenOrMeant(searchWords(query.q), page, query.search_tags);
    const end = offset + query.limit_per_type;
    return {
      events: events.items.map(toMinimalEvent),
      tags: look.tags.map(({ id, label, slug, event_count }) => ({ id: String(id), label, slug, event_count })),
      pagination: { hasMore: events.total > end || look.tag_total > end, totalResults: events.total },
    };
  }

  private async asWrittenOrMeant(words: SearchWords, page: Page, withTags: boolean): Promise<Found> {
    const written = await this.asWritten(words, page, withTags);
    const { events, look } = written;
    if (events.total > 0 || look.tag_total > 0 || look.unknown === null) return written;
    const meant = new Map(look.unknown.map(({ word, candidates }) => [word, likenesses(word, candidates ?? [])]));
    return [...meant.values()].flat().length === 0 ? written : this.asWritten(meantWords(words, meant), page, withTags);
  }

  private async asWritten(words: SearchWords, page: Page, withTags: boolean): Promise<Found> {
    const values = [words.text, words.slug, words.prefix, words.part, words.tsquery, ...page];
    const { wordQueries, wordPatterns, spelt } = words;
    const look = await this.row<FirstLook>('first look', FIRST_LOOK, [...values, wordQueries, wordPatterns, withTags, spelt]);
    return { look, events: await this.events(look, words.hasTrigram, values) };
  }

  private async events({ total, covered, items }: FirstLook, hasTrigram: boolean, values: readonly unknown[]): Promise<Events> {
    if (items !== null) return { total, items };
    if (covered) return { total, ...(await this.row<Pick<Events, 'items'>>('of many', EVENTS_OF_MANY, [...values, total])) };
    if (hasTrigram) return this.row('by words or title', EVENTS_BY_WORDS_OR_TITLE, [...values, total]);
    return this.row('by words or title, walked', EVENTS_BY_WORDS_OR_TITLE_WALKED, [...values, total]);
  }

  private async row<T>(name: string, text: string, values: readonly unknown[]): Promise<T> {
    const { rows } = await this.pool.query<T & object>({ name: `search ${name}`, text, values: [...values] });
    const row = rows[0];
    if (row === undefined) throw new Error(`the statement "search ${name}" gave no row`);
    return row;
  }
}
