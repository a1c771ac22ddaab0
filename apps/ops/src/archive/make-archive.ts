import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { CommandRefused } from '../failure';
import type { ArchivableTable } from './archivable';
import { columnsOf, lastMigration } from '../tables/catalog.query';
import { writeRows } from '../tables/row-file';
import { readManifest, writeManifest, type Entry } from './manifest';
import type { Part } from './plan.query';
import { briefly } from './short-lock';

/** Advisory lock of a rebuild of the projections, which writes activity from the first event on: see apps/data/src/rebuild. */
const REBUILD_LOCK = 7_236_401;

/**
 * Archives parts, each completely or not at all. It writes the files and reads them back, then writes the manifest. One
 * transaction then drops the partitions and adds a row to clob.archived or data.archived for each. An interrupted run can be
 * repeated: it rewrites the files of parts that were not archived.
 */
export async function archiveParts(client: Client, folder: string, parts: readonly Part[]): Promise<readonly Entry[]> {
  mkdirSync(folder, { recursive: true });
  const made: Entry[] = [];
  for (const part of parts) {
    if (part.group.schema === 'data') await keepRebuildOut(client);
    const leaving: Leaving[] = [];
    for (const [index, table] of part.group.tables.entries())
      leaving.push(await written(client, folder, part, table, String(part.partitions[index])));
    const entries = leaving.map(({ entry }) => entry);
    await keepInManifest(client, folder, entries);
    await takeAway(client, part.group.schema, leaving);
    made.push(...entries);
  }
  return made;
}

/** Holds the lock until the session ends. */
async function keepRebuildOut(client: Client): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [REBUILD_LOCK]);
  if (rows[0]?.locked !== true) throw new CommandRefused('a rebuild of the projections is running: archive after it has ended');
}

/** Replaces entries that an interrupted run left without archiving their rows. */
export async function keepInManifest(client: Client, folder: string, entries: readonly Entry[]): Promise<void> {
  const gone = await awayFiles(client);
  const kept = readManifest(folder).entries.filter(({ sha256 }) => gone.has(sha256));
  await writeManifest(folder, [...kept, ...entries]);
}

/** Checksums of all archived files, of any archive. */
export async function awayFiles(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ sha256: string }>(
    'SELECT sha256 FROM clob.archived UNION ALL SELECT sha256 FROM data.archived',
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}

interface Leaving {
  readonly table: string;
  readonly update: ArchivableTable['update'];
  readonly partition: string;
  readonly entry: Entry;
  readonly sums: object;
}

interface Counted {
  readonly rows: number;
  readonly first: number | null;
  readonly last: number | null;
  readonly sums: object;
}

async function written(client: Client, folder: string, part: Part, table: ArchivableTable, partition: string): Promise<Leaving> {
  const { untilAt, bound, group, end } = part;
  const sums = Object.entries(table.sums).map(([name, sql]) => `'${name}', coalesce(${sql}, 0)`);
  const { rows } = await client.query<Counted>(
    `SELECT count(*) AS rows, min(${table.firstKey}) AS first, max(${table.key}) AS last, 
       jsonb_build_object(${sums.join(', ')}) AS sums
     FROM ${partition}`,
  );
  const [counted] = rows;
  if (counted === undefined) throw new Error(`${partition} could not be counted`);
  // A partition without rows is identified by its last possible key.
  const [fromKey, toKey] = [counted.first ?? end - 1, counted.last ?? end - 1];
  const file = `${table.name}.${fromKey}-${toKey}.copy.gz`;
  const columns = await columnsOf(client, table.name);
  const figures = await writeRows(
    client,
    `SELECT ${columns.join(', ')} FROM ${partition} ORDER BY ${table.key}`,
    join(folder, file),
  );
  if (figures.rows !== counted.rows)
    throw new CommandRefused(`${partition} has ${counted.rows} rows and its file ${figures.rows}: another session writes to it`);
  const migration = await lastMigration(client);
  const entry = { table: table.name, group: group.name, bound, file, ...figures, fromKey, toKey, untilAt, columns, migration };
  return { table: table.name, update: table.update, partition, entry, sums: counted.sums };
}

async function takeAway(client: Client, schema: 'clob' | 'data', leaving: readonly Leaving[]): Promise<void> {
  await briefly(client, async () => {
    // These updates run first, because no other session waits for their rows. The partition is then locked only briefly.
    for (const { update, partition } of leaving) if (update !== undefined) await client.query(update(partition));
    for (const { table, partition, entry, sums } of leaving) {
      await client.query(`ALTER TABLE ${table} DETACH PARTITION ${partition}`);
      await client.query(`DROP TABLE ${partition}`);
      await insertArchived(client, schema, entry, sums);
    }
  });
}

/** Runs in the caller's transaction. */
export async function insertArchived(client: Client, schema: 'clob' | 'data', entry: Entry, sums: object): Promise<void> {
  const { table, fromKey, toKey, rows, untilAt, file, sha256 } = entry;
  await client.query(
    `INSERT INTO ${schema}.archived (table_name, from_key, to_key, row_count, until_at, sums, file, sha256, archived_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, (extract(epoch FROM now()) * 1000)::bigint)`,
    [table, fromKey, toKey, rows, untilAt, sums, file, sha256],
  );
}
