import type { OperatorLease } from '@foretell/contracts';
import type { Pool } from '@foretell/platform-prisma';
import { headRow } from './journal/head.query';
import { WRITER_LOCK } from './lease';

interface Row {
  readonly epoch: number;
  readonly holder: string | null;
  readonly since: number | null;
  readonly silent_millis: number | null;
}

/** The session that holds the lock; for a holder under another role it shows only the epoch. */
const HOLDER = `
  SELECT h.epoch, s.holder, s.since, s.silent_millis FROM (${headRow('journal_head', 'epoch')}) h LEFT JOIN (
    SELECT coalesce(host(a.client_addr), 'local') AS holder, (extract(epoch FROM a.backend_start) * 1000)::bigint AS since,
      greatest(0, extract(epoch FROM clock_timestamp() - a.state_change) * 1000)::bigint AS silent_millis
    FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $1::oid AND l.objsubid = 1
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())) s ON true`;

/** The lease, for the operator's view. */
export async function readLease(pool: Pool, isHeldHere: boolean): Promise<OperatorLease | null> {
  const { rows } = await pool.query<Row>(HOLDER, [WRITER_LOCK]);
  const [row] = rows;
  if (row === undefined) return null;
  return { epoch: row.epoch, isHeldHere, holder: row.holder, since: row.since, silentMillis: row.silent_millis };
}
