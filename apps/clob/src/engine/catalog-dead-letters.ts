import type { SequencedEvent } from '@foretell/contracts';
import { DeadLetters, type RefusedEvents, type DeadLetterRow } from '@foretell/platform-nats';
import type { Pool } from '@foretell/platform-prisma';

/** Store of dead-lettered events: DeadLetters, bound to the record. */
export interface CatalogDeadLetters {
  put(refused: RefusedEvents): Promise<void>;
  supersede(applied: readonly SequencedEvent<'gamma'>[]): Promise<void>;
  drop(row: DeadLetterRow): Promise<unknown>;
  clear(): Promise<unknown>;
}

export function catalogDeadLetters(pool: Pool): CatalogDeadLetters {
  const table = new DeadLetters('clob');
  return {
    put: (refused) => table.put(pool, refused),
    supersede: (applied) => table.supersede(pool, 'gamma', applied),
    drop: (row) => table.drop(pool, row),
    clear: () => table.drop(pool, { source: 'gamma' }),
  };
}
