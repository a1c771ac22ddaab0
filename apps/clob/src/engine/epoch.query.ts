import { LineageTable } from '@foretell/platform-nats';
import type { ClientBase, Pool } from 'pg';
import { readHead } from './journal/head.query';

const LINEAGES = new LineageTable('clob');
/** Upper bound of epochs on one server timeline. */
const EPOCHS_PER_TIMELINE = 1_000_000_000;

/**
 * The lowest epoch on a timeline. A restore takes epochs back with the record. A reused epoch would admit late commands and a
 * suspended writer from the lost history. PostgreSQL never reuses a timeline.
 */
export function leastEpoch(timeline: number): number {
  return (timeline - 1) * EPOCHS_PER_TIMELINE + 1;
}

/**
 * Takes the right to commit and to record from the previous holder: raises the epoch that each commit and each projector
 * transaction compares with its own. The row locks make it wait for a commit and a projection in flight; every later one of an
 * older epoch changes nothing. After a restore or promotion of the server, a new lineage of the record begins here, before
 * anything is committed under it.
 * @returns the new epoch
 */
export async function raiseEpoch(client: ClientBase | Pool): Promise<number> {
  const least = leastEpoch(await LINEAGES.timeline(client));
  // The writer first: after its last commit, the journal that the next projector has to finish is known. Selects by id, not by
  // commit number: the commit that is waited for changes the number, and the row would not be found again.
  const { rows } = await client.query<{ epoch: string | number }>(
    'UPDATE clob.journal_head SET epoch = greatest(epoch + 1, $1::bigint) WHERE id = 1 RETURNING epoch',
    [least],
  );
  const epoch = Number(rows[0]?.epoch);
  const { rowCount } = await client.query('UPDATE clob.recorder SET epoch = $1 WHERE id = 1', [epoch]);
  if (!Number.isSafeInteger(epoch) || rows.length !== 1 || rowCount !== 1) {
    throw new Error('clob.journal_head and clob.recorder must have one row each: are the migrations applied?');
  }
  const { sequence } = await readHead(client, 'journal_head');
  await LINEAGES.ensure(client, sequence);
  return epoch;
}
