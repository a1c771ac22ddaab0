import type { Pool } from '@foretell/platform-prisma';
import { ensureProjection } from '../database/generation.query';
import { clearGenerationsExcept } from '../rebuild/generation.swap';

const NO_GENERATION = 0;

/** Nothing was ever told: for the next life of a database that has had others. */
export async function beginAnew(pool: Pool): Promise<void> {
  await clearGenerationsExcept(pool, NO_GENERATION);
  await ensureProjection(pool);
}
