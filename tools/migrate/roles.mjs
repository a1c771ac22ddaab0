/** Creates each service's database role: see deploy/sql/roles.sql. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './engine.mjs';

export const SERVICES = ['clob', 'gamma', 'data'];

/** @param passwords of the roles, by service, and that of `backup`; a role without one keeps its password */
export async function applyRoles(url, passwords) {
  await withClient(url, async (client) => {
    for (const service of [...SERVICES, 'backup']) {
      await client.query('SELECT set_config($1, $2, false)', [`foretell.${service}_password`, passwords[service] ?? '']);
    }
    await client.query(readFileSync(join(ROOT, 'deploy', 'sql', 'roles.sql'), 'utf8'));
  });
}

/** The URL of a service's own role. */
export function serviceUrl(url, service, password) {
  const own = new URL(url);
  own.username = `foretell_${service}`;
  own.password = password;
  return own.href;
}

/** Runs `work(client)` on one connection, then closes it. */
export async function withClient(url, work) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same server's URL for another database. */
export function databaseUrl(url, database) {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
