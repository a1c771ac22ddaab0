import type { Pool, Statement } from '@foretell/platform-prisma';
import { readListingEntries } from '../../market-directory/listing.query';
import type { ListingEntry } from '../../market-directory/market-directory';
import type { RecordHead } from '../journal/batch';
import { headRow, readHead } from '../journal/head.query';
import { readState } from '../recovery.query';
import type { TradingRecord } from '../trading-record';

/** What one commit changed, as stored in the journal. */
export interface JournalRows {
  readonly commitNumber: number;
  readonly bytes: Buffer;
}

/** The record's position, and some commits after a given one, read at the same moment. */
export interface JournalPage {
  /** Epoch of the process that may commit. */
  readonly epoch: number;
  /** The last commit. */
  readonly end: number;
  /** State hash after the last commit. */
  readonly stateHash: string;
  /** Lineage of the record; empty before the first writer. */
  readonly lineage: string;
  /** In order, from the requested one; empty when the journal no longer holds it. */
  readonly commits: readonly JournalRows[];
}

/** The record as a non-writing replica reads it. */
export interface FollowedRecord extends Pick<TradingRecord, 'readState'> {
  /** Commits after the given one, as many as fit a page. */
  page(after: number): Promise<JournalPage>;
  /** Current listings of the markets. The journal carries only listings of commits after the state that was read. */
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

/** Each row holds the changes of one commit. */
const PAGE_MAX = 64;

interface PageRow extends Pick<JournalPage, 'epoch' | 'end' | 'stateHash'> {
  readonly lineage: string | null;
  readonly commitNumber: number | null;
  readonly bytes: Buffer | null;
}

export const FOLLOW: Statement<PageRow> = {
  name: 'follow',
  text: `SELECT h.epoch, h.commit_number AS "end", h.state_hash AS "stateHash",
        (SELECT l.id FROM clob.lineages l ORDER BY l.number DESC LIMIT 1) AS lineage, c.commit_number AS "commitNumber", c.changes AS bytes
      FROM (${headRow('journal_head', 'epoch, commit_number, state_hash')}) h LEFT JOIN LATERAL (
        SELECT commit_number, changes FROM clob.journal_changes WHERE commit_number > $1 ORDER BY commit_number LIMIT ${PAGE_MAX}
      ) c ON true ORDER BY c.commit_number`,
  columns: {
    epoch: 'bigint',
    end: 'bigint',
    stateHash: 'text',
    lineage: 'text',
    commitNumber: 'bigint',
    bytes: 'bytea',
  },
};

async function readJournalPage(pool: Pool, after: number): Promise<JournalPage> {
  const { rows } = await pool.query<PageRow>({ ...FOLLOW, values: [after] });
  const [first] = rows;
  if (first === undefined) throw new Error('clob.journal_head has no row: the migrations are not applied');
  const commits = rows.flatMap(({ commitNumber, bytes }) =>
    commitNumber === null || bytes === null ? [] : [{ commitNumber, bytes }],
  );
  const { end, stateHash, lineage } = first;
  return { epoch: Number(first.epoch), end, stateHash, lineage: lineage ?? '', commits };
}
