import { unixMillis } from '@foretell/units';
import { ORDER_FLAGS, type OrderFlag, type PlaceOrder } from '../command';
import type { ExchangeRules } from '../exchange';
import type { Outcome, Rejected } from '../outcome';
import { asSize, asUsdc, ceilCost, exactFee, roundedFee } from './naive-arithmetic';
import { crossing, execute, executePair, planOf } from './naive-matching';
import { budgetOf, inBook, isBid, toOrderRow } from './naive-state';
import type { NaiveMarket, NaiveOrder, NaiveState } from './naive-state';

const MOST = 1_000_000_000_000_000;
const LEAST_BUDGET = 1_000_000;
const LEAST_SHARES = 10_000;

export function refuse(reason: Rejected['reason'], details: Rejected['details']): Rejected {
  return { type: 'rejected', reason, details };
}

export function place(state: NaiveState, rules: ExchangeRules, command: PlaceOrder): Outcome {
  const same = state.orders.find((order) => order.command.orderId === command.orderId);
  if (same !== undefined) return refuse('duplicate_order', { orderId: command.orderId, status: same.status });
  const { conditionId, pricePips } = command;
  const market = state.market(conditionId);
  if (market === undefined) return refuse('unknown_market', { conditionId });
  if (market.status === 'resolved') return refuse('market_resolved', { conditionId, status: 'resolved' });
  if (market.status === 'closed') return refuse('market_closed', { conditionId, status: 'closed' });
  if (market.status !== 'active') return refuse('market_not_accepting', { conditionId, status: market.status });
  const broken = ruleBroken(market, rules, command) ?? tooMany(state, market, command) ?? quoteBroken(state, command);
  const refused = broken ?? fundsMissing(state, market, command);
  if (refused !== null) return refused;

  const order = newOrder(state, command, need(state, market, command));
  if (asks(command, 'quoted')) return placeQuoted(state, market, order);
  const isMarketable = crossing(state, order).length > 0;
  if (asks(command, 'postOnly') && isMarketable) return refuse('post_only_crosses', { pricePips });
  const delayed = isMarketable && market.terms.delayMillis > 0;
  const plan = planOf(state, order);
  if (!delayed && command.orderType === 'FOK' && plan.needsMoreFills)
    return refuse('fok_too_many_fills', { fillsMax: state.bounds.fillsMax });
  if (!delayed && command.orderType === 'FOK' && !plan.isWhole) return refuse('fok_not_filled', { pricePips });
  if (!delayed && command.orderType === 'FAK' && !plan.hasFill) return refuse('fak_no_match', { pricePips });

  state.priority += 1;
  state.orders.push(order);
  reportAccepted(state, order, delayed);
  if (delayed) {
    order.status = 'delayed';
    order.dueAt = unixMillis(command.at + market.terms.delayMillis);
  }
  const { fills, selfTrades } = delayed ? { fills: [], selfTrades: [] } : execute(state, market, order);
  const filled = fills.length > 0;
  return {
    type: 'placed',
    orderId: command.orderId,
    status: delayed ? 'delayed' : filled ? 'matched' : 'live',
    filledMicros: asSize(order.filled),
    filledUsdcMicros: asUsdc(order.usdc),
    feeMicros: asUsdc(fills.reduce((sum, fill) => sum + fill.takerFeeMicros, 0)),
    tradeNumber: filled ? state.tradeNumber : null,
    selfTradeOrderIds: selfTrades,
  };
}

/** Waits for its counterpart, or trades completely with the waiting order, at their price. */
function placeQuoted(state: NaiveState, market: NaiveMarket, order: NaiveOrder): Outcome {
  const { command } = order;
  const waiting = state.orders.find((each) => each.command.orderId === command.counterOrderId);
  state.priority += 1;
  state.orders.push(order);
  reportAccepted(state, order, waiting === undefined);
  const nothing = { filledMicros: asSize(0), filledUsdcMicros: asUsdc(0), feeMicros: asUsdc(0), tradeNumber: null };
  const placed = { type: 'placed', orderId: command.orderId, selfTradeOrderIds: [] } as const;
  if (waiting === undefined) {
    order.status = 'delayed';
    order.dueAt = unixMillis(command.at + state.bounds.approvalMillis);
    return { ...placed, status: 'delayed', ...nothing };
  }
  executePair(state, market, waiting, order);
  const filled = { filledMicros: asSize(order.filled), filledUsdcMicros: asUsdc(order.usdc), tradeNumber: state.tradeNumber };
  return { ...placed, status: 'matched', ...nothing, ...filled };
}

function quoteBroken(state: NaiveState, command: PlaceOrder): Rejected | null {
  if (!asks(command, 'quoted')) return null;
  const { counterOrderId, orderType, flags } = command;
  const counter = state.orders.find((each) => each.command.orderId === counterOrderId);
  const waits = counter !== undefined && counter.status === 'delayed' && asks(counter.command, 'quoted');
  if (counterOrderId !== undefined && !waits) {
    return refuse('quote_not_waiting', { counterOrderId, status: counter?.status ?? null });
  }
  if (['FOK', 'FAK'].includes(orderType) || flags !== 2 ** ORDER_FLAGS.indexOf('quoted'))
    return refuse('quote_mismatch', { orderType, flags });
  if (counter === undefined) return null;
  const { wallet, conditionId, sizeMicros } = counter.command;
  const fits =
    wallet !== command.wallet &&
    conditionId === command.conditionId &&
    sizeMicros === command.sizeMicros &&
    isBid(counter.command) !== isBid(command) &&
    inBook(counter.command) === inBook(command);
  return fits ? null : refuse('quote_mismatch', { counterOrderId: counter.command.orderId });
}

/** Uses division, so that it shares no optimisation with the exchange under test. */
function asks({ flags }: PlaceOrder, flag: OrderFlag): boolean {
  return Math.floor(flags / 2 ** ORDER_FLAGS.indexOf(flag)) % 2 === 1;
}

function newOrder(state: NaiveState, command: PlaceOrder, locked: number): NaiveOrder {
  const priority = state.priority + 1;
  const status = 'live';
  return { command, acceptedAt: command.at, priority, dueAt: null, filled: 0, usdc: 0, locked, status, closeReason: null };
}

function ruleBroken(market: NaiveMarket, rules: ExchangeRules, command: PlaceOrder): Rejected | null {
  const { pricePips, sizeMicros, orderType, expiresAt } = command;
  const { tickPips, minimumSizeMicros } = market.terms;
  const budgetMicros = budgetOf(command);
  const maximumPips = 10_000 - tickPips;
  if (pricePips < tickPips || pricePips > maximumPips) {
    return refuse('invalid_price', { pricePips, minimumPips: tickPips, maximumPips });
  }
  if (pricePips % tickPips !== 0) {
    return refuse('price_off_tick', { pricePips, tickPips, nearestPips: Math.round(pricePips / tickPips) * tickPips });
  }
  if (sizeMicros > MOST) return refuse('size_too_large', { sizeMicros, maximumMicros: MOST });
  if (budgetMicros !== null && budgetMicros > MOST) return refuse('size_too_large', { budgetMicros, maximumMicros: MOST });
  const isMarketSale = command.side === 'SELL' && (orderType === 'FOK' || orderType === 'FAK');
  const leastMicros = isMarketSale ? Math.min(LEAST_SHARES, minimumSizeMicros) : minimumSizeMicros;
  const minimumMicros = budgetMicros === null ? Math.max(1, leastMicros) : 1;
  if (sizeMicros < minimumMicros) return refuse('size_too_small', { sizeMicros, minimumMicros });
  if (budgetMicros !== null) {
    const least = Math.min(LEAST_BUDGET, ceilCost(Math.max(LEAST_SHARES, minimumSizeMicros), pricePips));
    if (budgetMicros < least) return refuse('size_too_small', { budgetMicros, minimumMicros: least });
  }
  const earliestMillis = command.at + rules.gtdMinimumMillis;
  if (orderType === 'GTD' && (expiresAt === null || expiresAt < earliestMillis || expiresAt <= command.at)) {
    return refuse('invalid_expiration', { expiresAtMillis: expiresAt, earliestMillis });
  }
  if (asks(command, 'postOnly') && (orderType === 'FOK' || orderType === 'FAK'))
    return refuse('post_only_order_type', { orderType });
  return null;
}

/** Whether the wallet already has too many open orders for another that may stay open. */
function tooMany(state: NaiveState, market: NaiveMarket, { wallet, orderType }: PlaceOrder): Rejected | null {
  if (['FOK', 'FAK'].includes(orderType) && market.terms.delayMillis === 0) return null;
  const { openOrdersMax, marketOrdersMax } = state.bounds;
  const all = state.open().filter((order) => order.command.wallet === wallet);
  if (all.length >= openOrdersMax) return refuse('too_many_open_orders', { open: all.length, maximum: openOrdersMax });
  const here = all.filter((order) => order.command.conditionId === market.conditionId).length;
  return here >= marketOrdersMax ? refuse('too_many_market_orders', { open: here, maximum: marketOrdersMax }) : null;
}

/** The funds that the order needs: its worst-case cost. */
function need(state: NaiveState, market: NaiveMarket, command: PlaceOrder): number {
  if (command.side === 'SELL') return command.sizeMicros;
  const budget = budgetOf(command);
  if (budget !== null) {
    const { steps } = planOf(state, newOrder(state, command, 0));
    return budget + roundedFee(steps.reduce((sum, { size, price }) => sum + exactFee(size, price, market.terms), 0n));
  }
  const makes = asks(command, 'postOnly') || (asks(command, 'quoted') && command.counterOrderId !== undefined);
  const fee = makes ? 0 : roundedFee(exactFee(command.sizeMicros, command.pricePips, market.terms));
  return ceilCost(command.sizeMicros, command.pricePips) + fee;
}

function fundsMissing(state: NaiveState, market: NaiveMarket, command: PlaceOrder): Rejected | null {
  const { wallet, side } = command;
  const conditionId = side === 'BUY' ? null : command.conditionId;
  const outcome = side === 'BUY' ? null : command.outcome;
  const haveMicros = state.total(wallet, conditionId, outcome);
  const lockedMicros = state.locked(wallet, conditionId, outcome);
  const needMicros = need(state, market, command);
  if (haveMicros - lockedMicros >= needMicros) return null;
  return refuse('not_enough_balance', { haveMicros, lockedMicros, needMicros });
}

function reportAccepted(state: NaiveState, order: NaiveOrder, delayed: boolean): void {
  const row = toOrderRow(order);
  const { orderId, wallet, conditionId, outcome, side, orderType, pricePips, sizeMicros, budgetMicros, expiresAt } = row;
  const about = { orderId, wallet, conditionId, outcome, side, orderType, pricePips, sizeMicros, budgetMicros, expiresAt };
  state.facts.push({ type: 'orderAccepted', at: state.now, ...about, delayed });
}
