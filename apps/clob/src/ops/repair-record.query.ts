import { writeStatement, type Statement } from '@foretell/platform-prisma';

/** $1 the writer's lock, until the end of the transaction. */
export const TRY_WRITER_LOCK: Statement<{ readonly free: boolean }> = {
  name: 'try-writer-lock',
  text: 'SELECT pg_try_advisory_xact_lock($1) AS free',
  columns: { free: 'boolean' },
};

export const AUDIT_REPAIR = writeStatement(
  'audit-repair',
  `INSERT INTO clob.audit (at, actor, reference, command, outcome, asked, detail)
    VALUES ((extract(epoch FROM clock_timestamp()) * 1000)::bigint, $1, $2, $3, 'done', NULL, $4)`,
);
