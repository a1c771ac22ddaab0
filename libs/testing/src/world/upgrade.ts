import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBareDatabase, type TestDatabase } from './test-database';

const MIGRATIONS = join(__dirname, '../../../../prisma/migrations');

/** A database as an earlier version left it. */
export interface EarlierDatabase extends TestDatabase {
  /** Applies the migration that it is before, and all later ones. */
  upgrade(): Promise<void>;
}

/** A database with the migrations that come before the named one, to put in what that one has to take along. */
export async function createDatabaseBefore(migration: string): Promise<EarlierDatabase> {
  const names = readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const at = names.indexOf(migration);
  if (at < 0) throw new Error(`there is no migration ${migration}`);
  const database = await createBareDatabase();
  const apply = async (some: readonly string[]): Promise<void> => {
    for (const name of some) await database.pool.query(readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8'));
  };
  await apply(names.slice(0, at));
  return { ...database, upgrade: () => apply(names.slice(at)) };
}
