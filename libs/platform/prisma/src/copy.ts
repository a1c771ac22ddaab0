import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { CopiedRow, CopiedRows, IntegerRow } from './copied-rows';
import { ANSWER_MILLIS, CopyOut } from './copy-out';
import type { CopyRows } from './copy-rows';

/**
 * Appends rows to `target`, a table with its column list, e.g. `data.activity (sequence, at)`: part of the client's transaction.
 * Rejects as a query would.
 */
export async function copyInto(client: PoolClient, target: string, rows: CopyRows): Promise<void> {
  const copy = from(`COPY ${target} FROM STDIN (FORMAT binary)`);
  const stream = client.query(Object.assign(copy, { query_timeout: ANSWER_MILLIS, callback: () => undefined }));
  try {
    stream.end(rows.finish());
    await finished(stream);
  } finally {
    stream.callback();
  }
}

/**
 * Passes each row of a SELECT of integers to `onRow`, in a tenth of a query's time, which creates objects: for millions of rows.
 * The array is reused. COPY takes no parameters, so the text must contain only the caller's own values. Throws at NULL and past
 * 2^53 - 1.
 */
export async function copyIntegers(client: PoolClient, select: string, onRow: (values: Float64Array) => void): Promise<void> {
  const rows = new CopiedRows(new IntegerRow(), ({ values }) => onRow(values));
  await readAll(client, `COPY (${select}) TO STDOUT (FORMAT binary)`, (piece) => rows.read(piece));
}

/**
 * Passes each row of a SELECT to `onRow`, one after the other, without storing any: for millions of rows. Otherwise the same as
 * copyIntegers.
 */
export async function copyRows(client: PoolClient, select: string, onRow: (row: CopiedRow) => void): Promise<void> {
  const rows = new CopiedRows(new CopiedRow(), onRow);
  await readAll(client, `COPY (${select}) TO STDOUT (FORMAT binary)`, (piece) => rows.read(piece));
}

async function readAll(client: PoolClient, copy: string, read: (piece: Buffer) => void): Promise<void> {
  await client.query(new CopyOut(copy, read)).done;
}
