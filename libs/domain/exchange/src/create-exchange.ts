import { ZERO_USDC, unixMillis } from './arithmetic';
import type { OutcomeIndex, Wallet } from './command';
import type { Exchange, ExchangeRules } from './exchange';
import { ExchangeCore } from './exchange-core';
import { holdingOf } from './ledger/position-table';
import { restoreHolding, restoreMarket, restoreOpenOrder, restoreState } from './record/restore';
import { STATE_HASH, type StateHash } from './record/row-hash';
import type { MarketRow, OrderRow, Snapshot, TotalsRow } from './rows';
import { State, type Expected } from './state';

/** The totals of an exchange that was never used. */
export const ZERO_TOTALS: TotalsRow = {
  creditedMicros: ZERO_USDC,
  debitedMicros: ZERO_USDC,
  feesMicros: ZERO_USDC,
  tradeNumber: 0,
  priority: 0,
  at: unixMillis(0),
};

/** An exchange without markets and money. */
export function createExchange(rules: ExchangeRules, hash: StateHash = STATE_HASH): Exchange {
  return new ExchangeCore(new State(rules, ZERO_TOTALS, hash));
}

/**
 * Restores an exchange from its rows, with the same state hash and time priority. `recentlyClosed` are the newest closed orders,
 * oldest first. Without them, an order that was closed before the snapshot and is sent again is not recognised. The caller must
 * then look it up in the database. Throws when the rows contradict each other.
 */
export function restoreExchange(
  snapshot: Snapshot,
  rules: ExchangeRules,
  recentlyClosed: readonly OrderRow[] = [],
  hash: StateHash = STATE_HASH,
): Exchange {
  const state = new State(rules, snapshot.totals, hash);
  restoreState(state, snapshot, recentlyClosed);
  return new ExchangeCore(state);
}

/**
 * Restores row by row, for states too large to hold in memory twice. Order: all markets, then balances, then open orders by
 * priority, then `finish`. Balances come by the million, so they name account and market by the numbers that `account` and
 * `market` returned: no text lookup.
 */
export class ExchangeRestoration {
  private readonly state: State;

  /** @param hash the hash definition, here and later */
  constructor(totals: TotalsRow, rules: ExchangeRules, hash: StateHash = STATE_HASH) {
    this.state = new State(rules, totals, hash);
  }

  /** Allocates the memory up front. Optional; growing to it takes a sixth of the time of restoring a large state. */
  expect(expected: Expected): void {
    this.state.reserve(expected);
  }

  /** @returns its number */
  market(row: MarketRow): number {
    return restoreMarket(this.state, row).number;
  }

  /** @returns its number; creates the wallet's account */
  account(wallet: Wallet): number {
    return this.state.openAccount(wallet).number;
  }

  collateral(account: number, availableMicros: number, lockedMicros: number): void {
    restoreHolding(this.state, numbered(this.state.accounts, account).collateral, availableMicros, lockedMicros);
  }

  tokens(account: number, market: number, outcome: OutcomeIndex, availableMicros: number, lockedMicros: number): void {
    const { state } = this;
    const position = state.openPosition(numbered(state.accounts, account), numbered(state.markets, market));
    restoreHolding(state, holdingOf(position, outcome), availableMicros, lockedMicros);
  }

  openOrder(row: OrderRow): void {
    restoreOpenOrder(this.state, row);
  }

  /** Returns the exchange with its state hash, which was summed up row by row. */
  finish(): { readonly exchange: Exchange; readonly stateHash: string } {
    const { stateHash } = this.state.log.drain(this.state).changes;
    return { exchange: new ExchangeCore(this.state), stateHash };
  }
}

function numbered<Thing>(things: readonly Thing[], number: number): Thing {
  const thing = things[number];
  if (thing === undefined) throw new Error(`No row was restored with the number ${number}.`);
  return thing;
}
