/**
 * Part of `npm run lint`: migrations only expand the schema or contract what is unused, and hold no lock that blocks a running
 * site. squawk checks them; the rules below cover the rest. Source: docs/decisions/migrations.md.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, say } from './workspace.mjs';

const MIGRATIONS = join(ROOT, 'prisma', 'migrations');
/** Applied to an empty database, so it locks out nobody. Every later migration is read. */
const BASELINE = '20261124000000_baseline';
/** squawk has binaries for few platforms, so it is not a dependency of the workspace: it has its own folder and lock file. */
const FOLDER = join(ROOT, 'tools', 'migration-lint');
const SQUAWK = join(FOLDER, 'node_modules', 'squawk-cli', 'js', 'bin', 'squawk');
/** The oldest version that the services support. */
const POSTGRES = '16';
/** Rules of style, and a limit on the duration of a statement, which a backfill or a CONCURRENTLY may exceed. */
const NOT_ASKED = [
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-robust-stmts',
  'prefer-text-field',
  'prefer-timestamp-tz',
  'require-statement-timeout',
];
const LOCK_MILLIS_MAX = 1_000;
const BEFORE = `SET lock_timeout = '1s';\n`;
/** Its rule must refuse each sample; otherwise the rule does not work. */
const SAMPLES = [
  ['ban-drop-column', `${BEFORE}ALTER TABLE "clob"."orders" DROP COLUMN "flags";`],
  ['ban-drop-table', `${BEFORE}DROP TABLE "clob"."orders";`],
  ['renaming-column', `${BEFORE}ALTER TABLE "clob"."orders" RENAME COLUMN "flags" TO "bits";`],
  ['renaming-table', `${BEFORE}ALTER TABLE "clob"."orders" RENAME TO "placed";`],
  ['adding-required-field', `${BEFORE}ALTER TABLE "clob"."orders" ADD COLUMN "tag" TEXT NOT NULL;`],
  ['adding-not-nullable-field', `${BEFORE}ALTER TABLE "clob"."orders" ALTER COLUMN "builder" SET NOT NULL;`],
  ['adding-field-with-default', `${BEFORE}ALTER TABLE "clob"."orders" ADD COLUMN "tag" UUID DEFAULT gen_random_uuid();`],
  ['changing-column-type', `${BEFORE}ALTER TABLE "clob"."orders" ALTER COLUMN "flags" TYPE BIGINT;`],
  ['require-concurrent-index-creation', `CREATE INDEX "orders_flags_idx" ON "clob"."orders"("flags");`],
  ['require-concurrent-index-deletion', `${BEFORE}DROP INDEX "clob"."orders_flags_idx";`],
  ['disallowed-unique-constraint', `${BEFORE}ALTER TABLE "clob"."orders" ADD CONSTRAINT "u" UNIQUE ("flags");`],
  ['constraint-missing-not-valid', `${BEFORE}ALTER TABLE "clob"."orders" ADD CONSTRAINT "c" CHECK ("flags" >= 0);`],
  ['require-lock-timeout', `ALTER TABLE "clob"."orders" ADD COLUMN "tag" TEXT;`],
  ['short-lock-timeout', `SET lock_timeout = '5s';\nALTER TABLE "clob"."orders" ADD COLUMN "tag" TEXT;`],
  ['whole-table-write', `UPDATE "clob"."orders" SET "flags" = 0;`],
  ['reason-for-exception', `${BEFORE}-- squawk-ignore ban-drop-column\nALTER TABLE "clob"."orders" DROP COLUMN "flags";`],
];
/** A migration that a release may contain and that must pass. */
const GOOD = `${BEFORE}ALTER TABLE "clob"."orders" ADD COLUMN "tag" TEXT NOT NULL DEFAULT '';
CREATE TABLE "clob"."tags" ("id" INTEGER NOT NULL, CONSTRAINT "tags_pkey" PRIMARY KEY ("id"));
CREATE INDEX "tags_id_idx" ON "clob"."tags"("id");
ALTER TABLE "clob"."orders" ADD CONSTRAINT "c" CHECK ("flags" >= 0) NOT VALID;
-- Contract: nothing reads it since 0.2.0.
-- squawk-ignore ban-drop-column
ALTER TABLE "clob"."orders" DROP COLUMN "flags";
-- Safe: some hundred rows, written by operators.
UPDATE "clob"."limits" SET "per_second" = 1;
CREATE FUNCTION "clob"."f"() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
UPDATE clob.orders SET flags = 0;
END $$;
`;

/** CREATE INDEX CONCURRENTLY runs outside a transaction, so it is the only statement of its file, without a lock_timeout. */
const ALONE = /^(CREATE|DROP)\s+(UNIQUE\s+)?INDEX\s+CONCURRENTLY\b[^;]*;?$/i;
const OF_TRANSACTIONS = ['require-lock-timeout', 'ban-concurrent-index-creation-in-transaction'];
const GOOD_ALONE = `-- Beside writers.\nCREATE INDEX CONCURRENTLY "orders_flags_idx" ON "clob"."orders"("flags");\n`;

/** Prints the faults of migrations and the rules that do not work; true when there are none. */
export function migrationsAreSafe() {
  const later = readdirSync(MIGRATIONS).filter((name) => name > BASELINE && existsSync(join(MIGRATIONS, name, 'migration.sql')));
  const faults = faultsOf(later.map((name) => [name, readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8')]));
  faults.forEach(({ name, line, rule, message }) => say(`prisma/migrations/${name}/migration.sql:${line}: ${rule}: ${message}`));
  const toothless = toothlessRules();
  toothless.forEach(say);
  return faults.length === 0 && toothless.length === 0;
}

function toothlessRules() {
  const found = faultsOf([...SAMPLES, ['good', GOOD], ['good-alone', GOOD_ALONE]]);
  const silent = SAMPLES.filter(([rule]) => !found.some((fault) => fault.name === rule && fault.rule === rule));
  return [
    ...silent.map(([rule]) => `${rule} does not refuse its bad migration`),
    ...found
      .filter(({ name }) => name.startsWith('good'))
      .map(({ line, rule }) => `${rule} refuses line ${line} of a good migration`),
  ];
}

/** @param scripts pairs of name and SQL */
function faultsOf(scripts) {
  if (scripts.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'foretell-migrations-'));
  try {
    for (const [name, sql] of scripts) writeFileSync(join(folder, `${name}.sql`), sql);
    const reported = squawk(scripts.map(([name]) => join(folder, `${name}.sql`)));
    const alone = new Set(scripts.filter(([, sql]) => ALONE.test(sql.replaceAll(/--.*/g, '').trim())).map(([name]) => name));
    const all = reported.map(({ file, line, rule_name: rule, message }) => ({
      name: file.slice(folder.length + 1, -'.sql'.length),
      line: line + 1,
      rule,
      message,
    }));
    const theirs = all.filter(({ name, rule }) => !(alone.has(name) && OF_TRANSACTIONS.includes(rule)));
    return [...theirs, ...scripts.flatMap(([name, sql]) => ownFaults(sql).map((fault) => ({ name, ...fault })))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function ownFaults(sql) {
  const faults = [];
  const lines = withoutBodies(sql).split('\n');
  lines.forEach((text, index) => {
    const fault = (rule, message) => faults.push({ line: index + 1, rule, message });
    const above = lines[index - 1] ?? '';
    const [, amount, unit] = /^\s*SET\s+(?:LOCAL\s+)?lock_timeout\s*(?:=|TO)\s*'?(\d+)\s*(ms|s|min)?'?/i.exec(text) ?? [];
    const millis = Number(amount) * ({ s: 1_000, min: 60_000 }[unit] ?? 1);
    if (amount !== undefined && (millis === 0 || millis > LOCK_MILLIS_MAX))
      fault('short-lock-timeout', `other statements wait while this one waits: at most ${LOCK_MILLIS_MAX} ms; it is retried`);
    if (/squawk-ignore/.test(text) && !/^-- (Safe|Contract): \S/.test(above))
      fault(
        'reason-for-exception',
        'state the reason above it: "-- Contract: nothing reads it since 0.2.0." or "-- Safe: some hundred rows."',
      );
    if (/^\s*(UPDATE|DELETE|TRUNCATE|INSERT\s+INTO\s+\S+\s*(\([^)]*\)\s*)?SELECT)\b/i.test(text) && !/^-- Safe: \S/.test(above))
      fault(
        'whole-table-write',
        'rows stay locked until the migration ends: fill them in the service, or write above it "-- Safe: ..."',
      );
  });
  return faults;
}

/** Function bodies run later; their lines are kept as blank lines. */
function withoutBodies(sql) {
  return sql.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, (body) => body.replaceAll(/[^\n]/g, ''));
}

function squawk(files) {
  installSquawk();
  const words = ['--reporter', 'json', '--pg-version', POSTGRES, '--assume-in-transaction', '--exclude', NOT_ASKED.join(',')];
  const run = spawnSync(process.execPath, [SQUAWK, ...words, ...files], { encoding: 'utf8', cwd: tmpdir(), maxBuffer: 1 << 26 });
  if (run.error !== undefined) throw run.error;
  if (run.stdout === '') throw new Error(`squawk read no migration: ${run.stderr}`);
  return JSON.parse(run.stdout);
}

/**
 * The pinned version, whose binary for each platform is pinned by itself. Without a lock file: npm refuses one that lacks another
 * platform's binary, and omits those that this platform does not need.
 */
function installSquawk() {
  const has = () => spawnSync(process.execPath, [SQUAWK, '--version']).status === 0;
  if (has()) return;
  const { dependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  const words = ['install', '--no-save', '--no-package-lock', `squawk-cli@${dependencies['squawk-cli']}`];
  execFileSync('npm', [...words, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (!has())
    throw new Error(`squawk does not run on ${process.platform}-${process.arch}: npm run lint needs it to read the migrations`);
}
