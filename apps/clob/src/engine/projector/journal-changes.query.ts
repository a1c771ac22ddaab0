import type { Pool, PoolClient } from 'pg';

/** Journal rows read at once; each holds the changes of one commit. */
const READ_MAX = 32;

/** The first commits after this one whose rows are still in the journal. */
export async function readChanges(pool: Pool | PoolClient, after: number): Promise<{ commitNumber: number; bytes: Buffer }[]> {
  const { rows } = await pool.query<{ commitNumber: number; bytes: Buffer }>(
    `SELECT commit_number AS "commitNumber", changes AS bytes FROM clob.journal_changes
     WHERE commit_number > $1 ORDER BY commit_number LIMIT ${READ_MAX}`,
    [after],
  );
  return rows;
}
