/**
 * Applies prisma/migrations to DATABASE_URL. With CLOB_PASSWORD, GAMMA_PASSWORD or DATA_PASSWORD set it also makes the
 * surfaces' roles (deploy/sql/roles.sql) and gives them these passwords.
 */
import { applyMigrations } from './migrate/engine.mjs';
import { applyRoles, SURFACES } from './migrate/roles.mjs';

const url = process.env.DATABASE_URL;
if (url === undefined || url === '') {
  process.stderr.write('Set DATABASE_URL to the PostgreSQL database that is to be migrated\n');
  process.exit(2);
}
const names = await applyMigrations(url);
process.stdout.write(names.length === 0 ? 'The database is up to date\n' : names.map((name) => `applied ${name}\n`).join(''));
const passwords = Object.fromEntries(SURFACES.map((surface) => [surface, process.env[`${surface.toUpperCase()}_PASSWORD`]]));
if (SURFACES.some((surface) => passwords[surface])) {
  await applyRoles(url, passwords);
  process.stdout.write('The roles foretell_clob, foretell_gamma and foretell_data are in place\n');
}
