import type { BalanceRow, MarketRow } from '@foretell/exchange';
import type { PricePoint } from '../journal/price-points';
import type { Listing } from '../../market-directory/listing';
import type { CommitRows, LedgerEntry, NewOrder, NotedTrade, RecordHead } from '../journal/batch';
import type { OrderState } from '../../columns/recorded-rows';

/** An order that the stretch places, and what has become of it by the stretch's end. */
export interface PlacedOrder extends NewOrder {
  readonly state: OrderState;
}

export interface RecordedMarket {
  readonly row: MarketRow;
  /** When it first took orders within the stretch; null when it did not. Unix ms. */
  readonly acceptingSince: number | null;
}

/**
 * Consecutive commits as one: of each subject its last state only, so an order that came and went within the stretch is written
 * once, and so is a balance that moved a hundred times.
 */
export class Stretch {
  private lastHead: RecordHead | null = null;
  private readonly byMarket = new Map<string, RecordedMarket>();
  private readonly byHolding = new Map<string | null, Map<string, BalanceRow>[]>();
  private readonly placed = new Map<string, PlacedOrder>();
  private readonly changed = new Map<string, OrderState>();
  private readonly byMinute = new Map<string, PricePoint>();
  private readonly byReference = new Map<string, LedgerEntry>();
  readonly trades: NotedTrade[] = [];
  readonly listings: Listing[] = [];
  gammaCheckpoint: number | null = null;
  /** How much is to be written, roughly: rows that were added, before those of one subject became one. */
  size = 0;

  /** Commits must be added in their order, without a gap. */
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
    }
    for (const state of orderStates) this.addState(state);
    for (const trade of trades) this.trades.push(trade);
    for (const point of rows.points) this.byMinute.set(`${point.conditionId} ${point.minute}`, point);
    for (const entry of rows.ledgerEntries) this.byReference.set(entry.reference, entry);
    for (const listing of rows.listings) this.listings.push(listing);
    if (rows.gammaCheckpoint !== null) this.gammaCheckpoint = Math.max(this.gammaCheckpoint ?? 0, rows.gammaCheckpoint);
    this.size += markets.length + balances.length + newOrders.length + orderStates.length + trades.length;
    this.size += rows.ledgerEntries.length + rows.listings.length;
  }

  /** Where the record stands at the stretch's end. Throws when nothing was added. */
  get head(): RecordHead {
    if (this.lastHead === null) throw new Error('an empty stretch has no head');
    return this.lastHead;
  }

  get isEmpty(): boolean {
    return this.lastHead === null;
  }

  /** Whether it places the order or books the reference. */
  holds(id: string): boolean {
    return this.placed.has(id) || this.byReference.has(id);
  }

  markets(): RecordedMarket[] {
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

  /** Of orders that were placed before the stretch. */
  changedOrders(): OrderState[] {
    return [...this.changed.values()];
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

  /** By condition, outcome and wallet, so that no key has to be put together. */
  private addBalance(row: BalanceRow): void {
    let outcomes = this.byHolding.get(row.conditionId);
    if (outcomes === undefined) {
      outcomes = [new Map(), new Map()];
      this.byHolding.set(row.conditionId, outcomes);
    }
    outcomes[row.outcome ?? 0]?.set(row.wallet, row);
  }

  private addState(state: OrderState): void {
    const order = this.placed.get(state.orderId);
    if (order === undefined) this.changed.set(state.orderId, state);
    else
      this.placed.set(state.orderId, { row: order.row, owner: order.owner, builder: order.builder, signed: order.signed, state });
  }
}
