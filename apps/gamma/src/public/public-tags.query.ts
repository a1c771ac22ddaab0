import { Inject, Injectable } from '@nestjs/common';
import type { PublicPageRequest, PublicTag, RelatedTag } from '@foretell/contracts';
import { DATABASE_POOL, Where, type Pool } from '@foretell/platform-prisma';
import { orderSql, sortColumns, type SortColumns } from './public-order';
import { toPublicTag } from './public.mapper';
import { PUBLIC_TAG_COLUMNS, type PublicTagRow } from './public-rows';

const ID = { sql: 't.id', type: 'bigint' } as const;
const TAG_ORDER: SortColumns = {
  id: ID,
  label: { sql: 't.label', type: 'text' },
  slug: { sql: 't.slug', type: 'text' },
  createdat: { sql: 't.created_at', type: 'timestamp' },
  updatedat: { sql: 't.updated_at', type: 'timestamp' },
};
const RELATED_MAX = 100;
/** Tags of the events that a tag has, those that share the most events first. $1 the tag. */
const RELATED = `SELECT related.id, row_number() OVER (ORDER BY count(*) DESC, related.id)::int AS rank
  FROM gamma.events e CROSS JOIN LATERAL unnest(e.tag_ids) AS related (id)
  WHERE e.tag_ids @> ARRAY[$1::bigint] AND related.id <> $1::bigint GROUP BY related.id ORDER BY rank LIMIT ${RELATED_MAX}`;

export type PublicTagKey = { readonly by: 'id' | 'slug'; readonly value: string | number };

@Injectable()
export class PublicTagsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

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
    const { rows } = await this.pool.query<PublicTagRow>({
      name: `public tag by ${by}`,
      text: `SELECT ${PUBLIC_TAG_COLUMNS} FROM gamma.tags t WHERE ${by === 'id' ? 't.id' : 't.slug'} = $1 ORDER BY t.id LIMIT 1`,
      values: [value],
    });
    return rows[0] === undefined ? null : toPublicTag(rows[0]);
  }

  /** Null when there is no such tag. */
  async related(key: PublicTagKey): Promise<readonly RelatedTag[] | null> {
    const tag = await this.single(key);
    if (tag === null) return null;
    const { rows } = await this.pool.query<{ id: number; rank: number }>({
      name: 'related tags',
      text: RELATED,
      values: [tag.id],
    });
    return rows.map(({ id, rank }) => ({ id: `${tag.id}-${id}`, tagID: Number(tag.id), relatedTagID: id, rank }));
  }

  async relatedTags(key: PublicTagKey): Promise<readonly PublicTag[] | null> {
    const tag = await this.single(key);
    if (tag === null) return null;
    const text = `SELECT ${PUBLIC_TAG_COLUMNS} FROM (${RELATED}) related JOIN gamma.tags t ON t.id = related.id ORDER BY related.rank`;
    const { rows } = await this.pool.query<PublicTagRow>({ name: 'related tags in full', text, values: [tag.id] });
    return rows.map(toPublicTag);
  }
}
