import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBareDatabase, type TestDatabase } from './test-database';

const MIGRATIONS = join(__dirname, '../../../../prisma/migrations');

/** A database in the state of an earlier version. */
export interface EarlierDatabase extends TestDatabase {
  /** Applies the named migration, and all later ones. */
  upgrade(): Promise<void>;
}

/** A database with the migrations before the named one, to be filled with the data that it has to migrate. */
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
