import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';
import { CommandRefused } from '../failure';
import { appliedMigrations, columnsOf, serviceTables, type TableShape } from '../tables/catalog.query';
import { writeRows } from '../tables/row-file';
import { syncFolder, writeSynced } from '../tables/synced';
import { CHECKSUMS, FORMAT, MANIFEST, SIGNATURE, type BackedTable, type BackupManifest } from './backup-folder';
import { readHeads } from './heads.query';
import type { Sealing } from './protection';

/** Called as tables are written, with the number done and the total. */
export type TablesDone = (done: number, of: number) => void;

interface BackupOptions {
  readonly version: string;
  /** Null: neither encrypts nor signs. */
  readonly sealing: Sealing | null;
  readonly onProgress: TablesDone;
}

/**
 * Writes all rows of the three services' schemas as of one point in time, without blocking readers or writers. The folder gets
 * its name only after every file was written, synced and read back. The remains of a killed run are overwritten. Only the user
 * that runs it can read the files.
 */
export async function makeBackup(
  client: Client,
  folder: string,
  { version, sealing, onProgress }: BackupOptions,
): Promise<BackupManifest> {
  if (existsSync(folder)) throw new CommandRefused(`${folder} exists: a backup is never overwritten`);
  const begun = `${folder}.begun`;
  rmSync(begun, { recursive: true, force: true });
  mkdirSync(begun, { recursive: true, mode: 0o700 });
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { manifest, sums } = await written(client, begun, { version, sealing, onProgress });
  await client.query('COMMIT');
  sums.push([MANIFEST, await writeSynced(join(begun, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)]);
  const checksums = sums.map(([file, sum]) => `${sum}  ${file}\n`).join('');
  await writeSynced(join(begun, CHECKSUMS), checksums);
  if (sealing !== null) await writeSynced(join(begun, SIGNATURE), sealing.sign(checksums));
  await syncFolder(begun);
  await rename(begun, folder);
  await syncFolder(dirname(folder));
  return manifest;
}

type Sums = [file: string, sha256: string][];

async function written(
  client: Client,
  folder: string,
  { version, sealing, onProgress }: BackupOptions,
): Promise<{ readonly manifest: BackupManifest; readonly sums: Sums }> {
  const { rows } = await client.query<{ postgres: string; at: string }>(
    `SELECT current_setting('server_version') AS postgres, to_json(now() AT TIME ZONE 'utc')#>>'{}' AS at`,
  );
  const heads = await readHeads(client);
  const migrations = await appliedMigrations(client);
  const shapes = await serviceTables(client);
  const tables: BackedTable[] = [];
  const sums: Sums = [];
  for (const shape of shapes) {
    const { table, sha256 } = await writeTable(client, folder, shape, sealing);
    tables.push(table);
    sums.push([table.file, sha256]);
    onProgress(tables.length, shapes.length);
  }
  const sequences = await readSequences(client);
  const of = {
    ...(sealing === null ? {} : { encryption: 'age' as const }),
    version,
    postgres: rows[0]?.postgres ?? '',
    takenAt: `${rows[0]?.at ?? ''}Z`,
  };
  return { manifest: { format: FORMAT, ...of, heads, migrations, tables, sequences }, sums };
}

async function writeTable(
  client: Client,
  folder: string,
  { name, bounds }: TableShape,
  sealing: Sealing | null,
): Promise<{ readonly table: BackedTable; readonly sha256: string }> {
  const columns = await columnsOf(client, name);
  const file = `${name}.copy.gz${sealing === null ? '' : '.age'}`;
  const { rows, sha256 } = await writeRows(
    client,
    `SELECT ${columns.join(', ')} FROM ${name}`,
    join(folder, file),
    sealing?.encrypt,
  );
  return { table: { name, file, rows, columns, bounds }, sha256 };
}

/** Sequences are not part of a snapshot: they may be ahead of the rows, never behind. */
async function readSequences(client: Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: number }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS value FROM pg_sequences
      WHERE schemaname IN ('clob', 'gamma', 'data') AND last_value IS NOT NULL ORDER BY 1`,
  );
  return rows;
}
