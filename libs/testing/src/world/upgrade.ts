import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmptyDatabase, type TestDatabase } from './test-database';

const MIGRATIONS = join(__dirname, '../../../../prisma/migrations');

/** A database before a migration. */
export interface EarlierDatabase extends TestDatabase {
  /** Applies the next migration. */
  migrate(): Promise<void>;
  /** Applies that migration and all later ones. */
  upgrade(): Promise<void>;
}

/**
 * A database with the migrations before the named one, for rows that it must carry over. @param folder the migrations; a test
 * may pass its own
 */
export async function createDatabaseBefore(migration: string, folder: string = MIGRATIONS): Promise<EarlierDatabase> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const at = names.indexOf(migration);
  if (at < 0) throw new Error(`there is no migration ${migration}`);
  const database = await createEmptyDatabase();
  const waiting = names.slice(at);
  const apply = async (some: readonly string[]): Promise<void> => {
    for (const name of some) await database.pool.query(readFileSync(join(folder, name, 'migration.sql'), 'utf8'));
  };
  await apply(names.slice(0, at));
  return {
    ...database,
    migrate: () => apply(waiting.splice(0, 1)),
    upgrade: () => apply(waiting.splice(0)),
  };
}
