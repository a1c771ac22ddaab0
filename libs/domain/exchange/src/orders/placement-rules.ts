import { sizeMicros, type PricePips, type SizeMicros, type UsdcMicros } from '@foretell/units';
import { MAX_AMOUNT_MICROS, PIPS_PER_USDC, costCeil, feeOf } from '../arithmetic';
import { flagBit, type ConditionId, type OrderType, type PlaceOrder } from '../command';
import type { Account } from '../ledger/account';
import type { Market } from '../market/market';
import { SHARE_CENT_MICROS } from '../matching/taker-remainder';
import { feeOnBudget } from '../matching/budget-fee';
import type { Rejected } from '../outcome';
import { rejected } from '../rejection';
import type { MarketRow } from '../rows';
import type { State } from '../state';

/**
 * A FOK or FAK BUY with this budget, 1 USDC, is never too small, whatever the market's minimum size costs. Source: protocol 5.
 */
const MINIMUM_BUDGET_MICROS = 1_000_000;
const WITHOUT_ORDERS = { paused: 'market_not_accepting', closed: 'market_closed', resolved: 'market_resolved' } as const;
/** The bit of an order that may only rest. */
export const POST_ONLY = flagBit('postOnly');
/** The bit of one side of an accepted quote; no others are allowed beside it. */
export const QUOTED = flagBit('quoted');

export function hasFlag(flags: number, bit: number): boolean {
  return (flags & bit) !== 0;
}

/** Whether an order matches at once or not at all. */
export function isImmediate(orderType: OrderType): boolean {
  return orderType === 'FOK' || orderType === 'FAK';
}

/** The market if it accepts orders now, or the rejection. */
export function marketTakingOrders(state: State, conditionId: ConditionId): Market | Rejected {
  const market = state.market(conditionId);
  if (market === undefined) return rejected('unknown_market', { conditionId });
  return brokenStatusRule(market) ?? market;
}

/** The market terms that decide whether an order's price and size are valid. */
export type LimitTerms = Pick<MarketRow, 'conditionId' | 'status' | 'tickPips' | 'minimumSizeMicros'>;

/** The rules that need nothing but the market's terms; null when a limit order of that price and size meets them. */
export function brokenLimit(market: LimitTerms, pricePips: PricePips, sizeMicros: SizeMicros): Rejected | null {
  return (
    brokenStatusRule(market) ??
    brokenPriceRule(market, pricePips) ??
    brokenSizeRule(market, { pricePips, sizeMicros }, null, market.minimumSizeMicros)
  );
}

function brokenStatusRule({ conditionId, status }: Pick<LimitTerms, 'conditionId' | 'status'>): Rejected | null {
  return status === 'active' ? null : rejected(WITHOUT_ORDERS[status], { conditionId, status });
}

/** The rules that need neither funds nor book, in the order of REJECT_REASONS; null when all hold. */
export function brokenRule(state: State, market: Market, command: PlaceOrder, budgetMicros: UsdcMicros | null): Rejected | null {
  return (
    brokenPriceRule(market, command.pricePips) ??
    brokenSizeRule(market, command, budgetMicros, leastSize(market, command)) ??
    brokenExpirationRule(state, command) ??
    brokenPostOnlyRule(command) ??
    brokenCountRule(state, market, command)
  );
}

function brokenPriceRule({ tickPips }: Pick<LimitTerms, 'tickPips'>, pricePips: number): Rejected | null {
  const maximumPips = PIPS_PER_USDC - tickPips;
  if (pricePips < tickPips || pricePips > maximumPips) {
    return rejected('invalid_price', { pricePips, minimumPips: tickPips, maximumPips });
  }
  if (pricePips % tickPips === 0) return null;
  // Rounds half up, as wallets do. The bounds are ticks, so the nearest tick is within them.
  const nearestPips = Math.floor((pricePips + tickPips / 2) / tickPips) * tickPips;
  return rejected('price_off_tick', { pricePips, tickPips, nearestPips });
}

type SizeTerms = Pick<LimitTerms, 'minimumSizeMicros'>;
type Priced = Pick<PlaceOrder, 'pricePips' | 'sizeMicros'>;

function brokenSizeRule(market: SizeTerms, command: Priced, budgetMicros: number | null, leastMicros: number): Rejected | null {
  const { sizeMicros } = command;
  const maximumMicros = MAX_AMOUNT_MICROS;
  if (sizeMicros > maximumMicros) return rejected('size_too_large', { sizeMicros, maximumMicros });
  if (budgetMicros !== null && budgetMicros > maximumMicros) {
    return rejected('size_too_large', { budgetMicros, maximumMicros });
  }
  // What a budget buys depends on the book. The market's minimum, which is in shares, applies at the order's limit.
  const minimumMicros = budgetMicros === null ? Math.max(1, leastMicros) : 1;
  if (sizeMicros < minimumMicros) return rejected('size_too_small', { sizeMicros, minimumMicros });
  return budgetMicros === null || budgetMicros >= MINIMUM_BUDGET_MICROS ? null : brokenBudgetRule(market, command, budgetMicros);
}

/** What a budget bought may be less than the market's minimum, and can be sold at once all the same. */
function leastSize({ minimumSizeMicros }: SizeTerms, { side, orderType }: PlaceOrder): number {
  return side === 'SELL' && isImmediate(orderType) ? Math.min(minimumSizeMicros, SHARE_CENT_MICROS) : minimumSizeMicros;
}

function brokenBudgetRule({ minimumSizeMicros }: SizeTerms, { pricePips }: Priced, budgetMicros: number): Rejected | null {
  const least = costCeil(sizeMicros(Math.max(minimumSizeMicros, SHARE_CENT_MICROS)), pricePips);
  const minimumMicros = Math.min(least, MINIMUM_BUDGET_MICROS);
  return budgetMicros < minimumMicros ? rejected('size_too_small', { budgetMicros, minimumMicros }) : null;
}

function brokenExpirationRule(state: State, command: PlaceOrder): Rejected | null {
  if (command.orderType !== 'GTD') return null;
  const earliestMillis = command.at + state.rules.gtdMinimumMillis;
  const isLateEnough = command.expiresAt !== null && command.expiresAt >= earliestMillis && command.expiresAt > command.at;
  if (isLateEnough) return null;
  return rejected('invalid_expiration', { expiresAtMillis: command.expiresAt, earliestMillis });
}

function brokenPostOnlyRule(command: PlaceOrder): Rejected | null {
  const { orderType } = command;
  if (!hasFlag(command.flags, POST_ONLY) || !isImmediate(orderType)) return null;
  return rejected('post_only_order_type', { orderType });
}

/**
 * Applies to orders that may stay open. An order that matches at once or not at all leaves nothing, unless the market delays it.
 */
function brokenCountRule(state: State, market: Market, { wallet, orderType }: PlaceOrder): Rejected | null {
  const account = state.account(wallet);
  if (account === undefined || (isImmediate(orderType) && market.delayMillis === 0)) return null;
  const { openOrdersMax, marketOrdersMax } = state.rules.bounds;
  const { openCount } = account;
  if (openCount >= openOrdersMax) return rejected('too_many_open_orders', { open: openCount, maximum: openOrdersMax });
  const open = account.openIn(market.number, marketOrdersMax, state.orders, state.links);
  return open < marketOrdersMax ? null : rejected('too_many_market_orders', { open, maximum: marketOrdersMax });
}

/**
 * The funds that a new order reserves. A SELL: its shares. A BUY: its cost at the limit and the fee there, the worst case,
 * because cost and fee together grow with the price while the rate is at most 1. A BUY by budget: the budget and the fee on
 * the current book; after a delay it pays no more than that. A post-only order never takes, nor does an order that names a
 * waiting order: neither pays a fee. Source: interface, Funds.
 */
export function reservationMicros(
  state: State,
  market: Market,
  account: Account | undefined,
  command: PlaceOrder,
  budgetMicros: UsdcMicros | null,
): number {
  if (command.side === 'SELL') return command.sizeMicros;
  if (budgetMicros !== null) return budgetMicros + feeOnBudget(state, market, account, command, budgetMicros);
  const cost = costCeil(command.sizeMicros, command.pricePips);
  return isMaker(command) ? cost : cost + feeOf(command.sizeMicros, command.pricePips, market);
}

function isMaker({ flags, counterOrderId }: PlaceOrder): boolean {
  return hasFlag(flags, POST_ONLY) || (hasFlag(flags, QUOTED) && counterOrderId !== undefined);
}
