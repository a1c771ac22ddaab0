import type { Pool } from '@foretell/platform-prisma';

type Slugged = 'tags' | 'events' | 'series';
const STATEMENTS: Readonly<Record<Slugged, string>> = {
  tags: 'SELECT id FROM gamma.tags WHERE slug = $1',
  events: 'SELECT id FROM gamma.events WHERE slug = $1',
  series: 'SELECT id FROM gamma.series WHERE slug = $1',
};

/**
 * Ids of a slug; usually one. Read before the list itself: given the ids, PostgreSQL can estimate how common they are, and
 * chooses between an ordered scan and the array index.
 */
export async function idsBySlug(pool: Pool, table: Slugged, slug: string | undefined): Promise<readonly number[] | undefined> {
  if (slug === undefined) return undefined;
  const { rows } = await pool.query<{ id: number }>({ name: `${table} by slug`, text: STATEMENTS[table], values: [slug] });
  return rows.map(({ id }) => id);
}
