import { randomBytes } from 'node:crypto';
import { createPool } from '@foretell/platform-prisma';
import type { Pool } from '@foretell/platform-prisma';
import { readWorldConfig } from './world.config';

/** The database of one spec file: migrated and initially empty. */
export interface TestDatabase {
  readonly url: string;
  /** Reads BIGINT as numbers, like the services' own pools. */
  readonly pool: Pool;
  /** Ends the pool and drops the database, even with other clients connected. For afterAll. */
  drop(): Promise<void>;
}

const POOL_MAX = 5;

/** Copies the migrated template (about 50 ms). Throws when no variables name servers. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyOf(readWorldConfig().templateDatabase);
}

/** A database before any migration: no schema, no table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyOf('template0');
}

async function copyOf(template: string): Promise<TestDatabase> {
  const { databaseUrl } = readWorldConfig();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(databaseUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return databaseAt(url.href, () => administer(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

/** A database that the caller creates and removes. */
export function databaseAt(url: string, remove: () => Promise<void> = () => Promise.resolve()): TestDatabase {
  const options = { url, poolMax: POOL_MAX, applicationName: 'test' };
  // A drop breaks the connections of clients that did not close them: not this pool's concern.
  const pool = createPool(options, () => undefined);
  return {
    url,
    pool,
    async drop() {
      if (!pool.ended) await pool.end();
      await remove();
    },
  };
}

/** CREATE and DROP DATABASE run on a separate connection, outside any transaction. */
async function administer(url: string, statement: string): Promise<void> {
  const pool = createPool(
    { url, poolMax: 1, applicationName: 'test administration', statementTimeoutSeconds: 60 },
    () => undefined,
  );
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}
