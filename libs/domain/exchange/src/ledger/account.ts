import type { OutcomeIndex, Wallet } from '../command';
import type { Market } from '../market/market';
import type { Order } from '../orders/order';
import { textKey } from '../record/state-hash';
import { Holding } from './holding';

/** One wallet: its collateral and its open orders, oldest first (a list threaded through the orders). */
export class Account {
  readonly collateral: Holding;
  readonly hashKey: number;
  firstOpen: Order | null = null;
  lastOpen: Order | null = null;

  constructor(
    readonly wallet: Wallet,
    /** Small number of the account, the key of the markets' holder maps. */
    readonly number: number,
  ) {
    this.collateral = new Holding(this, null, null);
    this.hashKey = textKey(wallet);
  }

  addOpen(order: Order): void {
    order.olderOfAccount = this.lastOpen;
    if (this.lastOpen === null) this.firstOpen = order;
    else this.lastOpen.youngerOfAccount = order;
    this.lastOpen = order;
  }

  removeOpen(order: Order): void {
    const { olderOfAccount, youngerOfAccount } = order;
    if (olderOfAccount === null) this.firstOpen = youngerOfAccount;
    else olderOfAccount.youngerOfAccount = youngerOfAccount;
    if (youngerOfAccount === null) this.lastOpen = olderOfAccount;
    else youngerOfAccount.olderOfAccount = olderOfAccount;
    order.olderOfAccount = null;
    order.youngerOfAccount = null;
  }
}

/** What one account holds of one market: a holding for each outcome. */
export class Position {
  readonly outcome0: Holding;
  readonly outcome1: Holding;

  constructor(
    readonly account: Account,
    market: Market,
  ) {
    this.outcome0 = new Holding(account, market, 0);
    this.outcome1 = new Holding(account, market, 1);
  }

  of(outcome: OutcomeIndex): Holding {
    return outcome === 0 ? this.outcome0 : this.outcome1;
  }
}
