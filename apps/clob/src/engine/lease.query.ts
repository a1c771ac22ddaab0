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
  select h.epoch, s.holder, s.since, s.silent_millis from (${headRow('journal_head', 'epoch')}) h left join (
    select coalesce(host(a.client_addr), 'local') as holder, (extract(epoch from a.backend_start) * 1000)::bigint as since,
      greatest(0, extract(epoch from clock_timestamp() - a.state_change) * 1000)::bigint as silent_millis
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1::oid and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())) s on true`;

/** The lease, for the operator's view. */
export async function readLease(pool: Pool, isHeldHere: boolean): Promise<OperatorLease | null> {
  const { rows } = await pool.query<Row>(HOLDER, [WRITER_LOCK]);
  const [row] = rows;
  if (row === undefined) return null;
  return { epoch: row.epoch, isHeldHere, holder: row.holder, since: row.since, silentMillis: row.silent_millis };
}
