import { STATE_HASH, type StateHash } from '../record/row-hash';

/** For tests: a later hash definition next to the current one. No state has the same hash under both. */
export const NEXT_HASH: StateHash = {
  ...STATE_HASH,
  version: STATE_HASH.version + 1,
  holding: (state, holding) => reversed(STATE_HASH.holding(state, holding)),
  totals: (totals) => STATE_HASH.totals({ ...totals, tradeNumber: totals.tradeNumber + 1 }),
};

function reversed({ left, right }: { readonly left: number; readonly right: number }): {
  readonly left: number;
  readonly right: number;
} {
  return { left: right, right: left };
}
