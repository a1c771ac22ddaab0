import { randomBytes } from 'node:crypto';
import { createPool } from '@foretell/platform-prisma';
import type { Pool } from '@foretell/platform-prisma';
import { readWorldConfig } from './world.config';

/** A database of one spec file's own: migrated and empty at first. */
export interface TestDatabase {
  readonly url: string;
  /** Reads BIGINT as numbers, like the surfaces' own pools. */
  readonly pool: Pool;
  /** Ends the pool and removes the database, also under the feet of others who are still connected. For afterAll. */
  drop(): Promise<void>;
}

const POOL_MAX = 5;

/** Copies the migrated template (some 50 ms). Refuses when no variables name servers. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyOf(readWorldConfig().templateDatabase);
}

/** The same before any migration: no schema, no table. */
export function createBareDatabase(): Promise<TestDatabase> {
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

/** A database that somebody else made, and removes. */
export function databaseAt(url: string, remove: () => Promise<void> = () => Promise.resolve()): TestDatabase {
  const options = { url, poolMax: POOL_MAX, applicationName: 'test' };
  // A drop breaks the connections of those who forgot to close theirs: not this pool's concern.
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

/** CREATE and DROP DATABASE run on a connection of their own, outside any transaction. */
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
