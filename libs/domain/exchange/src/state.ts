import type { UnixMillis } from '@foretell/units';
import { usdcMicros } from './arithmetic';
import type { BookSide } from './book/book-side';
import { LevelPool } from './book/level-pool';
import type { ConditionId, MarketTerms, OrderId, Wallet } from './command';
import type { ExchangeRules } from './exchange';
import type { MarketStatus } from './event';
import { Account } from './ledger/account';
import { COLLATERAL, HoldingPool } from './ledger/holding-pool';
import { NO_POSITION, PositionTable } from './ledger/position-table';
import type { Position } from './ledger/position-table';
import { Market } from './market/market';
import { DueQueue } from './orders/due-queue';
import { OrderLinks } from './orders/order-links';
import { OrderPool } from './orders/order-pool';
import type { Order } from './orders/order-pool';
import { OrderRegistry } from './orders/order-registry';
import { ChangeLog } from './record/change-log';
import type { StateHash } from './record/row-hash';
import type { Proposal, TotalsRow } from './rows';

/** Expected counts, for allocation; wrong values do no harm. */
export interface Expected {
  readonly accounts: number;
  readonly positions: number;
  readonly orders: number;
}

/**
 * The complete state of the exchange. Commands are functions over it; nothing outside has a reference into it. Orders, holdings,
 * levels and positions are many: slots in pools. Accounts and markets are few: objects.
 */
export class State {
  readonly orders = new OrderPool();
  readonly links = new OrderLinks(this.orders);
  readonly levels = new LevelPool(this.orders, this.links);
  readonly holdings = new HoldingPool();
  readonly registry = new OrderRegistry(this.orders, this.links);
  readonly due = new DueQueue(this.orders);
  readonly log = new ChangeLog(this);
  /** Accounts by number and by id. */
  readonly accounts: Account[] = [];
  readonly markets: Market[] = [];
  creditedMicros: number;
  debitedMicros: number;
  feesMicros: number;
  tradeNumber: number;
  /** The taker's own orders that the current execution has cancelled. */
  readonly selfTrades: OrderId[] = [];
  priority: number;
  now: UnixMillis;
  /** Markets with a finalised result that is not paid completely. */
  private readonly finalized = new Set<Market>();
  private nextPayoutAt: UnixMillis | null = null;
  private readonly positions = new PositionTable(this.holdings);
  private readonly accountsByWallet = new Map<Wallet, Account>();
  private readonly marketsById = new Map<ConditionId, Market>();

  constructor(
    readonly rules: ExchangeRules,
    totals: TotalsRow,
    /** How the state is hashed. */
    public hash: StateHash,
  ) {
    this.creditedMicros = totals.creditedMicros;
    this.debitedMicros = totals.debitedMicros;
    this.feesMicros = totals.feesMicros;
    this.tradeNumber = totals.tradeNumber;
    this.priority = totals.priority;
    this.now = totals.at;
  }

  account(wallet: Wallet): Account | undefined {
    return this.accountsByWallet.get(wallet);
  }

  openAccount(wallet: Wallet): Account {
    const existing = this.accountsByWallet.get(wallet);
    if (existing !== undefined) return existing;
    const number = this.accounts.length;
    const account = new Account(wallet, number, this.holdings.open(number, COLLATERAL, null));
    this.accounts.push(account);
    this.accountsByWallet.set(wallet, account);
    return account;
  }

  accountOf(order: Order): Account {
    return this.accounts[this.orders.account(order)] as Account;
  }

  market(conditionId: ConditionId): Market | undefined {
    return this.marketsById.get(conditionId);
  }

  openMarket(conditionId: ConditionId, terms: MarketTerms, status: MarketStatus): Market {
    const market = new Market(conditionId, terms, status, this.markets.length, this);
    this.markets.push(market);
    this.marketsById.set(conditionId, market);
    return market;
  }

  /** Sets the result under way. */
  propose(market: Market, proposal: Proposal | null): void {
    const wasFinalized = this.finalized.delete(market);
    market.proposal = proposal;
    if (proposal?.stage === 'finalized') this.finalized.add(market);
    if (wasFinalized || this.finalized.has(market)) this.nextPayoutAt = this.nextPayout()?.proposal?.until ?? null;
    this.log.market(market);
  }

  /** The finalised market whose grace period ended first; undefined when none has ended. Checked at every command. */
  payoutDue(): Market | undefined {
    return this.nextPayoutAt === null || this.nextPayoutAt > this.now ? undefined : this.nextPayout();
  }

  /** Time of the next expiry, end of a delay or payout; null = nothing is scheduled. */
  nextDueAt(): UnixMillis | null {
    const [orderAt, payoutAt] = [this.due.nextAt(), this.nextPayoutAt];
    return payoutAt === null || (orderAt !== null && orderAt < payoutAt) ? orderAt : payoutAt;
  }

  private nextPayout(): Market | undefined {
    let first: Market | undefined;
    for (const market of this.finalized) if (first === undefined || isPaidBefore(market, first)) first = market;
    return first;
  }

  marketOf(order: Order): Market {
    return this.markets[this.orders.market(order)] as Market;
  }

  /** NO_POSITION when the account never had one in the market. */
  position(account: Account, market: Market): Position {
    return this.positions.get(account.number, market.number);
  }

  openPosition(account: Account, market: Market): Position {
    const existing = this.position(account, market);
    if (existing !== NO_POSITION) return existing;
    const position = this.positions.open(account.number, market.number);
    market.holders.push(position);
    return position;
  }

  /** Allocates the memory at once: growing to it copies the data several times. */
  reserve({ accounts, positions, orders }: Expected): void {
    this.holdings.reserve(accounts + 2 * positions);
    this.positions.reserve(positions);
    this.orders.reserve(orders);
    this.registry.reserve(orders);
  }

  /** The side of the book on which the order rests. */
  ownSide(order: Order): BookSide {
    return this.marketOf(order).side(this.orders.isBid(order));
  }

  /** The side of the book that the order may trade with. */
  oppositeSide(order: Order): BookSide {
    return this.marketOf(order).side(!this.orders.isBid(order));
  }

  totals(): TotalsRow {
    return {
      creditedMicros: usdcMicros(this.creditedMicros),
      debitedMicros: usdcMicros(this.debitedMicros),
      feesMicros: usdcMicros(this.feesMicros),
      tradeNumber: this.tradeNumber,
      priority: this.priority,
      at: this.now,
    };
  }
}

function untilOf({ proposal }: Market): number {
  return proposal?.until ?? Infinity;
}

/** By the end of the grace period, then by condition: a restored exchange has another order of markets. */
function isPaidBefore(one: Market, other: Market): boolean {
  const [left, right] = [untilOf(one), untilOf(other)];
  return left < right || (left === right && one.conditionId < other.conditionId);
}
