/**
 * Applies prisma/migrations to DATABASE_URL. With CLOB_PASSWORD, GAMMA_PASSWORD, DATA_PASSWORD or BACKUP_PASSWORD set it also
 * creates the roles (deploy/sql/roles.sql) with these passwords. With NATS_URL set it creates the streams. With `--wait` it
 * changes nothing: it waits, as the URL's user, until all migrations are applied. So a service starts only after the tables that
 * it was built for exist.
 */
import './migrate/closed-pipe.mjs';
import { applyMigrations } from './migrate/engine.mjs';
import { awaitMigrations } from './migrate/gate.mjs';
import { applyRoles, SERVICES } from './migrate/roles.mjs';
import streams from './migrate/streams.cjs';

const ROLES = [...SERVICES, 'backup'];

const url = process.env.DATABASE_URL;
if (url === undefined || url === '') {
  process.stderr.write('Set DATABASE_URL to the PostgreSQL database that is to be migrated\n');
  process.exit(2);
}
if (process.argv.includes('--wait')) await awaitMigrations(url, say);
else await migrate();
// The adapter's pools are closed, but one leaves a timer of ten seconds behind.
process.exit();

async function migrate() {
  const names = await applyMigrations(url);
  say(names.length === 0 ? 'The database is up to date' : names.map((name) => `applied ${name}`).join('\n'));
  const passwords = Object.fromEntries(ROLES.map((role) => [role, process.env[`${role.toUpperCase()}_PASSWORD`]]));
  if (ROLES.some((role) => passwords[role])) {
    await applyRoles(url, passwords);
    say('The roles foretell_clob, foretell_gamma, foretell_data and foretell_backup are in place');
  }
  if (process.env.NATS_URL) say(`The streams ${(await streams.makeStreamsOf(process.env)).join(' and ')} are in place`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
