import type { ConditionId, OutcomeIndex, Wallet } from '../command';
import { holdingOf, NO_POSITION } from '../ledger/position-table';
import { NO_ORDER } from '../orders/order-pool';
import type { Order } from '../orders/order-pool';
import type { BalanceRow, OrderRow } from '../rows';
import type { State } from '../state';
import { balanceRow, orderRow } from './rows.mapper';

/** A filter of open orders by wallets. An undefined field does not filter. */
export interface WalletOrdersFilter {
  readonly wallets: readonly Wallet[];
  readonly conditionId?: ConditionId | undefined;
  readonly outcome?: OutcomeIndex | undefined;
  readonly orderId?: string | undefined;
  /** Only orders with a lower priority than this; 0 for the newest. */
  readonly beforePriority: number;
  /** Number of the newest matching orders to skip. */
  readonly skip?: number | undefined;
  readonly limit: number;
}

/** A token; null is the collateral. */
export type Asset = { readonly conditionId: ConditionId; readonly outcome: OutcomeIndex } | null;

/** Newest first. */
export function openOrdersOf(state: State, filter: WalletOrdersFilter): OrderRow[] {
  const { skip = 0, limit } = filter;
  const found = filter.wallets.flatMap((wallet) => newestOf(state, wallet, { ...filter, limit: skip + limit }));
  return found
    .sort((a, b) => state.orders.priority(b) - state.orders.priority(a))
    .slice(skip, skip + limit)
    .map((order) => orderRow(state, order));
}

/** Walks the account's open orders, which are linked in order of acceptance. */
function newestOf(state: State, wallet: Wallet, filter: WalletOrdersFilter): Order[] {
  const { links } = state;
  const found: Order[] = [];
  let order = state.account(wallet)?.lastOpen ?? NO_ORDER;
  for (; order !== NO_ORDER && found.length < filter.limit; order = links.older(order))
    if (isWanted(state, order, filter)) found.push(order);
  return found;
}

function isWanted(state: State, order: Order, { conditionId, outcome, orderId, beforePriority }: WalletOrdersFilter): boolean {
  const { orders } = state;
  if (beforePriority !== 0 && orders.priority(order) >= beforePriority) return false;
  if (outcome !== undefined && orders.outcome(order) !== outcome) return false;
  if (conditionId !== undefined && state.marketOf(order).conditionId !== conditionId) return false;
  return orderId === undefined || orders.orderId(order) === orderId;
}

/** Undefined for a wallet that never had this asset. */
export function balanceOf(state: State, wallet: Wallet, asset: Asset): BalanceRow | undefined {
  const account = state.account(wallet);
  if (account === undefined) return undefined;
  if (asset === null) return balanceRow(state, account.collateral);
  const market = state.market(asset.conditionId);
  const position = market === undefined ? NO_POSITION : state.position(account, market);
  return position === NO_POSITION ? undefined : balanceRow(state, holdingOf(position, asset.outcome));
}
