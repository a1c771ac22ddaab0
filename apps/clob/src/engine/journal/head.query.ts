import type { ClientBase, Pool } from 'pg';
import type { TotalsRow } from '@foretell/exchange';
import type { RecordHead } from './batch';

/** The columns of a RecordHead, in both clob.journal_head and clob.recorder, set from the parameters after `used`. */
export function headAssignments(used: number): string {
  return HEAD_COLUMNS.map((name, index) => `${name} = $${used + index + 1}`).join(', ');
}

export type HeadTable = 'journal_head' | 'recorder';

const HEAD_COLUMNS = [
  'commit_number',
  'sequence',
  'state_hash',
  'credited_micros',
  'debited_micros',
  'fees_micros',
  'trade_number',
  'priority',
  'at',
];

/**
 * One of the two rows, found by its commit number's index: see commitBatch. While the row is being moved, its earlier version.
 */
export function headRow(table: HeadTable, columns: string): string {
  return `SELECT ${columns} FROM clob.${table} ORDER BY commit_number DESC LIMIT 1`;
}

/** In the order of the assignments. */
export function headValues({ commitNumber, sequence, stateHash, totals }: RecordHead): (string | number)[] {
  const { creditedMicros, debitedMicros, feesMicros, tradeNumber, priority, at } = totals;
  return [commitNumber, sequence, stateHash, creditedMicros, debitedMicros, feesMicros, tradeNumber, priority, at];
}

/** Reads where the journal ends (`journal_head`), or how far the tables are written (`recorder`), in the caller's transaction. */
export async function readHead(client: Pool | ClientBase, table: HeadTable): Promise<RecordHead> {
  const { rows } = await client.query<TotalsRow & { commitNumber: number; sequence: number; stateHash: string }>(
    headRow(
      table,
      `commit_number AS "commitNumber", sequence, state_hash AS "stateHash", credited_micros AS "creditedMicros",
       debited_micros AS "debitedMicros", fees_micros AS "feesMicros", trade_number AS "tradeNumber", priority, at`,
    ),
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`clob.${table} has no row: the migrations are not applied`);
  const { commitNumber, sequence, stateHash, ...totals } = row;
  return { commitNumber, sequence, stateHash, totals };
}
