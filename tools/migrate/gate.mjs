/** Keeps a surface from starting before the database holds every migration that came along with it. */
import { setTimeout as pause } from 'node:timers/promises';
import { migrationNames } from './engine.mjs';
import { withClient } from './roles.mjs';

const LOOK_MS = 1000;

/**
 * Resolves once every migration is applied; waits for ever, as anyone who started it sets the limit. Migrations that the
 * database has beyond ours are those of a newer version, which are made so that this one still runs.
 * @param report told what is waited for, whenever that changes
 */
export async function awaitMigrations(url, report) {
  let told;
  for (;;) {
    const fault = await missing(url);
    if (fault === undefined) return report('The database holds every migration');
    if (fault !== told) report(fault);
    told = fault;
    await pause(LOOK_MS);
  }
}

/** What is not there yet, as a sentence; undefined when nothing is missing. */
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
