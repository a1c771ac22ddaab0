import { Inject, Injectable } from '@nestjs/common';
import type { PublicFilteredRequest, PublicPageRequest, PublicTag, RelatedTag } from '@foretell/contracts';
import { DATABASE_POOL, Where, type Pool, type Statement } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { idsBySlug, type Id } from '../catalog/lookups.query';
import { given, type FoundTags } from './public-page.query';
import { orderSql, sortColumns, type SortColumns } from './public-order';
import { toPublicTag } from './public.mapper';
import { PUBLIC_TAG_COLUMNS, PUBLIC_TAG_TYPES, type PublicTagRow } from './public-rows';

const ID = { sql: 't.id', type: 'bigint' } as const;
const TAG_ORDER: SortColumns = {
  id: ID,
  label: { sql: 't.label', type: 'text' },
  slug: { sql: 't.slug', type: 'text' },
  createdat: { sql: 't.created_at', type: 'timestamp' },
  updatedat: { sql: 't.updated_at', type: 'timestamp' },
};
const RELATED_MAX = 100;
/** Published clients read a relation's id as a number: both tags' ids, the second one padded to this many digits. */
const ID_DIGITS = 7;
/** Tags that share events with a tag, most shared events first. $1 the tag. */
const RELATED_TEXT = `SELECT related.id, row_number() OVER (ORDER BY count(*) DESC, related.id)::int AS rank
  FROM gamma.events e CROSS JOIN LATERAL unnest(e.tag_ids) AS related (id)
  WHERE e.tag_ids @> ARRAY[$1::bigint] AND related.id <> $1::bigint GROUP BY related.id ORDER BY rank LIMIT ${RELATED_MAX}`;
interface RankedTag extends Id {
  readonly rank: number;
}
export const RELATED: Statement<RankedTag> = {
  name: 'related tags',
  text: RELATED_TEXT,
  columns: { id: 'bigint', rank: 'integer' },
};
export const RELATED_IN_FULL: Statement<PublicTagRow> = {
  name: 'related tags in full',
  text: `SELECT ${PUBLIC_TAG_COLUMNS} FROM (${RELATED_TEXT}) related JOIN gamma.tags t ON t.id = related.id ORDER BY related.rank`,
  columns: PUBLIC_TAG_TYPES,
};

const singleTag = (by: PublicTagKey['by']): Statement<PublicTagRow> => ({
  name: `public tag by ${by}`,
  text: `SELECT ${PUBLIC_TAG_COLUMNS} FROM gamma.tags t WHERE t.${by} = $1 ORDER BY t.id LIMIT 1`,
  columns: PUBLIC_TAG_TYPES,
});
export const PUBLIC_TAG: Readonly<Record<PublicTagKey['by'], Statement<PublicTagRow>>> = {
  id: singleTag('id'),
  slug: singleTag('slug'),
};
export const TAGS_BY_SLUGS: Statement<Id> = {
  name: 'tags by slugs',
  text: 'SELECT id FROM gamma.tags WHERE slug = ANY($1::text[])',
  columns: { id: 'bigint' },
};

/**
 * Tags that share events with a tag of $1, where at least half of their own events do: such tags are on the same subject. A very
 * common tag shares only few of its events with any other.
 */
export const KINDRED: Statement<Id> = {
  name: 'kindred tags',
  text: `SELECT shared.id FROM (SELECT related.id, count(*) AS events
    FROM gamma.events e CROSS JOIN LATERAL unnest(e.tag_ids) AS related (id)
    WHERE e.tag_ids && $1::bigint[] AND related.id <> ALL($1::bigint[])
    GROUP BY related.id ORDER BY count(*) DESC, related.id LIMIT ${RELATED_MAX}) shared
  WHERE shared.events * 2 >= (SELECT count(*) FROM gamma.events own WHERE own.tag_ids @> ARRAY[shared.id])`,
  columns: { id: 'bigint' },
};
/** They are computed from all events of a tag: at most once per interval, and for a limited number of tags. */
const KINDRED_FOR_MS = 60_000;
const KINDRED_MAX = 1000;

export type PublicTagKey = { readonly by: 'id' | 'slug'; readonly value: string | number };

@Injectable()
export class PublicTagsQuery {
  private readonly kindred = new Map<string, { readonly until: number; readonly ids: Promise<readonly number[]> }>();

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The tag filter of these parameters: undefined applies no filter, an empty list matches nothing. */
  async foundBy(query: Pick<PublicFilteredRequest, 'tag_id' | 'tag_slug' | 'related_tags'>): Promise<FoundTags> {
    const ids = given(query.tag_id);
    const [bySlug, byId] = await Promise.all([
      idsBySlug(this.pool, 'tags', query.tag_slug),
      ids !== undefined && query.related_tags ? this.withKindred(ids) : ids,
    ]);
    return { bySlug, byId };
  }

  private async withKindred(ids: readonly number[]): Promise<readonly number[]> {
    const key = ids.join();
    const now = this.clock();
    const held = this.kindred.get(key);
    if (held !== undefined && now < held.until) return held.ids;
    if (this.kindred.size >= KINDRED_MAX) this.kindred.clear();
    const found = this.pool.query<Id>({ ...KINDRED, values: [ids] }).then(({ rows }) => [...ids, ...rows.map(({ id }) => id)]);
    this.kindred.set(key, { until: now + KINDRED_FOR_MS, ids: found });
    found.catch(() => this.kindred.delete(key));
    return found;
  }

  /** Ids of slugs as clients write them; some clients quote each. */
  async idsBySlugs(slugs: readonly string[]): Promise<ReadonlySet<number>> {
    if (slugs.length === 0) return new Set();
    const values = [
      slugs.map((slug) =>
        slug
          .replaceAll(/[[\]"\\]/g, '')
          .trim()
          .toLowerCase(),
      ),
    ];
    const { rows } = await this.pool.query<Id>({ ...TAGS_BY_SLUGS, values });
    return new Set(rows.map(({ id }) => id));
  }

  async list(query: PublicPageRequest): Promise<readonly PublicTag[]> {
    const site = query.creator?.toLowerCase();
    const where = new Where().addIf(
      site,
      't.id IN (SELECT unnest(e.tag_ids) FROM gamma.events e WHERE e.sites @> ARRAY[?::text])',
    );
    const order = orderSql(sortColumns(TAG_ORDER, ID, query.order), query.ascending);
    const { rows } = await this.pool.query<PublicTagRow>(
      `SELECT ${PUBLIC_TAG_COLUMNS} FROM gamma.tags t ${where.sql} ORDER BY ${order} LIMIT ${where.parameter(query.limit)} OFFSET ${where.parameter(query.offset)}`,
      where.values,
    );
    return rows.map(toPublicTag);
  }

  async single({ by, value }: PublicTagKey): Promise<PublicTag | null> {
    const { rows } = await this.pool.query<PublicTagRow>({ ...PUBLIC_TAG[by], values: [value] });
    return rows[0] === undefined ? null : toPublicTag(rows[0]);
  }

  /** Null when no such tag exists. */
  async related(key: PublicTagKey): Promise<readonly RelatedTag[] | null> {
    const tag = await this.single(key);
    if (tag === null) return null;
    const { rows } = await this.pool.query<RankedTag>({ ...RELATED, values: [tag.id] });
    return rows.map(({ id, rank }) => ({
      id: `${tag.id}${String(id).padStart(ID_DIGITS, '0')}`,
      tagID: Number(tag.id),
      relatedTagID: id,
      rank,
    }));
  }

  async relatedTags(key: PublicTagKey): Promise<readonly PublicTag[] | null> {
    const tag = await this.single(key);
    if (tag === null) return null;
    const { rows } = await this.pool.query<PublicTagRow>({ ...RELATED_IN_FULL, values: [tag.id] });
    return rows.map(toPublicTag);
  }
}
