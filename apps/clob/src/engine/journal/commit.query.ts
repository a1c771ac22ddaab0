import { byteaArray, type Statement } from '@foretell/platform-prisma';
import type { Pool } from 'pg';
import type { CommitBatch } from './batch';
import { encodeChanges } from './changes.codec';
import { headAssignments, headValues } from './head.query';

/** The record no longer has this writer's epoch: another process has taken over. This process must stop. */
export class FencedOut extends Error {
  constructor(epoch: number) {
    super(`a writer with a later epoch than ${epoch} has taken over`);
    this.name = 'FencedOut';
  }
}

/**
 * Fencing and contiguity in one: the head moves only from this writer's epoch and from the previous commit; otherwise nothing is
 * written. The row is found by commit number, never by id: during an open snapshot all its versions remain, and all of them have
 * the same id. One statement is one round trip and its own transaction.
 */
export const COMMIT: Statement<{ readonly commit_number: number }> = {
  name: 'commit',
  text: `
  WITH moved AS (
    UPDATE clob.journal_head SET ${headAssignments(2)}
    WHERE commit_number = $2 AND epoch = $1 RETURNING commit_number),
  facts AS (
    INSERT INTO clob.journal (first_sequence, last_sequence, payload, at)
    SELECT j.first_sequence, j.last_sequence, j.payload, $12::bigint
    FROM unnest($13::bigint[], $14::bigint[], $15::bytea[]) AS j (first_sequence, last_sequence, payload) WHERE EXISTS (SELECT
  FROM moved)), changes AS (
    INSERT INTO clob.journal_changes (commit_number, changes) SELECT commit_number, $16::bytea FROM moved)
  SELECT commit_number FROM moved`,
  columns: { commit_number: 'bigint' },
};

/**
 * Commits a batch atomically: its events, the changed rows, and the head. Returns after the commit is durable. When it throws,
 * either nothing or all of the batch is in the record and the caller cannot know which: it must stop and recover.
 */
export async function commitBatch(pool: Pool, { epoch, at, messages, rows }: CommitBatch): Promise<void> {
  const { rowCount } = await pool.query({
    ...COMMIT,
    values: [
      epoch,
      rows.head.commitNumber - 1,
      ...headValues(rows.head),
      at,
      messages.map(({ firstSequence }) => firstSequence),
      messages.map(({ lastSequence }) => lastSequence),
      byteaArray(messages.map(({ bytes }) => bytes)),
      encodeChanges(rows),
    ],
  });
  if (rowCount !== 1) throw new FencedOut(epoch);
}
