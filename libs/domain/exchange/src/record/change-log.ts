import type { Level } from '../book/level-pool';
import type { ExchangeFact } from '../fact';
import type { Holding } from '../ledger/holding-pool';
import type { Market } from '../market/market';
import type { Order } from '../orders/order-pool';
import type { BalanceRow, Changes, LevelRow, MarketRow, OrderRow, QuoteRow } from '../rows';
import type { State } from '../state';
import { hashHolding, hashMarket, hashOrder, hashTotals } from './row-hash';
import { balanceRow, levelRow, marketRow, orderRow, quoteRow } from './rows.mapper';
import { StateSum } from './state-hash';
import { TrackedSlots } from './tracked-slots';

/**
 * What happened since the last drain: facts in order, and every subject that changed, once. Rows are made and hashed at
 * the drain only, however often the subject changed in between.
 */
export class ChangeLog {
  private facts: ExchangeFact[] = [];
  private readonly markets = new TrackedSlots<number>();
  private readonly holdings = new TrackedSlots<Holding>();
  private readonly orders = new TrackedSlots<Order>();
  private readonly levels = new TrackedSlots<Level>();
  private readonly totals = new TrackedSlots<0>();
  private readonly sum = new StateSum();

  fact(fact: ExchangeFact): void {
    this.facts.push(fact);
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

  drain(state: State): { readonly facts: readonly ExchangeFact[]; readonly changes: Changes } {
    const { facts } = this;
    this.facts = [];
    const quotes: QuoteRow[] = [];
    const markets = this.drainMarkets(state, quotes);
    const balances = this.drainHoldings(state);
    const orders = this.drainOrders(state);
    const levels = this.drainLevels(state, quotes);
    const totals = state.totals();
    this.totals.recount(0, hashTotals(totals), this.sum);
    return { facts, changes: { markets, balances, orders, levels, quotes, totals, stateHash: this.sum.hex() } };
  }

  private drainMarkets(state: State, quotes: QuoteRow[]): MarketRow[] {
    const rows: MarketRow[] = [];
    for (const number of this.markets.takeChanged()) {
      const market = state.markets[number] as Market;
      this.markets.recount(number, hashMarket(market), this.sum);
      rows.push(marketRow(market));
      quote(market, quotes);
    }
    return rows;
  }

  private drainHoldings(state: State): BalanceRow[] {
    const rows: BalanceRow[] = [];
    for (const holding of this.holdings.takeChanged()) {
      // An empty balance counts like one that never was, so that it need not be stored.
      const isEmpty = state.holdings.totalMicros(holding) === 0;
      this.holdings.recount(holding, isEmpty ? null : hashHolding(state, holding), this.sum);
      rows.push(balanceRow(state, holding));
    }
    return rows;
  }

  private drainOrders(state: State): OrderRow[] {
    const rows: OrderRow[] = [];
    for (const order of this.orders.takeChanged()) {
      this.orders.recount(order, state.orders.isOpen(order) ? hashOrder(state, order) : null, this.sum);
      rows.push(orderRow(state, order));
    }
    return rows;
  }

  private drainLevels(state: State, quotes: QuoteRow[]): LevelRow[] {
    const rows: LevelRow[] = [];
    for (const level of this.levels.takeChanged()) {
      const market = state.markets[state.levels.market(level)] as Market;
      rows.push(levelRow(state, level));
      quote(market, quotes);
      if (state.levels.isEmpty(level)) market.sideOf(level).forget(level);
    }
    return rows;
  }
}

/** Adds the market's prices when one of them moved since they were told last, so at most once a drain. */
function quote(market: Market, quotes: QuoteRow[]): void {
  const { bids, asks, lastTradePips } = market;
  const { bestPips: bidPips } = bids;
  const { bestPips: askPips } = asks;
  const isTold = bidPips === market.quotedBidPips && askPips === market.quotedAskPips && lastTradePips === market.quotedTradePips;
  if (isTold) return;
  market.quotedBidPips = bidPips;
  market.quotedAskPips = askPips;
  market.quotedTradePips = lastTradePips;
  quotes.push(quoteRow(market));
}
