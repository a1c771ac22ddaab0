import { writeStatement, type Statement } from '@foretell/platform-prisma';

/** A record older than this table began in the sandbox if it has the sandbox's credits, or no credits. */
export const BEGIN_RECORD = writeStatement(
  'begin-record',
  `INSERT INTO clob.beginning (id, is_sandbox)
    SELECT 1, $1 AND (NOT EXISTS (SELECT FROM clob.ledger_entries)
      OR EXISTS (SELECT FROM clob.ledger_entries WHERE reference LIKE 'sandbox:%'))
    ON CONFLICT DO NOTHING`,
);

export interface BeginningRow {
  readonly isSandbox: boolean;
}
export const BEGINNING: Statement<BeginningRow> = {
  name: 'beginning',
  text: 'SELECT is_sandbox AS "isSandbox" FROM clob.beginning',
  columns: { isSandbox: 'boolean' },
};

export interface RecordPositions {
  readonly committed: number;
  readonly projected: number;
}
export const RECORD_POSITIONS: Statement<RecordPositions> = {
  name: 'record-positions',
  text: `SELECT (SELECT max(commit_number) FROM clob.journal_head) AS committed,
    (SELECT max(commit_number) FROM clob.recorder) AS projected`,
  columns: { committed: 'bigint', projected: 'bigint' },
};

export interface SnapshotAge {
  readonly next: number;
  readonly ago: number;
}
/**
 * The next transaction id, and how many transactions ago the oldest snapshot that keeps old row versions was taken: by a session,
 * a standby with feedback, a replication slot, or a prepared transaction. Few roles may see when a session began; these numbers
 * are visible to all.
 */
export const OLDEST_SNAPSHOT: Statement<SnapshotAge> = {
  name: 'oldest-snapshot',
  text: `SELECT pg_snapshot_xmax(pg_current_snapshot())::text::int8 AS next, greatest(
    (SELECT max(age(backend_xmin)) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND (datid IS NULL OR datname = current_database())),
    (SELECT max(age(xmin)) FROM pg_replication_slots),
    (SELECT max(age(transaction)) FROM pg_prepared_xacts WHERE database = current_database()), 0) AS ago`,
  columns: { next: 'bigint', ago: 'integer' },
};
