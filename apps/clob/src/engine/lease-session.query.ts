import { writeStatement, type Statement } from '@foretell/platform-prisma';

/** $1 the lock. */
export const TRY_LEASE: Statement<{ readonly locked: boolean }> = {
  name: 'try-lease',
  text: 'SELECT pg_try_advisory_lock($1) AS locked',
  columns: { locked: 'boolean' },
};
export const BE_WILLING = writeStatement('be-willing', 'SELECT FROM pg_advisory_lock_shared($1)');
export const BE_UNWILLING = writeStatement('be-unwilling', 'SELECT FROM pg_advisory_unlock_shared($1)');

export const SERVER_TIME: Statement<{ readonly millis: number }> = {
  name: 'server-time',
  text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS millis',
  columns: { millis: 'double precision' },
};

/** Sessions of processes that send heartbeats and hold a lock. */
const HOLDERS = `pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $2::oid AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND a.application_name = $1`;

/** The silent holder of the lock. Sessions of other roles are not visible and are left alone. */
export const END_SILENT: Statement<{ readonly ended: boolean }> = {
  name: 'end-silent',
  text: `SELECT pg_terminate_backend(a.pid) AS ended FROM ${HOLDERS}
    AND a.state = 'idle' AND clock_timestamp() - a.state_change > $3 * interval '1 millisecond'`,
  columns: { ended: 'boolean' },
};

/** Another process that waits, reaches NATS and sends heartbeats. */
export const WILLING = writeStatement(
  'willing',
  `SELECT FROM ${HOLDERS}
    AND a.pid <> pg_backend_pid() AND clock_timestamp() - a.state_change <= $3 * interval '1 millisecond' LIMIT 1`,
);

/** $1 their names: the writing sessions of this role in this database; this process has not opened its own yet. */
export const END_WRITERS: Statement<{ readonly ended: boolean }> = {
  name: 'end-writers',
  text: `SELECT pg_terminate_backend(pid, 2000) AS ended FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND application_name = ANY($1::text[])`,
  columns: { ended: 'boolean' },
};
