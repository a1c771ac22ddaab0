import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from, to } from 'pg-copy-streams';
import { IntegerRows, type CopyRows } from './binary-format';
import { CopiedRows, type CopiedRow } from './copied-rows';

/**
 * A pool's deadline for answers is meant for statements of some rows. Its clock knows no streams, and nothing stops it when one
 * ends: a copy gets a far one instead, stopped by calling back.
 */
const ANSWER_MILLIS = 6 * 3_600_000;

function timed<Stream extends object>(stream: Stream): Stream & { callback(): void } {
  return Object.assign(stream, { query_timeout: ANSWER_MILLIS, callback: () => undefined });
}

/**
 * Appends rows to `target`, a table with its column list, e.g. `data.activity (sequence, at)`: part of the client's transaction.
 * Rejects as a query would.
 */
export async function copyInto(client: PoolClient, target: string, rows: CopyRows): Promise<void> {
  const stream = client.query(timed(from(`COPY ${target} FROM STDIN (FORMAT binary)`)));
  try {
    stream.end(rows.finish());
    await finished(stream);
  } finally {
    stream.callback();
  }
}

/**
 * Hands each row of a SELECT of whole numbers to `onRow`, in a tenth of the time that a query takes for its objects: for rows by
 * the million. The array is the same one every time. COPY takes no parameters: whatever the text holds must be the caller's own.
 * Throws at NULL and past 2^53 - 1.
 */
export async function copyIntegers(client: PoolClient, select: string, onRow: (values: Float64Array) => void): Promise<void> {
  const rows = new IntegerRows(onRow);
  await readAll(client, `COPY (${select}) TO STDOUT (FORMAT binary)`, (piece) => rows.read(piece));
}

/**
 * Hands each row of a SELECT to `onRow`, one after the other, without keeping any: for rows by the million. What else holds is as
 * in copyIntegers.
 */
export async function copyRows(client: PoolClient, select: string, onRow: (row: CopiedRow) => void): Promise<void> {
  const rows = new CopiedRows(onRow);
  await readAll(client, `COPY (${select}) TO STDOUT (FORMAT binary)`, (piece) => rows.read(piece));
}

async function readAll(client: PoolClient, copy: string, read: (piece: Buffer) => void): Promise<void> {
  let fault: { readonly error: unknown } | null = null;
  const stream = client.query(timed(to(copy)));
  try {
    for await (const piece of stream) {
      if (fault !== null) continue;
      try {
        read(piece as Buffer);
      } catch (error) {
        // The rest has to come all the same: a connection whose copy is broken off answers nothing more.
        fault = { error };
      }
    }
  } finally {
    stream.callback();
  }
  if (fault !== null) throw fault.error;
}
