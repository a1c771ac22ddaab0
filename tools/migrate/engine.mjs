/** Prisma's schema engine as WebAssembly: migrations without the native engine, which would have to be downloaded. */
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PRISMA = join(ROOT, 'prisma');
const MIGRATIONS = join(PRISMA, 'migrations');
const IMPORTS = './schema_engine_bg.js';
const FILTERS = { externalTables: [], externalEnums: [] };
/** Type numbers of PostgreSQL: the catalog's one-byte "char" and text. */
const CATALOG_CHAR = 18;
const TEXT = 25;
const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_TRIES = 120;
const LOCK_PAUSE_MS = 500;
const LOCKFILE = 'migration_lock.toml';

let loaded;

/** The bindings keep views of one instance's memory, so the module is instantiated once per process. */
function loadBindings() {
  loaded ??= (async () => {
    globalThis.PRISMA_WASM_PANIC_REGISTRY = {
      set_message(message) {
        process.stderr.write(`schema engine: ${message}\n`);
      },
    };
    const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
    const module = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const wasm = readFileSync(join(dirname(module), 'schema_engine_bg.wasm'));
    const { instance } = await WebAssembly.instantiate(wasm, { [IMPORTS]: bindings });
    bindings.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
    return bindings;
  })();
  return loaded;
}

/**
 * Runs `work(engine)` on an engine bound to one database, and closes the engine's connections afterwards: they hold the advisory
 * lock that keeps two migrations apart until they end.
 */
async function withEngine(url, work) {
  const { SchemaEngine } = await loadBindings();
  const { bindMigrationAwareSqlAdapterFactory } = await import('@prisma/driver-adapter-utils');
  const connections = new Set();
  const factory = bindMigrationAwareSqlAdapterFactory(await adapterFactory(url, connections));
  const engine = await SchemaEngine.new({ datamodels: readSchema() }, () => undefined, factory);
  try {
    return await work(engine);
  } catch (error) {
    throw explain(error);
  } finally {
    engine.free();
    await Promise.all([...connections].map((connection) => connection.dispose()));
  }
}

/** An adapter factory for the engine which remembers what it opened in `connections`. */
async function adapterFactory(url, connections) {
  const { PrismaPg } = await import('@prisma/adapter-pg');
  const { ColumnTypeEnum } = await import('@prisma/driver-adapter-utils');
  const factory = new PrismaPg({ connectionString: url });
  const open = (connect) => async () => {
    const adapter = await connect.call(factory);
    connections.add(adapter);
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      if (connections.delete(adapter)) await dispose();
    };
    return readsCatalogCharacters(runsScriptsWhole(adapter), ColumnTypeEnum.Character);
  };
  const { provider, adapterName } = factory;
  return { provider, adapterName, connect: open(factory.connect), connectToShadowDb: open(factory.connectToShadowDb) };
}

/**
 * The adapter splits a script at every semicolon, also inside a function's body, and runs the parts one by one. Sent as one text,
 * PostgreSQL parses it and runs it as one transaction, so a failed migration leaves nothing behind. A migration that gets no lock
 * within its lock_timeout lets other sessions proceed and is retried.
 */
function runsScriptsWhole(adapter) {
  adapter.executeScript = async (script) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await adapter.underlyingDriver().query(script);
        return;
      } catch (error) {
        if (error.code !== LOCK_NOT_AVAILABLE || attempt === LOCK_TRIES) return adapter.onError(error);
        await delay(LOCK_PAUSE_MS);
      }
    }
  };
  return adapter;
}

/**
 * The adapter refuses PostgreSQL's one-byte type "char", which only system catalogs use and which the engine needs when it
 * describes a database (pg_constraint.confdeltype): such columns pass the adapter as text and are then declared as characters.
 */
function readsCatalogCharacters(adapter, character) {
  const queryRaw = adapter.queryRaw;
  adapter.queryRaw = async (query) => {
    const answer = await adapter.performIO(query);
    const isCharacter = answer.fields.map((field) => field.dataTypeID === CATALOG_CHAR);
    const fields = answer.fields.map((field, at) => (isCharacter[at] ? { ...field, dataTypeID: TEXT } : field));
    const answered = Object.create(adapter, { performIO: { value: () => Promise.resolve({ ...answer, fields }) } });
    const result = await queryRaw.call(answered, query);
    return { ...result, columnTypes: result.columnTypes.map((type, at) => (isCharacter[at] ? character : type)) };
  };
  return adapter;
}

/** The engine's errors have the reason as JSON, next to the message or inside it. */
function explain(error) {
  const text = error instanceof Error ? error.message : String(error);
  const detail = typeof error === 'object' && error !== null ? (error.meta?.full_error ?? error.cause?.message) : undefined;
  return new Error(detail === undefined ? text : `${text}\n${typeof detail === 'string' ? detail : JSON.stringify(detail)}`, {
    cause: error,
  });
}

/** The files of prisma/schema as [path, text] pairs. */
function readSchema() {
  const folder = join(PRISMA, 'schema');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => [join(folder, name), readFileSync(join(folder, name), 'utf8')]);
}

/** Every migration of this version, in the order in which they are applied. */
export function migrationNames() {
  const entries = existsSync(MIGRATIONS) ? readdirSync(MIGRATIONS, { withFileTypes: true }) : [];
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function readMigrations() {
  const lock = join(MIGRATIONS, LOCKFILE);
  const migrationDirectories = migrationNames().map((path) => {
    const value = readFileSync(join(MIGRATIONS, path, 'migration.sql'), 'utf8');
    return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } };
  });
  return {
    baseDir: MIGRATIONS,
    lockfile: { path: LOCKFILE, content: existsSync(lock) ? readFileSync(lock, 'utf8') : null },
    shadowDbInitScript: '',
    migrationDirectories,
  };
}

/**
 * Applies the migrations of prisma/migrations that the database lacks, in order of name; idempotent. @returns the applied names
 */
export function applyMigrations(url) {
  return withEngine(url, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: readMigrations(), filters: FILTERS });
    return appliedMigrationNames;
  });
}

/** SQL from an empty database to prisma/schema. */
export function schemaSql(url) {
  return diff(url, { tag: 'empty' });
}

/** SQL from the migrations so far to prisma/schema. Creates and drops a shadow database on the server of `url`. */
export function nextMigrationSql(url) {
  const migrations = readMigrations();
  return diff(url, migrations.migrationDirectories.length === 0 ? { tag: 'empty' } : { tag: 'migrations', ...migrations });
}

function diff(url, from) {
  const files = readSchema().map(([path, content]) => ({ path, content }));
  return withEngine(url, async (engine) => {
    const { stdout } = await engine.diff({
      from,
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: FILTERS,
    });
    return stdout ?? '';
  });
}
