import type { RecordHead } from '../journal/batch';
import { decodeChanges } from '../journal/changes.codec';
import type { TradingRecord } from '../trading-record';
import { CommitRange } from './commit-range';

const RANGE_SIZE_MAX = 20_000;

/**
 * Brings the tables up to the end of the journal, completing what a projector left when its process ended. Call as the holder of
 * the lease, before anything is committed under its epoch.
 * @returns the position of journal and tables afterwards
 */
export async function finishJournal(record: Pick<TradingRecord, 'head' | 'changesAfter' | 'record'>): Promise<RecordHead> {
  const head = await record.head('journal_head');
  let { commitNumber } = await record.head('recorder');
  let commitRange = new CommitRange();
  for (let read = commitNumber; read < head.commitNumber;) {
    const changes = await record.changesAfter(read);
    if (changes.length === 0)
      throw new Error(`the journal ends at commit ${head.commitNumber} and has no rows of commit ${read + 1}`);
    for (const { commitNumber: next, bytes } of changes) {
      if (next !== read + 1) throw new Error(`the journal has no rows of commit ${read + 1}`);
      commitRange.add(decodeChanges(bytes));
      read = next;
    }
    if (commitRange.size < RANGE_SIZE_MAX && read < head.commitNumber) continue;
    await record.record(commitNumber, commitRange);
    commitNumber = read;
    commitRange = new CommitRange();
  }
  return head;
}
