import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '@foretell/platform-prisma';

const LOOKS_MAX = 500;
const LOOK_MILLIS = 10;

/** The process id of the database backend that waits for a lock, once there is one. Throws after five seconds without any. */
export async function blockedBackend(observer: Pick<Pool, 'query'>): Promise<number> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const { rows } = await observer.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows[0] !== undefined) return rows[0].pid;
    await delay(LOOK_MILLIS);
  }
  throw new Error('no backend waits for a lock');
}
