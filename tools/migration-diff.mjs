/**
 * Writes the next migration: `node tools/migration-diff.mjs NAME` makes prisma/migrations/<time>_NAME/migration.sql from the
 * difference between the migrations so far and prisma/schema; without NAME it only prints the SQL. Keeps the indexes listed in
 * prisma/beyond-prisma.json, which Prisma cannot express and would drop.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import './migrate/closed-pipe.mjs';
import { nextMigrationSql, ROOT } from './migrate/engine.mjs';
import { withScratchServer } from './embedded/throw-away.mjs';

/** A statement that waits for a lock blocks all statements behind it; the migration is retried. */
const LOCKS = `SET lock_timeout = '1s';\n\n`;

const name = process.argv[2];
if (name !== undefined && !/^[a-z0-9_]+$/.test(name)) {
  process.stderr.write(`A migration's name is small letters, digits and underscores, not "${name}"\n`);
  process.exit(2);
}
const sql = keepingIndexes(await withScratchServer(nextMigrationSql));
if (name === undefined || /^\s*(-- This is an empty migration\.)?\s*$/.test(sql)) {
  process.stdout.write(sql.trim() === '' ? '-- nothing to do: the migrations give the schema\n' : sql);
} else {
  const time = new Date().toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
  const folder = join(ROOT, 'prisma', 'migrations', `${time}_${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'migration.sql'), `${LOCKS}${sql}`);
  const lock = join(ROOT, 'prisma', 'migrations', 'migration_lock.toml');
  if (!existsSync(lock)) writeFileSync(lock, 'provider = "postgresql"\n');
  process.stdout.write(`${join(folder, 'migration.sql')}\n`);
}

function keepingIndexes(script) {
  const beyond = JSON.parse(readFileSync(join(ROOT, 'prisma', 'beyond-prisma.json'), 'utf8'));
  const isDeclared = (schema, index) => Object.hasOwn(beyond, `index ${schema}.${index}`);
  const drop = /(?:-- DropIndex\n)?DROP INDEX "(\w+)"\."(\w+)";\n*/g;
  return script.replaceAll(drop, (text, schema, index) => (isDeclared(schema, index) ? '' : text));
}
