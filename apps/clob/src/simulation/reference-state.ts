import type { BalanceRow, MarketRow, OrderRow } from '@foretell/exchange';
import type { CommitBatch, CommitRows, LedgerEntry, NotedTrade, RecordHead } from '../engine/journal/batch';
import { PaidResults } from './paid-results';
import { EMPTY_PROJECTION, eventsOf, projected, type Projection } from './event-projection';

/** An invariant does not hold. */
export class Violation extends Error {}

export function ensure(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Violation(sentence);
}

const isOpen = ({ status }: Pick<OrderRow, 'status'>): boolean => status === 'live' || status === 'delayed';

/**
 * All commits, stored independently of the record; throws a Violation at the first commit that breaks an invariant. Source:
 * interface, Funds and Matching.
 */
export class ReferenceState {
  readonly orders = new Map<string, OrderRow>();
  readonly references = new Map<string, LedgerEntry['kind']>();
  /** The projection after each event, by sequence. */
  readonly projections: Projection[] = [EMPTY_PROJECTION];
  private readonly batches: CommitBatch[] = [];
  readonly balances = new Map<string, BalanceRow>();
  readonly markets = new Map<string, MarketRow>();
  readonly paidResults = new PaidResults();
  /** By order: the sum of its trades. */
  private readonly traded = new Map<string, number>();
  private head: RecordHead | null = null;
  private epoch = 0;
  private collateralMicros = 0;
  private setsMicros = 0;
  private bookedMicros = 0;

  /** Only this epoch may commit from now on. */
  raised(epoch: number): void {
    this.epoch = epoch;
  }

  /**
   * The record went back to a commit and an epoch.
   * @param taken called for each remaining commit after it is applied
   */
  goBack(commitNumber: number, epoch: number, taken: (batch: CommitBatch) => void): void {
    const left = this.batches.slice(0, commitNumber);
    for (const rows of [this.orders, this.references, this.balances, this.markets, this.traded, this.paidResults]) rows.clear();
    this.batches.length = 0;
    this.projections.length = 1;
    this.head = null;
    this.collateralMicros = this.setsMicros = this.bookedMicros = 0;
    for (const batch of left) {
      this.epoch = batch.epoch;
      this.committed(batch);
      taken(batch);
    }
    this.epoch = epoch;
  }

  committed(batch: CommitBatch): void {
    const { epoch, firstSequence, messages, rows } = batch;
    const { head } = rows;
    const [commits, events, trades] = [
      this.head?.commitNumber ?? 0,
      this.head?.sequence ?? 0,
      this.head?.totals.tradeNumber ?? 0,
    ];
    ensure(epoch === this.epoch, `epoch ${epoch} commits, and epoch ${this.epoch} has the right to`);
    ensure(head.commitNumber === commits + 1, `commit ${head.commitNumber} follows commit ${commits}`);
    ensure(firstSequence === events + 1, `event ${firstSequence} follows event ${events}`);
    this.head = head;
    this.batches.push(batch);
    for (const event of messages.flatMap(eventsOf)) {
      this.projections.push(projected(this.projection, event));
      const fault = this.paidResults.fault(event);
      ensure(fault === null, fault ?? '');
    }
    ensure(
      this.projection.sequence === head.sequence,
      `the head is at event ${head.sequence}, the journal at ${this.projection.sequence}`,
    );
    this.takeTrades(rows.trades, trades);
    this.takeOrders(rows);
    this.takeMoney(rows);
  }

  /** The projection of all events so far. */
  get projection(): Projection {
    return this.projections.at(-1) ?? EMPTY_PROJECTION;
  }

  get commitNumber(): number {
    return this.head?.commitNumber ?? 0;
  }

  stateHashAt(commitNumber: number): string | undefined {
    return this.batches[commitNumber - 1]?.rows.head.stateHash;
  }

  private takeTrades(trades: readonly NotedTrade[], before: number): void {
    for (const [index, { trade }] of trades.entries()) {
      ensure(trade.tradeNumber === before + 1 + index, `trade ${trade.tradeNumber} follows trade ${before + index}`);
      const made = trade.fills.reduce((sum, { sizeMicros }) => sum + sizeMicros, 0);
      ensure(made === trade.sizeMicros, `trade ${trade.tradeNumber}: the taker got ${trade.sizeMicros}, its makers gave ${made}`);
      this.addTraded(trade.takerOrderId, trade.sizeMicros);
      for (const { makerOrderId, sizeMicros } of trade.fills) this.addTraded(makerOrderId, sizeMicros);
    }
  }

  private addTraded(orderId: string, sizeMicros: number): void {
    this.traded.set(orderId, (this.traded.get(orderId) ?? 0) + sizeMicros);
  }

  private takeOrders({ newOrders, orderStates }: CommitRows): void {
    for (const { row } of newOrders) {
      ensure(!this.orders.has(row.orderId), `order ${row.orderId} was placed twice`);
      this.takeOrder(row);
    }
    for (const state of orderStates) {
      const before = this.orders.get(state.orderId);
      ensure(before !== undefined, `order ${state.orderId} changes and was never placed`);
      ensure(isOpen(before), `order ${state.orderId} changes and was closed`);
      ensure(state.filledMicros >= before.filledMicros, `order ${state.orderId} is filled less than before`);
      this.takeOrder({ ...before, ...state });
    }
  }

  private takeOrder(row: OrderRow): void {
    const { orderId, budgetMicros, filledMicros, filledUsdcMicros, sizeMicros } = row;
    this.orders.set(orderId, row);
    const traded = this.traded.get(orderId) ?? 0;
    ensure(traded === filledMicros, `order ${orderId} is filled to ${filledMicros}, its trades are of ${traded}`);
    const isWithin = budgetMicros === null ? filledMicros <= sizeMicros : filledUsdcMicros <= budgetMicros;
    ensure(isWithin, `order ${orderId} of ${sizeMicros} is overfilled to ${filledMicros}`);
  }

  private takeMoney({ balances, markets, ledgerEntries, head: { totals } }: CommitRows): void {
    for (const row of balances) this.takeBalance(row);
    for (const row of markets) {
      this.setsMicros += row.collateralMicros - (this.markets.get(row.conditionId)?.collateralMicros ?? 0);
      this.markets.set(row.conditionId, row);
      const held: number = row.collateralMicros;
      const isBacked = row.supply0Micros === held && row.supply1Micros === held;
      ensure(
        isBacked,
        `market ${row.conditionId} holds ${row.collateralMicros} for ${row.supply0Micros} and ${row.supply1Micros}`,
      );
    }
    for (const { reference, kind, amountMicros } of ledgerEntries) {
      ensure(!this.references.has(reference), `reference ${reference} was booked twice`);
      this.references.set(reference, kind);
      if (kind === 'credit') this.bookedMicros += amountMicros;
      else if (kind === 'debit') this.bookedMicros -= amountMicros;
    }
    const supposed = totals.creditedMicros - totals.debitedMicros;
    ensure(supposed === this.bookedMicros, `credits less debits are ${supposed}, the ledger's entries ${this.bookedMicros}`);
    const owned = this.collateralMicros + this.setsMicros + totals.feesMicros;
    ensure(owned === supposed, `credits less debits are ${supposed}, but ${owned} are accounted for`);
  }

  private takeBalance(row: BalanceRow): void {
    const key = `${row.wallet} ${row.conditionId} ${row.outcome}`;
    const before = this.balances.get(key);
    this.balances.set(key, row);
    ensure(row.availableMicros >= 0 && row.lockedMicros >= 0, `${key} is negative: ${row.availableMicros}, ${row.lockedMicros}`);
    if (row.conditionId !== null) return;
    this.collateralMicros +=
      row.availableMicros + row.lockedMicros - (before?.availableMicros ?? 0) - (before?.lockedMicros ?? 0);
  }

  /** Checks that all balances of a token add up to its supply. Call when no request is in flight. */
  requireSupplies(): void {
    for (const { conditionId, collateralMicros } of this.markets.values())
      for (const outcome of [0, 1]) {
        let held = 0;
        for (const row of this.balances.values())
          if (row.conditionId === conditionId && row.outcome === outcome) held += row.availableMicros + row.lockedMicros;
        ensure(held === collateralMicros, `outcome ${outcome} of ${conditionId}: ${held} are held of ${collateralMicros}`);
      }
  }
}
