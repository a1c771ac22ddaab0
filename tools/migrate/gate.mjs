/** Delays the start of a service until the database has every migration of its version. */
import { setTimeout as pause } from 'node:timers/promises';
import { migrationNames } from './engine.mjs';
import { withClient } from './roles.mjs';

const LOOK_MS = 1000;

/**
 * Resolves once every migration is applied; the caller limits the time. Additional migrations in the database are those of a
 * newer version; they are written so that this version still works.
 * @param report called with what is missing, at each change
 */
export async function awaitMigrations(url, report) {
  let reported;
  for (;;) {
    const fault = await missing(url);
    if (fault === undefined) return report('The database holds every migration');
    if (fault !== reported) report(fault);
    reported = fault;
    await pause(LOOK_MS);
  }
}

/** A sentence about what is missing; undefined when nothing is. */
async function missing(url) {
  try {
    const applied = await withClient(url, async (client) => {
      const { rows } = await client.query(
        'SELECT migration_name FROM public._prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
      );
      return new Set(rows.map(({ migration_name: name }) => name));
    });
    const wanted = migrationNames().filter((name) => !applied.has(name));
    return wanted.length === 0 ? undefined : `Waiting for the migrations ${wanted.join(', ')}`;
  } catch (error) {
    return `Waiting for the database: ${error.message}`;
  }
}
