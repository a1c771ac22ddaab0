import type { BalanceRow, MarketRow } from '@foretell/exchange';
import type { LedgerEntry, NewOrder, NotedTrade } from '../engine/journal/batch';
import type { CommitRange } from '../engine/projector/commit-range';
import type { Listing } from '../market-directory/listing';

/** The tables that a projector writes, by their keys. */
export class Tables {
  readonly markets = new Map<string, MarketRow>();
  readonly balances = new Map<string, BalanceRow>();
  readonly orders = new Map<string, NewOrder>();
  readonly trades = new Map<number, NotedTrade>();
  readonly ledger = new Map<string, LedgerEntry>();
  readonly listings = new Map<string, Listing>();
  readonly checkpoints = new Map<string, number>();

  /** Writes all rows of a range of commits; none when it throws. @returns a function that undoes it */
  write(commitRange: CommitRange): () => void {
    const undo: (() => void)[] = [];
    const put = <K, V>(table: Map<K, V>, key: K, value: V): void => {
      const before = table.get(key);
      undo.push(() => (before === undefined ? table.delete(key) : table.set(key, before)));
      table.set(key, value);
    };
    const takeBack = (): void => undo.reverse().forEach((each) => each());
    try {
      this.putAll(commitRange, put);
    } catch (error) {
      takeBack();
      throw error;
    }
    return takeBack;
  }

  private putAll(commitRange: CommitRange, put: <K, V>(table: Map<K, V>, key: K, value: V) => void): void {
    for (const { row } of commitRange.markets()) put(this.markets, row.conditionId, row);
    for (const row of commitRange.balances()) put(this.balances, `${row.wallet} ${row.conditionId} ${row.outcome}`, row);
    for (const { row, state, owner, builder, signed } of commitRange.placedOrders()) {
      const known = this.orders.get(row.orderId);
      if (known !== undefined && known.row.priority !== row.priority)
        throw new Error(`order ${row.orderId} is met again with another priority`);
      put(
        this.orders,
        row.orderId,
        known === undefined
          ? { row: { ...row, ...state }, owner, builder, signed }
          : { ...known, row: { ...known.row, ...state } },
      );
    }
    for (const state of commitRange.changedOrders()) {
      const known = this.orders.get(state.orderId);
      if (known !== undefined) put(this.orders, state.orderId, { ...known, row: { ...known.row, ...state } });
    }
    for (const trade of commitRange.trades)
      if (!this.trades.has(trade.trade.tradeNumber)) put(this.trades, trade.trade.tradeNumber, trade);
    for (const entry of commitRange.ledgerEntries())
      if (!this.ledger.has(entry.reference)) put(this.ledger, entry.reference, entry);
    for (const listing of commitRange.listings) put(this.listings, listing.conditionId, listing);
    if (commitRange.gammaCheckpoint !== null)
      put(this.checkpoints, 'gamma', Math.max(this.checkpoints.get('gamma') ?? 0, commitRange.gammaCheckpoint));
  }
}
