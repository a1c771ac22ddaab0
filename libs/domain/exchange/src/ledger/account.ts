import type { Wallet } from '../command';
import type { OrderLinks } from '../orders/order-links';
import { NO_ORDER } from '../orders/order-pool';
import type { Order } from '../orders/order-pool';
import { textKey } from '../record/state-hash';
import type { Holding } from './holding-pool';

/** One wallet: its collateral and its open orders, oldest first (a list threaded through the orders' links). */
export class Account {
  readonly hashKey: number;
  firstOpen: Order = NO_ORDER;
  lastOpen: Order = NO_ORDER;

  constructor(
    readonly wallet: Wallet,
    readonly number: number,
    readonly collateral: Holding,
  ) {
    this.hashKey = textKey(wallet);
  }

  addOpen(order: Order, links: OrderLinks): void {
    links.setOlder(order, this.lastOpen);
    if (this.lastOpen === NO_ORDER) this.firstOpen = order;
    else links.setYounger(this.lastOpen, order);
    this.lastOpen = order;
  }

  removeOpen(order: Order, links: OrderLinks): void {
    const older = links.older(order);
    const younger = links.younger(order);
    if (older === NO_ORDER) this.firstOpen = younger;
    else links.setYounger(older, younger);
    if (younger === NO_ORDER) this.lastOpen = older;
    else links.setOlder(younger, older);
    links.setOlder(order, NO_ORDER);
    links.setYounger(order, NO_ORDER);
  }
}
