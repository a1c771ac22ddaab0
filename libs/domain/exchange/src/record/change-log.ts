import type { Level } from '../book/level';
import type { ExchangeFact } from '../fact';
import type { Holding } from '../ledger/holding';
import type { Market } from '../market/market';
import type { Order } from '../orders/order';
import type { Changes, QuoteRow, TotalsRow } from '../rows';
import { hashHolding, hashMarket, hashOrder, hashTotals } from './row-hash';
import { balanceRow, levelRow, marketRow, orderRow, quoteRow } from './rows.mapper';
import { StateSum } from './state-hash';
import type { Counted } from './state-hash';

/**
 * What happened since the last drain: facts in order, and every subject that changed, once. Marking a subject takes one
 * test; rows are made and hashed at the drain only, however often the subject changed in between.
 */
export class ChangeLog {
  private facts: ExchangeFact[] = [];
  private markets: Market[] = [];
  private holdings: Holding[] = [];
  private orders: Order[] = [];
  private levels: Level[] = [];
  private readonly sum = new StateSum();
  private readonly countedTotals: Counted = { isCounted: false, hashLeft: 0, hashRight: 0 };

  fact(fact: ExchangeFact): void {
    this.facts.push(fact);
  }

  market(market: Market): void {
    if (market.isDirty) return;
    market.isDirty = true;
    this.markets.push(market);
  }

  holding(holding: Holding): void {
    if (holding.isDirty) return;
    holding.isDirty = true;
    this.holdings.push(holding);
  }

  order(order: Order): void {
    if (order.isDirty) return;
    order.isDirty = true;
    this.orders.push(order);
  }

  level(level: Level): void {
    if (level.isDirty) return;
    level.isDirty = true;
    this.levels.push(level);
  }

  drain(totals: TotalsRow): { readonly facts: readonly ExchangeFact[]; readonly changes: Changes } {
    const facts = this.facts;
    this.facts = [];
    const quotes: QuoteRow[] = [];
    const markets = this.drainMarkets(quotes);
    const balances = this.drainHoldings();
    const orders = this.drainOrders();
    const levels = this.drainLevels(quotes);
    this.sum.subtract(this.countedTotals);
    hashTotals(totals, this.countedTotals);
    this.sum.add(this.countedTotals);
    const stateHash = this.sum.hex();
    return { facts, changes: { markets, balances, orders, levels, quotes, totals, stateHash } };
  }

  private drainMarkets(quotes: QuoteRow[]): Changes['markets'] {
    const rows = [];
    for (const market of this.markets) {
      market.isDirty = false;
      this.sum.subtract(market);
      hashMarket(market, market);
      this.sum.add(market);
      rows.push(marketRow(market));
      quote(market, quotes);
    }
    this.markets = [];
    return rows;
  }

  private drainHoldings(): Changes['balances'] {
    const rows = [];
    for (const holding of this.holdings) {
      holding.isDirty = false;
      this.sum.subtract(holding);
      // An empty balance counts like one that never was, so that it need not be stored.
      if (holding.totalMicros > 0) {
        hashHolding(holding, holding);
        this.sum.add(holding);
      }
      rows.push(balanceRow(holding));
    }
    this.holdings = [];
    return rows;
  }

  private drainOrders(): Changes['orders'] {
    const rows = [];
    for (const order of this.orders) {
      order.isDirty = false;
      this.sum.subtract(order);
      if (order.isOpen) {
        hashOrder(order, order);
        this.sum.add(order);
      }
      rows.push(orderRow(order));
    }
    this.orders = [];
    return rows;
  }

  private drainLevels(quotes: QuoteRow[]): Changes['levels'] {
    const rows = [];
    for (const level of this.levels) {
      level.isDirty = false;
      rows.push(levelRow(level));
      quote(level.side.market, quotes);
      if (level.first === null) level.side.forget(level);
    }
    this.levels = [];
    return rows;
  }
}

/** Adds the market's prices when one of them moved since they were told last, so at most once a drain. */
function quote(market: Market, quotes: QuoteRow[]): void {
  const { bids, asks, lastTradePips } = market;
  const isTold =
    bids.bestPips === market.quotedBidPips && asks.bestPips === market.quotedAskPips && lastTradePips === market.quotedTradePips;
  if (isTold) return;
  market.quotedBidPips = bids.bestPips;
  market.quotedAskPips = asks.bestPips;
  market.quotedTradePips = lastTradePips;
  quotes.push(quoteRow(market));
}
