import type { ClientBase, Pool } from 'pg';

/**
 * Takes the right to commit and to record from whoever had it: raises the epoch where each commit and each transaction of the
 * recorder looks for its own. Waits, by the rows' locks, for the one of either kind that is under way; every later one of an
 * older epoch changes nothing. @returns the new epoch
 */
export async function raiseEpoch(client: ClientBase | Pool): Promise<number> {
  // First the writer: when its last commit is over, the journal that the next recorder has to finish is known.
  const { rows } = await client.query<{ epoch: string | number }>(
    'update clob.journal_head set epoch = epoch + 1 where id = 1 returning epoch',
  );
  const epoch = Number(rows[0]?.epoch);
  const { rowCount } = await client.query('update clob.recorder set epoch = $1 where id = 1', [epoch]);
  if (!Number.isSafeInteger(epoch) || rowCount !== 1) {
    throw new Error('clob.journal_head or clob.recorder has no row: the migrations are not applied');
  }
  return epoch;
}
