import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import type { EventSource } from '@foretell/contracts';
import type { Client } from 'pg';
import { CommandRefused } from '../failure';
import { appliedMigrations, columnsOf, serviceTables, type Migration, type TableShape } from '../tables/catalog.query';
import { isPartitionBound, makePartition } from '../tables/partitions';
import { loadRows, type Passage } from '../tables/row-file';
import { inTransaction } from '../tables/transaction';
import type { BackedTable, BackupManifest } from './backup-folder';
import { readHeads } from './heads.query';
import type { TablesDone } from './make-backup';

const LOCK_TIMEOUT_MS = 5_000;
/** The migrations insert one row into each of these tables; no other statement changes it until a service runs. */
const HEADS: readonly string[] = ['clob.journal_head', 'clob.recorder', 'gamma.journal_head'];

/**
 * Restores a verified backup into an empty database with the same migrations, completely or not at all. It runs in one
 * transaction, at whose end the heads must equal those of the manifest. Throws for a database that was used before or is in use.
 */
export async function restoreBackup(
  client: Client,
  folder: string,
  manifest: BackupManifest,
  { onProgress, decrypt }: { readonly onProgress: TablesDone; readonly decrypt: Passage | undefined },
): Promise<void> {
  const passage = manifest.encryption === undefined ? undefined : decrypt;
  requireSameMigrations(manifest.migrations, await appliedMigrations(client));
  await requireNobody(client);
  const shapes = await serviceTables(client);
  const begin = `BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`;
  const work = async (): Promise<void> => {
    await client.query(`LOCK TABLE ${shapes.map(({ name }) => name).join(', ')} IN ACCESS EXCLUSIVE MODE`);
    requireEveryTable(manifest, shapes);
    await requireEmpty(client, shapes);
    for (const [index, table] of manifest.tables.entries()) {
      await restoreTable(client, { folder, table, shapes, decrypt: passage });
      onProgress(index + 1, manifest.tables.length);
    }
    await restoreSequences(client, manifest);
    const heads = await readHeads(client);
    if (!isDeepStrictEqual(heads, manifest.heads))
      throw new CommandRefused('the restored heads differ from the manifest: the backup is not of one point in time');
    await beginLineage(client, 'clob', heads.clob.sequence);
    await beginLineage(client, 'gamma', heads.gamma.sequence);
  };
  await inTransaction(client, work, begin);
  await client.query(`ANALYZE ${shapes.map(({ name }) => name).join(', ')}`);
}

/**
 * Later events belong to a new history, which does not continue the events after the backup. Readers detect this by the lineage.
 */
async function beginLineage(client: Client, source: EventSource, head: number): Promise<void> {
  // Imported here, because it loads the client of NATS and the server, which no other command needs at its start.
  const { LineageTable } = await import('@foretell/platform-nats');
  const table = new LineageTable(source, null);
  const { lineage, hasBegun } = await table.ensure(client, head);
  const isFirst = lineage.ancestors.length === 0;
  if (!hasBegun || isFirst) await table.begin(client, head, 'ops restore');
}

function requireSameMigrations(wanted: readonly Migration[], found: readonly Migration[]): void {
  if (isDeepStrictEqual(wanted, found)) return;
  const last = (migrations: readonly Migration[]): string => migrations.at(-1)?.name ?? 'no migration';
  throw new CommandRefused(
    `the backup was taken at ${last(wanted)} and this database is at ${last(found)}, or they differ before that: apply the migrations of the backup's release, restore, then upgrade`,
  );
}

/** A table without its rows, such as the ledger's references or the bans, would be missed by no other check. */
function requireEveryTable({ tables }: BackupManifest, shapes: readonly TableShape[]): void {
  const missing = shapes.filter(({ name }) => tables.every((table) => table.name !== name));
  if (missing.length === 0) return;
  throw new CommandRefused(
    `the manifest does not name ${missing.map(({ name }) => name).join(', ')}: the backup is not complete`,
  );
}

async function requireNobody(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; sessions: number }>(
    `SELECT application_name AS name, count(*) AS sessions FROM pg_stat_activity
      WHERE datname = current_database() AND application_name ~ '^foretell[- ]' AND pid <> pg_backend_pid() GROUP BY 1 ORDER BY 1`,
  );
  if (rows.length === 0) return;
  throw new CommandRefused(`stop the services first: ${rows.map(({ name }) => name).join(', ')} are connected to this database`);
}

async function requireEmpty(client: Client, shapes: readonly TableShape[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    shapes
      .map(({ name }) => {
        // Every writer increments the epoch when it starts, and every import the catalog's sequence.
        const used = name === 'gamma.journal_head' ? 'sequence > 0' : HEADS.includes(name) ? 'epoch > 0 OR sequence > 0' : 'true';
        return `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name} WHERE ${used})`;
      })
      .join(' UNION ALL '),
  );
  if (rows.length === 0) return;
  throw new CommandRefused(
    `the database is not empty (${rows.map(({ name }) => name).join(', ')}): restore into a new one, with its migrations applied and no service started`,
  );
}

interface TableToRestore {
  readonly folder: string;
  readonly table: BackedTable;
  /** All tables of the database. */
  readonly shapes: readonly TableShape[];
  readonly decrypt: Passage | undefined;
}

/** Names in the manifest become SQL text, so only names that this database has are accepted. */
async function restoreTable(client: Client, { folder, table, shapes, decrypt }: TableToRestore): Promise<void> {
  const { name, file, columns } = table;
  const shape = shapes.find((known) => known.name === name);
  const known = shape === undefined ? [] : await columnsOf(client, name);
  if (shape === undefined || !columns.every((column) => known.includes(column)))
    throw new CommandRefused(`the manifest names ${name} (${columns.join(', ')}), which this database does not have`);
  if (HEADS.includes(name)) await client.query(`DELETE FROM ${name}`);
  if (shape.bounds !== null) await restorePartitions(client, table, shape.bounds);
  const rows = await loadRows(client, join(folder, file), `${name} (${columns.join(', ')})`, decrypt);
  if (rows !== table.rows) throw new CommandRefused(`${file} contained ${rows} rows, not ${table.rows}`);
}

async function restorePartitions(client: Client, { name, bounds }: BackedTable, found: readonly string[]): Promise<void> {
  const wanted = bounds ?? [];
  if (isDeepStrictEqual([...wanted].sort(), [...found].sort())) return;
  const { rows } = await client.query<{ partition: string }>(
    'SELECT inhrelid::regclass::text AS partition FROM pg_inherits WHERE inhparent = $1::regclass',
    [name],
  );
  for (const { partition } of rows) await client.query(`DROP TABLE ${partition}`);
  for (const bound of wanted) {
    if (!isPartitionBound(bound))
      throw new CommandRefused(`the manifest names a partition ${bound}, which this program does not write`);
    const partition = await makePartition(client, name, bound);
    await client.query(`ALTER TABLE ${name} ATTACH PARTITION ${partition} FOR VALUES ${bound}`);
  }
}

/** PostgreSQL's own error refuses a sequence that this database does not have. */
async function restoreSequences(client: Client, { sequences }: BackupManifest): Promise<void> {
  for (const { name, value } of sequences) await client.query('SELECT setval($1::regclass, $2)', [name, value]);
}
