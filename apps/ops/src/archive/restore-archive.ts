import { join } from 'node:path';
import type { Client } from 'pg';
import { messageOf } from '@foretell/platform-server/message-of';
import { CommandRefused } from '../failure';
import { GROUPS } from './archivable';
import { isPartitionBound, makePartition } from '../tables/partitions';
import { loadRows, readFigures } from '../tables/row-file';
import { inTransaction } from '../tables/transaction';
import { awayFiles } from './make-archive';
import { readManifest, type Entry } from './manifest';
import { ORDERS, restoreOrders } from './orders-archive';

const TABLES: readonly string[] = [...GROUPS.flatMap(({ tables }) => tables.map(({ name }) => name)), ORDERS];

/** Result of an entry, or the fault of its file. */
export interface Restored {
  readonly entry: Entry;
  readonly isBack: boolean;
}

/** Reads every file of an archive. Returns one sentence for each file that differs from the manifest. */
export async function faultsOf(folder: string, entries: readonly Entry[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const entry of entries) {
    try {
      const { sha256, rows } = await readFigures(join(folder, entry.file));
      if (sha256 !== entry.sha256) faults.push(`${entry.file} was changed: its checksum is ${sha256}`);
      else if (rows !== entry.rows) faults.push(`${entry.file} has ${rows} rows, not ${entry.rows}`);
    } catch (error) {
      faults.push(`${entry.file} cannot be read: ${messageOf(error)}`);
    }
  }
  return faults;
}

/**
 * Restores archived rows, group by group, each in one transaction. Rows in the database stay unchanged, so the call can be
 * repeated. Throws before any change when a file differs from the manifest.
 */
export async function bringBack(client: Client, folder: string, groups: readonly string[] | null): Promise<readonly Restored[]> {
  const gone = await awayFiles(client);
  const wanted = readManifest(folder).entries.filter(({ group }) => groups === null || groups.includes(group));
  const missing = wanted.filter(({ sha256 }) => gone.has(sha256));
  const faults = await faultsOf(folder, missing);
  if (faults.length > 0) throw new CommandRefused(faults.join('; '));
  for (const entries of together(missing)) await restore(client, folder, entries);
  return wanted.map((entry) => ({ entry, isBack: gone.has(entry.sha256) }));
}

/** Entries that were archived in one transaction are restored in one. */
function together(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const parts = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = `${entry.group} ${entry.bound === '' ? entry.file : entry.bound}`;
    parts.set(key, [...(parts.get(key) ?? []), entry]);
  }
  return [...parts.values()];
}

function restore(client: Client, folder: string, entries: readonly Entry[]): Promise<void> {
  return inTransaction(client, async () => {
    for (const entry of entries) await restoreEntry(client, folder, entry);
  });
}

/** Parts of the manifest become SQL text, so only values that this program writes are accepted. */
async function restoreEntry(client: Client, folder: string, entry: Entry): Promise<void> {
  const { table, bound, columns } = entry;
  if (!TABLES.includes(table) || !columns.every((name) => /^\w+$/.test(name)))
    throw new CommandRefused(`the manifest names ${table}, which is not an archived table`);
  if (table === ORDERS) return restoreOrders(client, folder, entry);
  if (!isPartitionBound(bound))
    throw new CommandRefused(`the manifest names a partition ${bound}, which this program does not write`);
  await restorePartition(client, folder, entry);
}

/** Attaching a table that was created separately blocks neither readers nor writers. */
async function restorePartition(client: Client, folder: string, { table, bound, columns, file, fromKey }: Entry): Promise<void> {
  const partition = await makePartition(client, table, bound);
  await loadRows(client, join(folder, file), `${partition} (${columns.join(', ')})`);
  await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES ${bound}`);
  await client.query(`DELETE FROM ${String(table.split('.')[0])}.archived WHERE table_name = $1 AND from_key = $2`, [
    table,
    fromKey,
  ]);
}
