import type { SequencedFact } from '@foretell/contracts';
import { SetAsideFacts, type RefusedFacts, type SetAsideRow } from '@foretell/platform-nats';
import type { Pool } from '@foretell/platform-prisma';

/** Store of dead-lettered events: SetAsideFacts, bound to the record. */
export interface CatalogAside {
  put(refused: RefusedFacts): Promise<void>;
  supersede(applied: readonly SequencedFact<'gamma'>[]): Promise<void>;
  drop(row: SetAsideRow): Promise<unknown>;
  clear(): Promise<unknown>;
}

export function catalogAside(pool: Pool): CatalogAside {
  const table = new SetAsideFacts('clob');
  return {
    put: (refused) => table.put(pool, refused),
    supersede: (applied) => table.supersede(pool, 'gamma', applied),
    drop: (row) => table.drop(pool, row),
    clear: () => table.drop(pool, { source: 'gamma' }),
  };
}
