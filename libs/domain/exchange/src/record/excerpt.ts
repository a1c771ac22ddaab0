import type { PricePips, UnixMillis } from '@foretell/units';
import { complementPips } from '../arithmetic';
import { NO_LEVEL } from '../book/level-pool';
import type { PlaceOrder } from '../command';
import type { Holding } from '../ledger/holding-pool';
import { holdingOf, NO_POSITION } from '../ledger/position-table';
import type { Account } from '../ledger/account';
import type { Market } from '../market/market';
import { NO_ORDER } from '../orders/order-pool';
import type { Order } from '../orders/order-pool';
import type { OrderRow, Snapshot } from '../rows';
import type { State } from '../state';
import { balanceRow, marketRow, orderRow } from './rows.mapper';

/** An order to be placed, without its time. */
export type Placement = Omit<PlaceOrder, 'type' | 'at'>;

/** The input of `restoreExchange`. */
export interface Excerpt {
  readonly snapshot: Snapshot;
  /** Placements that were placed before and are closed. */
  readonly recentlyClosed: readonly OrderRow[];
}

/** How deep into one side of a book the placements may match. */
interface Reach {
  readonly isBid: boolean;
  /** The worst book price at which one of them trades. */
  limitPips: PricePips;
  /** One more than they may fill: whether the next order would be crossed matters too. */
  orders: number;
  /** Infinite if a budget bounds it. */
  sizeMicros: number;
}

/** The state selected so far for an excerpt. */
interface Taken {
  readonly orders: Set<Order>;
  readonly accounts: Set<Account>;
  readonly markets: Set<Market>;
}

/**
 * The part of the state that placing these orders can touch. It has their markets, all open orders of their wallets, the resting
 * orders that they could trade with, and the balances of all these wallets. Its cost is bounded by the cost of placing them, not
 * by the size of the books. It excludes other wallets' delayed orders and orders expired by `at`. For an order that takes several
 * executions it covers the first.
 */
export function excerptOf(state: State, placements: readonly Placement[], at: UnixMillis): Excerpt {
  const taken: Taken = { orders: new Set(), accounts: new Set(), markets: new Set() };
  const takers = new Set(placements.flatMap(({ wallet }) => state.account(wallet) ?? []));
  for (const account of takers) takeOpen(state, account, taken);
  for (const [market, ofMarket] of byMarket(state, placements)) {
    taken.markets.add(market);
    for (const reach of reachesOf(state, ofMarket)) takeReached(state, market, reach, takers, at, taken);
  }
  const closed = takePlaced(state, placements, taken);
  return {
    snapshot: {
      markets: [...taken.markets].map(marketRow),
      balances: [...holdingsOf(state, taken)].map((holding) => balanceRow(state, holding)),
      orders: [...taken.orders].map((order) => orderRow(state, order)),
      totals: state.totals(),
    },
    recentlyClosed: closed.map((order) => orderRow(state, order)),
  };
}

function byMarket(state: State, placements: readonly Placement[]): Map<Market, Placement[]> {
  const found = new Map<Market, Placement[]>();
  for (const placement of placements) {
    const market = state.market(placement.conditionId);
    if (market !== undefined) found.set(market, [...(found.get(market) ?? []), placement]);
  }
  return found;
}

function reachesOf({ rules }: State, placements: readonly Placement[]): Reach[] {
  const reaches = new Map<boolean, Reach>();
  for (const { side, outcome, pricePips, sizeMicros, budgetMicros } of placements) {
    const isBid = (side === 'BUY') === (outcome === 0);
    const limitPips = outcome === 0 ? pricePips : complementPips(pricePips);
    const reach = reaches.get(!isBid) ?? { isBid: !isBid, limitPips, orders: 1, sizeMicros: 0 };
    if (isBid ? limitPips > reach.limitPips : limitPips < reach.limitPips) reach.limitPips = limitPips;
    reach.orders += rules.bounds.fillsMax;
    reach.sizeMicros += budgetMicros === null ? sizeMicros : Infinity;
    reaches.set(!isBid, reach);
  }
  return [...reaches.values()];
}

function takeOpen({ markets, orders, links }: State, account: Account, taken: Taken): void {
  taken.accounts.add(account);
  for (let order = account.firstOpen; order !== NO_ORDER; order = links.younger(order)) {
    taken.orders.add(order);
    taken.markets.add(markets[orders.market(order)] as Market);
  }
}

/** Selects orders that were placed before, and the waiting orders that they name. @returns the closed ones */
function takePlaced(state: State, placements: readonly Placement[], to: Taken): Order[] {
  const closed: Order[] = [];
  const named = placements.flatMap(({ orderId, counterOrderId = orderId }) => [orderId, counterOrderId]);
  for (const orderId of new Set(named)) {
    const order = state.registry.get(orderId);
    if (order === NO_ORDER) continue;
    if (state.orders.isOpen(order)) to.orders.add(order);
    else closed.push(order);
    to.accounts.add(state.accountOf(order));
    to.markets.add(state.marketOf(order));
  }
  return closed;
}

/** Adds orders best first, as matching reaches them. The takers' own orders, which matching cancels, are already included. */
function takeReached(state: State, market: Market, reach: Reach, takers: ReadonlySet<Account>, at: UnixMillis, to: Taken): void {
  const { orders, levels, links } = state;
  const side = market.side(reach.isBid);
  let [count, sizeMicros] = [0, 0];
  for (let level = side.crossedBy(reach.limitPips); level !== NO_LEVEL; level = side.behind(level, reach.limitPips)) {
    for (let order = levels.first(level); order !== NO_ORDER; order = links.after(order)) {
      const account = state.accountOf(order);
      const expiresAt = orders.expiresAt(order);
      if (takers.has(account) || (expiresAt !== null && expiresAt <= at)) continue;
      if (count >= reach.orders || sizeMicros >= reach.sizeMicros) return;
      to.orders.add(order);
      to.accounts.add(account);
      count += 1;
      sizeMicros += orders.remainingMicros(order);
    }
  }
}

/** The holdings of all selected accounts: collateral, and their positions in the selected markets. */
function holdingsOf(state: State, { accounts, markets }: Taken): Set<Holding> {
  const holdings = new Set<Holding>();
  for (const account of accounts) {
    holdings.add(account.collateral);
    for (const market of markets) {
      const position = state.position(account, market);
      if (position === NO_POSITION) continue;
      holdings.add(holdingOf(position, 0)).add(holdingOf(position, 1));
    }
  }
  return holdings;
}
