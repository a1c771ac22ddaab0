import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';
import { CommandRefused } from '../failure';
import { appliedMigrations, columnsOf, surfaceTables, type TableShape } from '../tables/catalog.query';
import { writeRows } from '../tables/row-file';
import { CHECKSUMS, FORMAT, MANIFEST, writeSynced, type BackedTable, type BackupManifest } from './backup-folder';
import { readHeads } from './heads.query';

/** Told as tables are written: how many of how many. */
export type TablesDone = (done: number, of: number) => void;

/**
 * Writes all that the three surfaces' schemas hold, as it was at one instant, beside whoever reads and writes. The folder has its
 * name only when every file was written, synced and read back; one that a killed run left behind is written anew.
 */
export async function makeBackup(client: Client, folder: string, version: string, told: TablesDone): Promise<BackupManifest> {
  if (existsSync(folder)) throw new CommandRefused(`${folder} is there already: a backup is never written over`);
  const begun = `${folder}.begun`;
  rmSync(begun, { recursive: true, force: true });
  mkdirSync(begun, { recursive: true });
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { manifest, sums } = await written(client, begun, version, told);
  await client.query('COMMIT');
  sums.push([MANIFEST, await writeSynced(join(begun, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)]);
  await writeSynced(join(begun, CHECKSUMS), sums.map(([file, sum]) => `${sum}  ${file}\n`).join(''));
  await syncFolder(begun);
  await rename(begun, folder);
  await syncFolder(dirname(folder));
  return manifest;
}

type Sums = [file: string, sha256: string][];

async function written(
  client: Client,
  folder: string,
  version: string,
  told: TablesDone,
): Promise<{ readonly manifest: BackupManifest; readonly sums: Sums }> {
  const { rows } = await client.query<{ postgres: string; at: string }>(
    `SELECT current_setting('server_version') AS postgres, to_json(now() AT TIME ZONE 'utc')#>>'{}' AS at`,
  );
  const heads = await readHeads(client);
  const migrations = await appliedMigrations(client);
  const shapes = await surfaceTables(client);
  const tables: BackedTable[] = [];
  const sums: Sums = [];
  for (const shape of shapes) {
    const { table, sha256 } = await writeTable(client, folder, shape);
    tables.push(table);
    sums.push([table.file, sha256]);
    told(tables.length, shapes.length);
  }
  const sequences = await readSequences(client);
  const of = { version, postgres: rows[0]?.postgres ?? '', takenAt: `${rows[0]?.at ?? ''}Z` };
  return { manifest: { format: FORMAT, ...of, heads, migrations, tables, sequences }, sums };
}

async function writeTable(
  client: Client,
  folder: string,
  { name, bounds }: TableShape,
): Promise<{ readonly table: BackedTable; readonly sha256: string }> {
  const columns = await columnsOf(client, name);
  const file = `${name}.copy.gz`;
  const { rows, sha256 } = await writeRows(client, `SELECT ${columns.join(', ')} FROM ${name}`, join(folder, file));
  return { table: { name, file, rows, columns, bounds }, sha256 };
}

/** Sequences are outside of snapshots: they may be further than the rows, never behind. */
async function readSequences(client: Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: number }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS value FROM pg_sequences
      WHERE schemaname IN ('clob', 'gamma', 'data') AND last_value IS NOT NULL ORDER BY 1`,
  );
  return rows;
}

/** What is renamed or made in a folder is there after a power cut only when the folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
