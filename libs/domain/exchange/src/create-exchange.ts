import { ZERO_USDC, unixMillis } from './arithmetic';
import type { Exchange, ExchangeRules } from './exchange';
import { ExchangeCore } from './exchange-core';
import { restoreState } from './record/restore';
import type { OrderRow, Snapshot, TotalsRow } from './rows';
import { State } from './state';

const NOTHING_YET: TotalsRow = {
  creditedMicros: ZERO_USDC,
  debitedMicros: ZERO_USDC,
  feesMicros: ZERO_USDC,
  tradeNumber: 0,
  priority: 0,
  at: unixMillis(0),
};

/** An exchange without markets and money. */
export function createExchange(rules: ExchangeRules): Exchange {
  return new ExchangeCore(new State(rules, NOTHING_YET));
}

/**
 * An exchange that goes on from its rows, with the same state hash and the same time priority. `recentlyClosed` are the
 * newest closed orders, the oldest first: without them an order that was closed before the snapshot and is sent again
 * is not recognised here, so then the caller has to look for it in the record. Throws when the rows contradict each other.
 */
export function restoreExchange(snapshot: Snapshot, rules: ExchangeRules, recentlyClosed: readonly OrderRow[] = []): Exchange {
  const state = new State(rules, snapshot.totals);
  restoreState(state, snapshot, recentlyClosed);
  return new ExchangeCore(state);
}
