/** The migrated database that every test copies: CREATE DATABASE ... TEMPLATE takes less time than migrating again. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { applyMigrations, ROOT } from './migrate/engine.mjs';
import { applyRoles, databaseUrl, withClient } from './migrate/roles.mjs';

export const TEMPLATE_DATABASE = 'foretell_template';
/** This PostgreSQL trusts every local connection, so the passwords protect nothing. */
const PASSWORDS = { clob: 'clob', gamma: 'gamma', data: 'data' };

/** Creates the template, or recreates it. */
export async function prepareTemplate(url, name = TEMPLATE_DATABASE) {
  await withClient(url, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name}`);
  });
  const own = databaseUrl(url, name);
  await applyMigrations(own);
  await applyRoles(own, PASSWORDS);
}

/** Changes when a migration or the roles change. */
export function migrationsStamp() {
  const folder = join(ROOT, 'prisma', 'migrations');
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'deploy', 'sql', 'roles.sql')));
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name, 'migration.sql');
    if (existsSync(file)) hash.update(name).update(readFileSync(file));
  }
  return hash.digest('hex');
}
