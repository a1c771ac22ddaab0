import type { BalanceRow, MarketRow } from '@foretell/exchange';
import type { PricePoint } from '../journal/price-points';
import type { Listing } from '../../market-directory/listing';
import type { CommitRows, LedgerEntry, NewOrder, NotedTrade, RecordHead } from '../journal/batch';
import type { OrderState } from '../../columns/stored-rows';

/** An order that the range places, with its state at the range's end. */
export interface PlacedOrder extends NewOrder {
  readonly state: OrderState;
}

export interface ChangedMarket {
  readonly row: MarketRow;
  /** When it first accepted orders within the range; null when it did not. Unix ms. */
  readonly acceptingSince: number | null;
}

/**
 * Consecutive commits merged into one: only the last state of each subject. An order that was placed and closed within the range
 * is written once, and so is a balance that changed a hundred times.
 */
export class CommitRange {
  private lastHead: RecordHead | null = null;
  private readonly byMarket = new Map<string, ChangedMarket>();
  private readonly byHolding = new Map<string | null, Map<string, BalanceRow>[]>();
  private readonly placed = new Map<string, PlacedOrder>();
  private readonly changed = new Map<string, OrderState>();
  private readonly closings = new Map<string, number>();
  private readonly byMinute = new Map<string, PricePoint>();
  private readonly byReference = new Map<string, LedgerEntry>();
  readonly trades: NotedTrade[] = [];
  readonly listings: Listing[] = [];
  gammaCheckpoint: number | null = null;
  /** Approximate number of rows to write: rows added, before those of one subject were merged. */
  size = 0;

  /** Commits must be added in order, without a gap. */
  add(rows: CommitRows): void {
    const { head, markets, balances, newOrders, orderStates, trades } = rows;
    if (this.lastHead !== null && head.commitNumber !== this.lastHead.commitNumber + 1)
      throw new Error(`commit ${head.commitNumber} cannot follow commit ${this.lastHead.commitNumber}`);
    this.lastHead = head;
    for (const row of markets) this.addMarket(row, head.totals.at);
    for (const row of balances) this.addBalance(row);
    for (const order of newOrders) {
      const { row, owner, builder, signed } = order;
      this.placed.set(row.orderId, { row, owner, builder, signed, state: row });
      this.addClosing(row, head.totals.at);
    }
    for (const state of orderStates) {
      this.addState(state);
      this.addClosing(state, head.totals.at);
    }
    for (const trade of trades) this.trades.push(trade);
    for (const point of rows.points) this.byMinute.set(`${point.conditionId} ${point.minute}`, point);
    for (const entry of rows.ledgerEntries) this.byReference.set(entry.reference, entry);
    for (const listing of rows.listings) this.listings.push(listing);
    if (rows.gammaCheckpoint !== null) this.gammaCheckpoint = Math.max(this.gammaCheckpoint ?? 0, rows.gammaCheckpoint);
    this.size += markets.length + balances.length + newOrders.length + orderStates.length + trades.length;
    this.size += rows.ledgerEntries.length + rows.listings.length;
  }

  /** The record's position at the end of the range. Throws when nothing was added. */
  get head(): RecordHead {
    if (this.lastHead === null) throw new Error('an empty range of commits has no head');
    return this.lastHead;
  }

  get isEmpty(): boolean {
    return this.lastHead === null;
  }

  /** Whether it places the order or books the reference. */
  holds(id: string): boolean {
    return this.placed.has(id) || this.byReference.has(id);
  }

  markets(): ChangedMarket[] {
    return [...this.byMarket.values()];
  }

  balances(): BalanceRow[] {
    const rows: BalanceRow[] = [];
    for (const outcomes of this.byHolding.values()) for (const byWallet of outcomes) rows.push(...byWallet.values());
    return rows;
  }

  placedOrders(): PlacedOrder[] {
    return [...this.placed.values()];
  }

  /** States of orders that were placed before the range. */
  changedOrders(): OrderState[] {
    return [...this.changed.values()];
  }

  /** When the order closed within the range without being filled, Unix ms; null when it did not. */
  closedAt(orderId: string): number | null {
    return this.closings.get(orderId) ?? null;
  }

  points(): PricePoint[] {
    return [...this.byMinute.values()];
  }

  ledgerEntries(): LedgerEntry[] {
    return [...this.byReference.values()];
  }

  private addMarket(row: MarketRow, at: number): void {
    const before = this.byMarket.get(row.conditionId)?.acceptingSince ?? null;
    this.byMarket.set(row.conditionId, { row, acceptingSince: before ?? (row.status === 'active' ? at : null) });
  }

  /** Keyed by condition, outcome and wallet in nested maps, which avoids concatenating a key. */
  private addBalance(row: BalanceRow): void {
    let outcomes = this.byHolding.get(row.conditionId);
    if (outcomes === undefined) {
      outcomes = [new Map(), new Map()];
      this.byHolding.set(row.conditionId, outcomes);
    }
    outcomes[row.outcome ?? 0]?.set(row.wallet, row);
  }

  private addClosing({ orderId, closeReason }: OrderState, at: number): void {
    if (closeReason !== null && !this.closings.has(orderId)) this.closings.set(orderId, at);
  }

  private addState(state: OrderState): void {
    const order = this.placed.get(state.orderId);
    if (order === undefined) this.changed.set(state.orderId, state);
    else
      this.placed.set(state.orderId, { row: order.row, owner: order.owner, builder: order.builder, signed: order.signed, state });
  }
}
