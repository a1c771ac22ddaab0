import { ZERO_USDC, unixMillis } from './arithmetic';
import type { Exchange, ExchangeRules } from './exchange';
import { ExchangeCore } from './exchange-core';
import { restoreBalance, restoreMarket, restoreOpenOrder, restoreState } from './record/restore';
import type { BalanceRow, MarketRow, OrderRow, Snapshot, TotalsRow } from './rows';
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

/** Rows between two drains: what was restored would otherwise all be kept as changed until the end. */
const DRAIN_EVERY = 10_000;

/**
 * The same row by row, for states that are too large to lie there as rows besides: all markets first, then balances, then the
 * open orders in the order of their priority, at last `finish`.
 */
export class ExchangeRestoration {
  private readonly state: State;
  private undrained = 0;

  constructor(totals: TotalsRow, rules: ExchangeRules) {
    this.state = new State(rules, totals);
  }

  market(row: MarketRow): void {
    restoreMarket(this.state, row);
    this.drainSometimes();
  }

  balance(row: BalanceRow): void {
    restoreBalance(this.state, row);
    this.drainSometimes();
  }

  openOrder(row: OrderRow): void {
    restoreOpenOrder(this.state, row);
    this.drainSometimes();
  }

  /** The state hash has been summed up on the way, row by row, and is that of the exchange. */
  finish(): { readonly exchange: Exchange; readonly stateHash: string } {
    // Once more, now that the books are filled: their prices count as told.
    for (const market of this.state.markets.values()) this.state.log.market(market);
    const { stateHash } = this.state.log.drain(this.state).changes;
    return { exchange: new ExchangeCore(this.state), stateHash };
  }

  private drainSometimes(): void {
    this.undrained += 1;
    if (this.undrained < DRAIN_EVERY) return;
    this.undrained = 0;
    this.state.log.drain(this.state);
  }
}
