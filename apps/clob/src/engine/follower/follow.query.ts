import type { Pool } from '@foretell/platform-prisma';
import { readListingEntries, type ListingEntry } from '../../market-directory/market-directory';
import type { RecordHead } from '../journal/batch';
import { readHead } from '../journal/head.query';
import { readState } from '../recovery.query';
import type { TradingRecord } from '../trading-record';

/** What one commit changed, as the journal keeps it. */
export interface JournalRows {
  readonly commitNumber: number;
  readonly bytes: Buffer;
}

/** Where the record stands, and some commits after one, from the same moment. */
export interface JournalPage {
  /** Of whoever may commit. */
  readonly epoch: number;
  /** The last commit. */
  readonly end: number;
  /** In order, from the one that was asked for; none when the journal has forgotten it. */
  readonly commits: readonly JournalRows[];
}

/** The record as a replica meets it that does not write. */
export interface FollowedRecord extends Pick<TradingRecord, 'readState'> {
  /** The commits after one, as many as fit a page. */
  page(after: number): Promise<JournalPage>;
  /** Of the markets, as they are now: what the journal tells of them is the commits' after the state that was read. */
  listings(): Promise<readonly ListingEntry[]>;
  end(): Promise<RecordHead>;
}

export function followedRecord(pool: Pool): FollowedRecord {
  return {
    readState: (begin) => readState(pool, begin),
    page: (after) => readJournalPage(pool, after),
    listings: () => readListingEntries(pool),
    end: () => readHead(pool, 'journal_head'),
  };
}

/** Each holds what one commit changed. */
const PAGE_MAX = 64;

async function readJournalPage(pool: Pool, after: number): Promise<JournalPage> {
  const { rows } = await pool.query<{ epoch: number; end: number; commitNumber: number | null; bytes: Buffer | null }>({
    name: 'follow',
    text: `select h.epoch, h.commit_number as "end", c.commit_number as "commitNumber", c.changes as bytes
      from clob.journal_head h left join lateral (
        select commit_number, changes from clob.journal_changes where commit_number > $1 order by commit_number limit ${PAGE_MAX}
      ) c on true where h.id = 1 order by c.commit_number`,
    values: [after],
  });
  const [first] = rows;
  if (first === undefined) throw new Error('clob.journal_head has no row: the migrations are not applied');
  const commits = rows.flatMap(({ commitNumber, bytes }) =>
    commitNumber === null || bytes === null ? [] : [{ commitNumber, bytes }],
  );
  return { epoch: Number(first.epoch), end: first.end, commits };
}
