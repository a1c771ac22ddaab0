import type { Wallet } from '../command';
import type { OrderLinks } from '../orders/order-links';
import { NO_ORDER } from '../orders/order-pool';
import type { Order, OrderPool } from '../orders/order-pool';
import { textKey } from '../record/state-hash';
import type { Holding } from './holding-pool';

/** One wallet: its collateral and its open orders, oldest first (a list threaded through the orders' links). */
export class Account {
  readonly hashKey: number;
  firstOpen: Order = NO_ORDER;
  lastOpen: Order = NO_ORDER;
  openCount = 0;
  /** Open orders per market. Built when first needed, for an account with many orders. */
  private openByMarket: Map<number, number> | null = null;

  constructor(
    readonly wallet: Wallet,
    readonly number: number,
    readonly collateral: Holding,
  ) {
    this.hashKey = textKey(wallet);
  }

  /**
   * Number of open orders in the market. When the account has fewer than `enough` orders in total, returns that upper bound
   * instead.
   */
  openIn(market: number, enough: number, orders: OrderPool, links: OrderLinks): number {
    if (this.openCount < enough) return this.openCount;
    this.openByMarket ??= this.countedByMarket(orders, links);
    return this.openByMarket.get(market) ?? 0;
  }

  addOpen(order: Order, market: number, links: OrderLinks): void {
    this.openCount += 1;
    this.openByMarket?.set(market, (this.openByMarket.get(market) ?? 0) + 1);
    links.setOlder(order, this.lastOpen);
    if (this.lastOpen === NO_ORDER) this.firstOpen = order;
    else links.setYounger(this.lastOpen, order);
    this.lastOpen = order;
  }

  removeOpen(order: Order, market: number, links: OrderLinks): void {
    this.openCount -= 1;
    this.forgetOpenIn(market);
    const older = links.older(order);
    const younger = links.younger(order);
    if (older === NO_ORDER) this.firstOpen = younger;
    else links.setYounger(older, younger);
    if (younger === NO_ORDER) this.lastOpen = older;
    else links.setOlder(younger, older);
    links.setOlder(order, NO_ORDER);
    links.setYounger(order, NO_ORDER);
  }

  private countedByMarket(orders: OrderPool, links: OrderLinks): Map<number, number> {
    const counts = new Map<number, number>();
    for (let order = this.firstOpen; order !== NO_ORDER; order = links.younger(order)) {
      const market = orders.market(order);
      counts.set(market, (counts.get(market) ?? 0) + 1);
    }
    return counts;
  }

  private forgetOpenIn(market: number): void {
    if (this.openByMarket === null) return;
    if (this.openCount === 0) this.openByMarket = null;
    else this.openByMarket.set(market, (this.openByMarket.get(market) ?? 1) - 1);
  }
}
