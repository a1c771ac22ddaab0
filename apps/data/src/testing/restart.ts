import type { Pool } from '@foretell/platform-prisma';
import { ensureProjection } from '../database/generation.query';
import { clearGenerationsExcept } from '../rebuild/generation-swap.query';

const NO_GENERATION = 0;

/** Resets the database to a state without events, for the next generated history. */
export async function restart(pool: Pool): Promise<void> {
  await clearGenerationsExcept(pool, NO_GENERATION);
  await ensureProjection(pool);
}
