import { restoreExchange, type Exchange, type ExchangeRules } from '@foretell/exchange';
import type { Pool } from '@foretell/platform-prisma';
import type { RecordHead } from './journal/batch';
import { finishJournal } from './recorder/finish-journal';
import { readState, type Recovered } from './recovery.query';

export interface RecoveryPools {
  /** For reads. */
  readonly pool: Pool;
  /** See recorderPool. */
  readonly recorderPool: Pool;
}

/**
 * What the holder of a fresh epoch does before its first command: brings the tables up to the journal, reads the state from them, rebuilds the
 * exchange, and throws unless it is the state that the last commit left.
 */
export async function recover(
  { pool, recorderPool }: RecoveryPools,
  epoch: number,
  rules: ExchangeRules,
): Promise<Recovered & { readonly exchange: Exchange }> {
  const end = await finishJournal(recorderPool, epoch);
  const recovered = await readState(pool);
  const exchange = restoreExchange(recovered.snapshot, rules);
  requireSame(exchange.stateHash(), recovered.head, end);
  return { ...recovered, exchange };
}

/** By the hash, and by where tables and journal stand. A record that never had a commit has no hash. */
function requireSame(stateHash: string, recorded: RecordHead, end: RecordHead): void {
  const isEmpty = end.commitNumber + end.sequence === 0;
  if (recorded.commitNumber === end.commitNumber && (isEmpty || stateHash === end.stateHash)) return;
  throw new Error(
    `the recovered state does not match the record: hash ${stateHash} at commit ${recorded.commitNumber}, ` +
      `the journal ends at commit ${end.commitNumber}, sequence ${end.sequence}, with ${end.stateHash}`,
  );
}
