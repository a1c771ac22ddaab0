import type { Pool, Statement } from '@foretell/platform-prisma';

export interface Id {
  readonly id: number;
}
const idsOf = (table: string): Statement<Id> => ({
  name: `${table} by slug`,
  text: `SELECT id FROM gamma.${table} WHERE slug = $1`,
  columns: { id: 'bigint' },
});
export const IDS_BY_SLUG: Readonly<Record<'tags' | 'events' | 'series', Statement<Id>>> = {
  tags: idsOf('tags'),
  events: idsOf('events'),
  series: idsOf('series'),
};

/**
 * Ids of a slug; usually one. Read before the list itself: given the ids, PostgreSQL can estimate how common they are, and
 * chooses between an ordered scan and the array index.
 */
export async function idsBySlug(
  pool: Pool,
  table: keyof typeof IDS_BY_SLUG,
  slug: string | undefined,
): Promise<readonly number[] | undefined> {
  if (slug === undefined) return undefined;
  const { rows } = await pool.query<Id>({ ...IDS_BY_SLUG[table], values: [slug] });
  return rows.map(({ id }) => id);
}
