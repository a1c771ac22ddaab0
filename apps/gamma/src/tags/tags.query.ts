import { Inject, Injectable } from '@nestjs/common';
import type { CatalogListRequest, CatalogTag } from '@foretell/contracts';
import { DATABASE_POOL, Where, type Pool } from '@foretell/platform-prisma';
import { toTag } from '../catalog/resource.mapper';
import { TAG_COLUMNS, type TagRow } from '../catalog/rows';

/** Tags of the events and markets that a site lists, looked up tag by tag: a site can list all markets. ? is the site. */
const TAGS_ON_SITE = `(
  EXISTS (SELECT FROM gamma.events e WHERE e.tag_ids @> ARRAY[t.id] AND e.sites @> ARRAY[?::text])
  OR EXISTS (SELECT FROM gamma.markets m WHERE m.tag_ids @> ARRAY[t.id] AND m.sites @> ARRAY[?::text]))`;

export type TagKey = { readonly by: 'id' | 'slug'; readonly value: string | number };

@Injectable()
export class TagsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** By id, oldest first. */
  async list({ limit, offset, creator }: CatalogListRequest): Promise<readonly CatalogTag[]> {
    const where = scoped(new Where(), creator);
    const { rows } = await this.pool.query<TagRow>(
      `SELECT ${TAG_COLUMNS} FROM gamma.tags t ${where.sql} ORDER BY t.id LIMIT ${where.parameter(limit)} OFFSET ${where.parameter(offset)}`,
      where.values,
    );
    return rows.map(toTag);
  }

  async single({ by, value }: TagKey, creator: string | undefined): Promise<CatalogTag | null> {
    const where = scoped(new Where().add(by === 'id' ? 't.id = ?' : 't.slug = ?', value), creator);
    const { rows } = await this.pool.query<TagRow>(
      `SELECT ${TAG_COLUMNS} FROM gamma.tags t ${where.sql} ORDER BY t.id LIMIT 1`,
      where.values,
    );
    return rows[0] === undefined ? null : toTag(rows[0]);
  }
}

function scoped(where: Where, creator: string | undefined): Where {
  return creator === undefined ? where : where.add(TAGS_ON_SITE, creator.toLowerCase(), creator.toLowerCase());
}
