import { setTimeout as after } from 'node:timers/promises';
import type { Client } from 'pg';
import { CommandRefused } from '../failure';

const LOCK_TIMEOUT_MS = 500;
const TRIES = 60;
const BETWEEN_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs a transaction that changes tables in use. It waits for their locks for at most half a second, because later sessions queue
 * behind it. Then it lets the queue pass and tries again.
 */
export async function briefly(client: Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await work();
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
      if (attempt === TRIES) throw new CommandRefused('the tables are in constant use: try again later', { cause: error });
      await after(BETWEEN_MS);
    }
  }
}
