import { Slot as LevelSlot, Word as LevelWord } from '../book/level-pool';
import type { Level } from '../book/level-pool';
import type { ExchangeEvent } from '../event';
import { Slot as HoldingSlot, Word as HoldingWord } from '../ledger/holding-pool';
import type { Holding } from '../ledger/holding-pool';
import type { Market } from '../market/market';
import type { Order } from '../orders/order-pool';
import { Slot as OrderSlot, Word as OrderWord } from '../orders/order-slot';
import type { BalanceRow, Changes, LevelRow, MarketRow, OrderRow, QuoteRow } from '../rows';
import type { State } from '../state';
import { stampOf } from './hash-version';
import { balanceRow, levelRow, marketRow, orderRow, quoteRow } from './rows.mapper';
import { StateSum } from './state-hash';
import { ChangedSlots, CountedNumbers, CountedSlots } from './tracked-slots';

/**
 * Changes since the last drain: events in order, and every changed subject once. Rows are built and hashed only at the drain,
 * however often the subject changed.
 */
export class ChangeLog {
  private facts: ExchangeEvent[] = [];
  /** Number of events, where each fill of a trade counts as one. */
  private work = 0;
  /** Markets are few, so their marks and digests are stored separately. */
  private readonly markets = new CountedNumbers();
  private readonly quoted = new CountedNumbers();
  private readonly totals = new CountedNumbers();
  private readonly holdings: CountedSlots<Holding>;
  private readonly orders: CountedSlots<Order>;
  private readonly levels: ChangedSlots<Level>;
  private readonly sum = new StateSum();

  constructor({ holdings, orders, levels }: Pick<State, 'holdings' | 'orders' | 'levels'>) {
    this.holdings = new CountedSlots(holdings, HoldingSlot.words, HoldingWord.asset, HoldingWord.digest);
    this.orders = new CountedSlots(orders, OrderSlot.words, OrderWord.traits, OrderWord.digest);
    this.levels = new ChangedSlots(levels, LevelSlot.words, LevelWord.marks);
  }

  event(event: ExchangeEvent): void {
    this.facts.push(event);
    this.work += event.type === 'trade' ? event.fills.length : 1;
  }

  /** Size of the next drain: events, where each fill of a trade counts as one. */
  get undrained(): number {
    return this.work;
  }

  market(market: Market): void {
    this.markets.mark(market.number);
  }

  holding(holding: Holding): void {
    this.holdings.mark(holding);
  }

  order(order: Order): void {
    this.orders.mark(order);
  }

  level(level: Level): void {
    this.levels.mark(level);
  }

  /** The best price of one side of the market changed. */
  bestMoved(market: number): void {
    this.quoted.mark(market);
  }

  /**
   * Adds the holding's current content to the state hash. Restoring calls this instead of `holding`: a restored row has not
   * changed, so none is drained. An empty balance hashes like one that never existed, so it need not be stored.
   */
  countHolding(state: State, holding: Holding): void {
    const isEmpty = state.holdings.totalMicros(holding) === 0;
    this.holdings.recount(holding, isEmpty ? null : state.hash.holding(state, holding), this.sum);
  }

  /** Adds the order's current content to the state hash. */
  countOrder(state: State, order: Order): void {
    this.orders.recount(order, state.orders.isOpen(order) ? state.hash.order(state, order) : null, this.sum);
  }

  /** Recounts everything after a change of the hash definition. */
  recountAll(state: State): void {
    const { markets, holdings, orders } = state;
    // A cleared sum needs no subtraction, which is most of the cost of a change.
    this.sum.clear();
    this.totals.forgetCounted(1);
    this.markets.forgetCounted(markets.length);
    this.holdings.forgetCounted(holdings.length);
    this.orders.forgetCounted(orders.length);
    for (const market of markets) this.markets.recount(market.number, state.hash.market(market), this.sum);
    for (let holding = 0; holding < holdings.length; holding += 1) this.countHolding(state, holding as Holding);
    orders.forgetHashKeys();
    for (let order = 0; order < orders.length; order += 1) this.countOrder(state, order as Order);
  }

  drain(state: State): { readonly facts: readonly ExchangeEvent[]; readonly changes: Changes } {
    const { facts: events, sum } = this;
    this.facts = [];
    this.work = 0;
    const markets = this.drainMarkets(state);
    const balances = this.drainHoldings(state);
    const orders = this.drainOrders(state);
    const levels = this.drainLevels(state);
    const quotes = this.drainQuotes(state);
    const totals = state.totals();
    this.totals.recount(0, state.hash.totals(totals), sum);
    const stateHash = stampOf(state.hash, sum.hex());
    return { facts: events, changes: { markets, balances, orders, levels, quotes, totals, stateHash } };
  }

  private drainMarkets(state: State): MarketRow[] {
    const rows: MarketRow[] = [];
    for (const number of this.markets.takeChanged()) {
      const market = state.markets[number] as Market;
      this.markets.recount(number, state.hash.market(market), this.sum);
      this.quoted.mark(number);
      rows.push(marketRow(market));
    }
    return rows;
  }

  private drainHoldings(state: State): BalanceRow[] {
    const rows: BalanceRow[] = [];
    for (const holding of this.holdings.takeChanged()) {
      this.countHolding(state, holding);
      rows.push(balanceRow(state, holding));
    }
    return rows;
  }

  private drainOrders(state: State): OrderRow[] {
    const rows: OrderRow[] = [];
    for (const order of this.orders.takeChanged()) {
      this.countOrder(state, order);
      rows.push(orderRow(state, order));
    }
    return rows;
  }

  private drainLevels(state: State): LevelRow[] {
    const rows: LevelRow[] = [];
    for (const level of this.levels.takeChanged()) {
      rows.push(levelRow(state, level));
      if (state.levels.isEmpty(level)) (state.markets[state.levels.market(level)] as Market).sideOf(level).forget(level);
    }
    return rows;
  }

  /**
   * Quotes of the markets where one of the three prices differs from the last published quote: at most one per market and drain.
   */
  private drainQuotes(state: State): QuoteRow[] {
    const rows: QuoteRow[] = [];
    for (const number of this.quoted.takeChanged()) {
      const market = state.markets[number] as Market;
      if (market.takeChangedQuote()) rows.push(quoteRow(market));
    }
    return rows;
  }
}
