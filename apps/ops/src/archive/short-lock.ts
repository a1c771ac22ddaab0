import { setTimeout as after } from 'node:timers/promises';
import type { Client } from 'pg';
import { CommandRefused } from '../failure';
import { inTransaction } from '../tables/transaction';

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
      return await inTransaction(client, work, `BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
      if (attempt === TRIES) throw new CommandRefused('the tables are in constant use: try again later', { cause: error });
      await after(BETWEEN_MS);
    }
  }
}
