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

/** An order to be placed, before it is known when. */
export type Placement = Omit<PlaceOrder, 'type' | 'at'>;

/** What `restoreExchange` takes. */
export interface Excerpt {
  readonly snapshot: Snapshot;
  /** Of the placements, those that were placed before and are over. */
  readonly recentlyClosed: readonly OrderRow[];
}

/** How far into one side of a book placements may get, together. */
interface Reach {
  readonly isBid: boolean;
  /** The price of the book up to which one of them trades. */
  limitPips: PricePips;
  /** One more than they may fill: whether a next one would be crossed matters, too. */
  orders: number;
  /** Infinite where a budget bounds it. */
  sizeMicros: number;
}

/** The state under way to an excerpt. */
interface Taken {
  readonly orders: Set<Order>;
  readonly accounts: Set<Account>;
  readonly markets: Set<Market>;
}

/**
 * The part of the state that placing these orders can touch: their markets, the resting orders that they could trade with, all
 * that their wallets have open, and the balances of everybody among them. It costs what placing them could cost, however much is
 * in the books. What others have delayed is not in it, nor what has expired by `at`; of an order that takes several executions it
 * reaches as far as the first.
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

/** Of those that were placed before, and the waiting orders that they name. @returns the ones that are over */
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

/** Best first, as the match meets them. The takers' own are cancelled when they are met, and are taken already. */
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

/** Of everybody among them: the collateral, and what they have in the markets. */
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
