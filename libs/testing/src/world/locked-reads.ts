import type { Server } from 'node:http';
import type { TestDatabase } from './test-database';

export interface LockedReads {
  readonly database: TestDatabase;
  readonly url: string;
  readonly server: Server;
  /** The table that the reads need, with its schema. */
  readonly table: string;
  /** Paths of reads that stay, and of earlier reads whose client leaves before the table is free. */
  readonly stay: readonly string[];
  readonly leave: readonly string[];
  /** What another network does meanwhile; `ask` sends a read of the same network and returns its status. */
  readonly meanwhile: (ask: (path: string) => Promise<number>) => Promise<unknown>;
}

/**
 * Sends reads of one network behind a proxy while their table is locked. Once all have arrived, the clients of some leave, and
 * `meanwhile` follows. Returns the statuses of those that stay.
 */
export async function readWhileLocked(reads: LockedReads): Promise<readonly number[]> {
  const leaving = new AbortController();
  const ask = async (path: string, signal?: AbortSignal): Promise<number> => {
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const response = await fetch(reads.url + path, { headers, ...(signal === undefined ? {} : { signal }) });
    await response.arrayBuffer();
    return response.status;
  };
  const client = await reads.database.pool.connect();
  let stay: Promise<number>[] = [];
  try {
    await client.query(`BEGIN; LOCK TABLE ${reads.table} IN ACCESS EXCLUSIVE MODE`);
    const arrived = arrivals(reads.server, reads.stay.length + reads.leave.length);
    const left = reads.leave.map((path) => ask(path, leaving.signal));
    stay = reads.stay.map((path) => ask(path));
    await arrived;
    leaving.abort();
    await Promise.allSettled(left);
    await reads.meanwhile((path) => ask(path));
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  return Promise.all(stay);
}

function arrivals(server: Server, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    server.on('request', () => {
      left -= 1;
      if (left === 0) resolve();
    });
  });
}
