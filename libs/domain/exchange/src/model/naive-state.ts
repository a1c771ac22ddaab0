import type { PricePips, UnixMillis } from '@foretell/units';
import type { ConditionId, MarketTerms, OutcomeIndex, PlaceOrder, Resolution, Wallet } from '../command';
import type { ExchangeBounds } from '../exchange';
import type { CloseReason, ExchangeEvent, MarketStatus } from '../event';
import type { BalanceRow, MarketRow, OrderRow, OrderStatus, Proposal, Snapshot } from '../rows';
import { asPrice, asSize, asUsdc } from './naive-arithmetic';

export interface NaiveMarket {
  readonly conditionId: ConditionId;
  terms: MarketTerms;
  status: MarketStatus;
  resolution: Resolution | null;
  lastTradePips: PricePips | null;
  collateral: number;
  proposal: Proposal | null;
}

export interface NaiveOrder {
  readonly command: PlaceOrder;
  readonly acceptedAt: UnixMillis;
  readonly priority: number;
  dueAt: UnixMillis | null;
  filled: number;
  usdc: number;
  locked: number;
  status: OrderStatus;
  closeReason: CloseReason | null;
}

const SAFE = 2n ** 53n - 1n;
const PART = 10n ** 15n;

/** Simple collections. A balance is one total; its locked part is computed from the open orders at each use. */
export class NaiveState {
  readonly markets: NaiveMarket[] = [];
  readonly orders: NaiveOrder[] = [];
  readonly totals = new Map<
    string,
    { wallet: Wallet; conditionId: ConditionId | null; outcome: OutcomeIndex | null; micros: number }
  >();
  facts: ExchangeEvent[] = [];
  credited = 0n;
  debited = 0n;
  fees = 0;
  tradeNumber = 0;
  priority = 0;
  now: UnixMillis;

  constructor(
    at: UnixMillis,
    readonly bounds: ExchangeBounds,
  ) {
    this.now = at;
  }

  /** Credits less debits. */
  held(): number {
    return Number(this.credited - this.debited);
  }

  market(conditionId: ConditionId): NaiveMarket | undefined {
    return this.markets.find((market) => market.conditionId === conditionId);
  }

  total(wallet: Wallet, conditionId: ConditionId | null, outcome: OutcomeIndex | null): number {
    return this.totals.get(`${wallet}/${conditionId}/${outcome}`)?.micros ?? 0;
  }

  change(wallet: Wallet, conditionId: ConditionId | null, outcome: OutcomeIndex | null, by: number): void {
    const micros = this.total(wallet, conditionId, outcome) + by;
    if (micros < 0) throw new Error(`${wallet} has a negative balance`);
    this.totals.set(`${wallet}/${conditionId}/${outcome}`, { wallet, conditionId, outcome, micros });
  }

  locked(wallet: Wallet, conditionId: ConditionId | null, outcome: OutcomeIndex | null): number {
    const locking = this.open().filter(
      ({ command }) =>
        command.wallet === wallet &&
        (conditionId === null
          ? command.side === 'BUY'
          : command.side === 'SELL' && command.conditionId === conditionId && command.outcome === outcome),
    );
    return locking.reduce((sum, order) => sum + order.locked, 0);
  }

  open(): NaiveOrder[] {
    return this.orders.filter((order) => order.status === 'live' || order.status === 'delayed');
  }

  snapshot(): Snapshot {
    // Subtracts equal parts from both, so that credits are a safe integer.
    const parts = (this.credited - SAFE + PART - 1n) / PART;
    const carried = this.credited > SAFE ? parts * PART : 0n;
    return {
      markets: this.markets.map(toMarketRow),
      balances: [...this.totals.values()].filter(({ micros }) => micros > 0).map((entry) => this.toBalanceRow(entry)),
      orders: this.open().map(toOrderRow),
      totals: {
        creditedMicros: asUsdc(Number(this.credited - carried)),
        debitedMicros: asUsdc(Number(this.debited - carried)),
        feesMicros: asUsdc(this.fees),
        tradeNumber: this.tradeNumber,
        priority: this.priority,
        at: this.now,
      },
    };
  }

  private toBalanceRow({
    wallet,
    conditionId,
    outcome,
    micros,
  }: {
    wallet: Wallet;
    conditionId: ConditionId | null;
    outcome: OutcomeIndex | null;
    micros: number;
  }): BalanceRow {
    const lockedMicros = this.locked(wallet, conditionId, outcome);
    return { wallet, conditionId, outcome, availableMicros: micros - lockedMicros, lockedMicros };
  }
}

/** Shares not yet filled; a budget may have bought more than the order's size. */
export function remaining(order: NaiveOrder): number {
  return Math.max(0, order.command.sizeMicros - order.filled);
}

export function budgetOf(command: PlaceOrder): number | null {
  return command.side === 'BUY' && ['FOK', 'FAK'].includes(command.orderType) ? command.budgetMicros : null;
}

/** Whether the order is a bid for outcome 0. */
export function isBid(command: PlaceOrder): boolean {
  return command.outcome === 0 ? command.side === 'BUY' : command.side === 'SELL';
}

export function inBook(command: PlaceOrder): number {
  return command.outcome === 0 ? command.pricePips : 10_000 - command.pricePips;
}

export function toOrderRow(order: NaiveOrder): OrderRow {
  const { command } = order;
  const budget = budgetOf(command);
  return {
    orderId: command.orderId,
    wallet: command.wallet,
    conditionId: command.conditionId,
    outcome: command.outcome,
    side: command.side,
    orderType: command.orderType,
    pricePips: asPrice(command.pricePips),
    sizeMicros: command.sizeMicros,
    budgetMicros: budget === null ? null : asUsdc(budget),
    flags: command.flags,
    expiresAt: command.orderType === 'GTD' ? command.expiresAt : null,
    acceptedAt: order.acceptedAt,
    dueAt: order.dueAt,
    priority: order.priority,
    filledMicros: asSize(order.filled),
    filledUsdcMicros: asUsdc(order.usdc),
    lockedMicros: order.locked,
    status: order.status,
    closeReason: order.closeReason,
  };
}

function toMarketRow(market: NaiveMarket): MarketRow {
  const { tickPips, minimumSizeMicros, feeRateBps, feeExponent, delayMillis } = market.terms;
  return {
    conditionId: market.conditionId,
    status: market.status,
    resolution: market.resolution,
    tickPips,
    minimumSizeMicros,
    feeRateBps,
    feeExponent,
    delayMillis,
    collateralMicros: asUsdc(market.collateral),
    supply0Micros: asSize(market.collateral),
    supply1Micros: asSize(market.collateral),
    lastTradePips: market.lastTradePips,
    proposal: market.proposal,
  };
}
