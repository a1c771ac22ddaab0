import type { Pool } from 'pg';

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

/** Each holds what one commit changed. */
const PAGE_MAX = 64;

/** The commits after one. */
export async function readJournalPage(pool: Pool, after: number): Promise<JournalPage> {
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
