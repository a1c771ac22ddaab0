import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import type { CopyRows } from './binary-format';

/** Appends rows to `target`, a table with its column list, e.g. `data.activity (sequence, at)`: part of the client's transaction. Rejects as a query would. */
export async function copyInto(client: PoolClient, target: string, rows: CopyRows): Promise<void> {
  const stream = client.query(from(`COPY ${target} FROM STDIN (FORMAT binary)`));
  stream.end(rows.finish());
  await finished(stream);
}
