/**
 * Applies prisma/migrations to DATABASE_URL. With CLOB_PASSWORD, GAMMA_PASSWORD or DATA_PASSWORD set it also makes the
 * surfaces' roles (deploy/sql/roles.sql) and gives them these passwords. With `--wait` it changes nothing but waits, signed in as
 * whom the URL names, until all of them are applied: what starts a surface only after the tables that it was built for are there.
 */
import { applyMigrations } from './migrate/engine.mjs';
import { awaitMigrations } from './migrate/gate.mjs';
import { applyRoles, SURFACES } from './migrate/roles.mjs';

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
  const passwords = Object.fromEntries(SURFACES.map((surface) => [surface, process.env[`${surface.toUpperCase()}_PASSWORD`]]));
  if (SURFACES.some((surface) => passwords[surface])) {
    await applyRoles(url, passwords);
    say('The roles foretell_clob, foretell_gamma and foretell_data are in place');
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
