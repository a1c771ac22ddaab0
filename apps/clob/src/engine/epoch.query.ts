import { LineageTable } from '@foretell/platform-nats';
import type { ClientBase, Pool } from 'pg';
import { readHead } from './journal/head.query';

const LINEAGES = new LineageTable('clob');
/** More epochs than one timeline of a server has. */
const EPOCHS_PER_TIMELINE = 1_000_000_000;

/**
 * The least epoch on a timeline. Epochs go back with the record; one that was given again would let pass what is under way from
 * the time that is lost: late commands, and a writer that was asleep. PostgreSQL gives no timeline twice.
 */
export function leastEpoch(timeline: number): number {
  return (timeline - 1) * EPOCHS_PER_TIMELINE + 1;
}

/**
 * Takes the right to commit and to record from whoever had it: raises the epoch where each commit and each transaction of the
 * recorder looks for its own. Waits, by the rows' locks, for the one of either kind that is under way; every later one of an
 * older epoch changes nothing. Where the server was restored or promoted meanwhile, another lineage of the record begins here,
 * before anything is committed under it. @returns the new epoch
 */
export async function raiseEpoch(client: ClientBase | Pool): Promise<number> {
  const least = leastEpoch(await LINEAGES.timeline(client));
  // First the writer: when its last commit is over, the journal that the next recorder has to finish is known. By the id, not by
  // the commit number: the commit that is waited for changes it, and the row would not be found again.
  const { rows } = await client.query<{ epoch: string | number }>(
    'update clob.journal_head set epoch = greatest(epoch + 1, $1::bigint) where id = 1 returning epoch',
    [least],
  );
  const epoch = Number(rows[0]?.epoch);
  const { rowCount } = await client.query('update clob.recorder set epoch = $1 where id = 1', [epoch]);
  if (!Number.isSafeInteger(epoch) || rows.length !== 1 || rowCount !== 1) {
    throw new Error('clob.journal_head and clob.recorder must have one row each: are the migrations applied?');
  }
  const { sequence } = await readHead(client, 'journal_head');
  await LINEAGES.ensure(client, sequence);
  return epoch;
}
