import type { Pool } from 'pg';
import type { RecordHead } from '../journal/batch';
import { decodeChanges } from '../journal/changes.codec';
import { readHead } from '../journal/head.query';
import { RecordTables } from './record.query';
import { Stretch } from './stretch';

/** Journal rows read at once; each holds what one commit changed. */
const READ_MAX = 32;
const STRETCH_SIZE_MAX = 20_000;

/**
 * Brings the tables up to the end of the journal: what a recorder left undone when its process ended. To be called by the holder
 * of the lease before anything is committed under `epoch`. @returns where journal and tables then stand
 */
export async function finishJournal(pool: Pool, epoch: number): Promise<RecordHead> {
  const head = await readHead(pool, 'journal_head');
  let { commitNumber } = await readHead(pool, 'recorder');
  let stretch = new Stretch();
  const tables = new RecordTables(pool, epoch);
  for (let read = commitNumber; read < head.commitNumber;) {
    const changes = await readChanges(pool, read);
    if (changes.length === 0)
      throw new Error(`the journal ends at commit ${head.commitNumber} and has no rows of commit ${read + 1}`);
    for (const { commitNumber: next, bytes } of changes) {
      if (next !== read + 1) throw new Error(`the journal has no rows of commit ${read + 1}`);
      stretch.add(decodeChanges(bytes));
      read = next;
    }
    if (stretch.size < STRETCH_SIZE_MAX && read < head.commitNumber) continue;
    await tables.record(commitNumber, stretch);
    commitNumber = read;
    stretch = new Stretch();
  }
  return head;
}

async function readChanges(pool: Pool, after: number): Promise<{ commitNumber: number; bytes: Buffer }[]> {
  const { rows } = await pool.query<{ commitNumber: number; bytes: Buffer }>(
    `select commit_number as "commitNumber", changes as bytes from clob.journal_changes
     where commit_number > $1 order by commit_number limit ${READ_MAX}`,
    [after],
  );
  return rows;
}
