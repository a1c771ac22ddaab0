import { Inject, Injectable } from '@nestjs/common';
import type { SearchResult } from '@foretell/contracts';
import type { Pool } from '@foretell/platform-prisma';
import { toMinimalEvent } from '../catalog/resource.mapper';
import type { MinimalEventRow } from '../catalog/rows';
import type { SearchQuery as Search } from '../params/tables';
import { searchWords } from './search-words';
import { SEARCH_POOL } from './search-pool';
import { EVENTS_FOUND, EVENTS_FOUND_BY_WALK, TAGS_FOUND } from './search.sql';

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

const NOTHING = { items: [], total: 0 };

/**
 * Events and tags that match as written: the whole title or slug first, then titles that begin with it, then titles that contain it,
 * then events whose tags, questions or description have all the words; within each the open ones before the closed, then the newest.
 * Only when nothing matches as written are misspellings looked for, by trigrams: so totals count what the words say.
 */
@Injectable()
export class SearchQuery {
  constructor(@Inject(SEARCH_POOL) private readonly pool: Pool) {}

  async search(query: Search): Promise<SearchResult> {
    const { text, slug, prefix, part, tsquery, hasTrigram } = searchWords(query.q);
    const offset = (query.page - 1) * query.limit_per_type;
    const page = [query.limit_per_type, offset, query.creator?.toLowerCase() ?? null];
    const [name, sql] = hasTrigram ? ['search events', EVENTS_FOUND] : ['search events by walk', EVENTS_FOUND_BY_WALK];
    const [events, tags] = await Promise.all([
      this.found<MinimalEventRow>(name, sql, [text, slug, prefix, part, tsquery, ...page]),
      query.search_tags ? this.found<TagHit>('search tags', TAGS_FOUND, [text, slug, prefix, part, ...page]) : NOTHING,
    ]);
    const end = offset + query.limit_per_type;
    return {
      events: events.items.map(toMinimalEvent),
      tags: tags.items.map(({ id, label, slug: tagSlug, event_count }) => ({ id: String(id), label, slug: tagSlug, event_count })),
      pagination: { hasMore: events.total > end || tags.total > end, totalResults: events.total },
    };
  }

  private async found<T>(name: string, text: string, values: readonly unknown[]): Promise<Found<T>> {
    const { rows } = await this.pool.query<Found<T>>({ name, text, values: [...values] });
    return rows[0] ?? NOTHING;
  }
}
