/**
 * Compares the result of the migrations on an empty database with prisma/schema. What Prisma's schema cannot express (extensions,
 * check constraints, partial or expression indexes) must be listed in prisma/beyond-prisma.json, each with its reason. An entry
 * that matches nothing is a fault too.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startThrowAwayServers } from './embedded/throw-away.mjs';
import { applyMigrations, ROOT, schemaSql } from './migrate/engine.mjs';
import { databaseUrl, withClient } from './migrate/roles.mjs';
import { installDependencies, say } from './workspace.mjs';

const SHOWN = 30;
const SCHEMAS = `('clob', 'gamma', 'data')`;
/** Partitions are excluded: each has what its table has, and the service and its operator create and drop them. */
const isNoPartition = (oid) => `NOT EXISTS (SELECT FROM pg_class p WHERE p.oid = ${oid} AND p.relispartition)`;
/** Each query returns rows { name, definition }: the object's name and its definition. */
const QUESTIONS = {
  extension: `SELECT extname AS name, '' AS definition FROM pg_extension WHERE extname <> 'plpgsql'`,
  column: `SELECT concat_ws('.', table_schema, table_name, column_name) AS name,
      concat_ws(' ', udt_schema, udt_name, character_maximum_length, numeric_precision, numeric_scale, datetime_precision,
        is_nullable, column_default, is_identity, generation_expression) AS definition
    FROM information_schema.columns WHERE table_schema IN ${SCHEMAS} AND ${isNoPartition("format('%I.%I', table_schema, table_name)::regclass")}`,
  index: `SELECT concat_ws('.', schemaname, indexname) AS name, replace(indexdef, ' ON ONLY ', ' ON ') AS definition
    FROM pg_indexes WHERE schemaname IN ${SCHEMAS} AND ${isNoPartition("format('%I.%I', schemaname, tablename)::regclass")}`,
  constraint: `SELECT concat_ws('.', n.nspname, t.relname, c.conname) AS name, pg_get_constraintdef(c.oid) AS definition
    FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace LEFT JOIN pg_class t ON t.oid = c.conrelid 
    WHERE n.nspname IN ${SCHEMAS} AND c.contype <> 'n' AND ${isNoPartition('c.conrelid')}`,
  partitioning: `SELECT concat_ws('.', n.nspname, c.relname) AS name, pg_get_partkeydef(c.oid) AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname IN ${SCHEMAS} AND c.relkind = 'p'`,
  type: `SELECT concat_ws('.', n.nspname, t.typname) AS name, string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder) AS definition
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace JOIN pg_enum e ON e.enumtypid = t.oid
      WHERE n.nspname IN ${SCHEMAS} GROUP BY 1`,
  routine: `SELECT concat_ws('.', n.nspname, p.proname) AS name, pg_get_functiondef(p.oid) AS definition
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname IN ${SCHEMAS}`,
  trigger: `SELECT concat_ws('.', n.nspname, c.relname, t.tgname) AS name, pg_get_triggerdef(t.oid) AS definition
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ${SCHEMAS} AND NOT t.tgisinternal`,
};

installDependencies();
const allowed = readAllowed();
const servers = await startThrowAwayServers({ nats: false });
try {
  const migrated = await describe('migrated', (url) => applyMigrations(url));
  const wanted = await describe('wanted', async (url) => {
    const sql = await schemaSql(url);
    await withClient(url, (client) => client.query(sql));
  });
  const faults = compare(migrated, wanted);
  faults.slice(0, SHOWN).forEach(say);
  say(
    faults.length === 0
      ? 'No drift: the migrations produce the schema'
      : `${faults.length} differences between prisma/migrations and prisma/schema`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await servers.stop();
}

/** Creates a database, fills it and describes it as a map from "kind name" to definition. */
async function describe(database, fill) {
  await withClient(servers.databaseUrl, (client) => client.query(`CREATE DATABASE ${database}`));
  const url = databaseUrl(servers.databaseUrl, database);
  await fill(url);
  return withClient(url, async (client) => {
    const found = new Map();
    for (const [kind, question] of Object.entries(QUESTIONS)) {
      const { rows } = await client.query(question);
      for (const { name, definition } of rows) found.set(`${kind} ${name}`, definition);
    }
    return found;
  });
}

function compare(migrated, wanted) {
  const unused = new Set(allowed);
  const faults = [];
  for (const key of [...new Set([...migrated.keys(), ...wanted.keys()])].sort()) {
    if (migrated.get(key) === wanted.get(key)) continue;
    if (allowed.has(key)) unused.delete(key);
    else faults.push(`${key}\n  migrations: ${migrated.get(key) ?? '(absent)'}\n  schema:     ${wanted.get(key) ?? '(absent)'}`);
  }
  return [...faults, ...[...unused].map((key) => `prisma/beyond-prisma.json allows "${key}", which matches no difference`)];
}

function readAllowed() {
  const entries = Object.entries(JSON.parse(readFileSync(join(ROOT, 'prisma', 'beyond-prisma.json'), 'utf8')));
  const baseline = entries.filter(([, reason]) => typeof reason !== 'string' || reason.trim() === '');
  if (baseline.length > 0)
    throw new Error(`prisma/beyond-prisma.json gives no reason for ${baseline.map(([key]) => key).join(', ')}`);
  return new Set(entries.map(([key]) => key));
}
