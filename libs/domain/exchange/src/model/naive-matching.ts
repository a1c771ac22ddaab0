import type { OrderId } from '../command';
import type { CloseReason, Fill, FillKind } from '../event';
import { asPrice, asSize, asUsdc, ceilCost, exactFee, floorCost, roundedFee, sizeFor } from './naive-arithmetic';
import { budgetOf, inBook, isBid, remaining } from './naive-state';
import type { NaiveMarket, NaiveOrder, NaiveState } from './naive-state';

const DUST = 10_000;

/** The resting orders that the order could trade with, in matching order. */
export function crossing(state: NaiveState, taker: NaiveOrder): NaiveOrder[] {
  const { command } = taker;
  const direction = isBid(command) ? 1 : -1;
  return state.orders
    .filter((order) => order.status === 'live' && order.command.conditionId === command.conditionId)
    .filter((order) => order !== taker && isBid(order.command) !== isBid(command))
    .filter((order) => direction * (inBook(command) - inBook(order.command)) >= 0)
    .sort((a, b) => direction * (inBook(a.command) - inBook(b.command)) || a.priority - b.priority);
}

interface Step {
  readonly maker: NaiveOrder;
  /** 0 = the maker belongs to the taker's wallet and is cancelled. */
  readonly size: number;
  readonly price: number;
}

/** The steps of a match. Stops before the next maker when the fill limit of one execution is reached. */
export function planOf(
  state: NaiveState,
  taker: NaiveOrder,
): { steps: Step[]; isWhole: boolean; hasFill: boolean; needsMoreFills: boolean } {
  const { command } = taker;
  const steps: Step[] = [];
  let shares = remaining(taker);
  let budget = budgetOf(command);
  const wants = (price: number): number => {
    if (budget === null) return shares;
    const affordable = sizeFor(budget, price);
    return affordable < DUST ? 0 : affordable;
  };
  let needsMoreFills = false;
  let fills = 0;
  for (const maker of crossing(state, taker)) {
    const price = command.outcome === 0 ? inBook(maker.command) : 10_000 - inBook(maker.command);
    if (wants(price) === 0) break;
    const isOwn = maker.command.wallet === command.wallet;
    if (fills === state.bounds.fillsMax && !isOwn) needsMoreFills = true;
    if (fills === state.bounds.fillsMax) continue;
    if (!isOwn) fills += 1;
    const size = isOwn ? 0 : Math.min(wants(price), remaining(maker));
    steps.push({ maker, size, price });
    if (budget === null) shares -= size;
    else budget -= ceilCost(size, price);
  }
  const hasFill = steps.some(({ size }) => size > 0);
  return { steps, hasFill, needsMoreFills, isWhole: hasFill && wants(command.pricePips) === 0 };
}

export function close(state: NaiveState, order: NaiveOrder, reason: CloseReason): void {
  const { orderId, wallet, conditionId } = order.command;
  order.locked = 0;
  order.status = reason === 'unfilled' && order.filled > 0 ? 'matched' : 'canceled';
  order.closeReason = reason;
  const unfilledMicros = asSize(remaining(order));
  state.facts.push({ type: 'orderClosed', at: state.now, orderId, wallet, conditionId, reason, unfilledMicros });
}

/** Matches, then closes or rests the order. Returns its fills and the wallet's own orders that it cancelled. */
export function execute(
  state: NaiveState,
  market: NaiveMarket,
  taker: NaiveOrder,
): { readonly fills: Fill[]; readonly selfTrades: OrderId[] } {
  const { steps, isWhole } = planOf(state, taker);
  const fills: Fill[] = [];
  const selfTrades: OrderId[] = [];
  const fee = { exact: 0n, charged: 0 };
  for (const { maker, size, price } of steps) {
    if (size === 0) {
      close(state, maker, 'self trade');
      selfTrades.push(maker.command.orderId);
    }
    if (size > 0) fills.push(fillOne(state, market, taker, maker, size, price, fee));
  }
  if (fills.length > 0) report(state, market, taker, fills);
  taker.status = 'live';
  if (isWhole) {
    taker.status = 'matched';
    taker.locked = 0;
  } else if (taker.command.orderType === 'FOK' || taker.command.orderType === 'FAK') {
    close(state, taker, 'unfilled');
  } else if (crossing(state, taker).length > 0) {
    taker.status = 'delayed';
    taker.dueAt = state.now;
  } else if (taker.command.side === 'BUY') {
    taker.locked = ceilCost(remaining(taker), taker.command.pricePips);
  }
  return { fills, selfTrades };
}

/** The two sides of an accepted quote against each other. */
export function executePair(state: NaiveState, market: NaiveMarket, taker: NaiveOrder, maker: NaiveOrder): void {
  const fee = { exact: 0n, charged: 0 };
  const fill = fillOne(state, market, taker, maker, maker.command.sizeMicros, taker.command.pricePips, fee);
  report(state, market, taker, [fill]);
  taker.status = 'matched';
  taker.locked = 0;
}

function fillOne(
  state: NaiveState,
  market: NaiveMarket,
  taker: NaiveOrder,
  maker: NaiveOrder,
  size: number,
  price: number,
  fee: { exact: bigint; charged: number },
): Fill {
  const kind: FillKind = taker.command.side !== maker.command.side ? 'transfer' : taker.command.side === 'BUY' ? 'mint' : 'merge';
  const makerUsdc = maker.command.side === 'BUY' ? released(maker, size) : floorCost(size, maker.command.pricePips);
  const takerUsdc = takerPart(taker, size, price);
  fee.exact += exactFee(size, price, market.terms);
  const due = roundedFee(fee.exact) - fee.charged;
  const feeMicros = Math.min(due, roomForFee(taker, size, takerUsdc));
  fee.charged += feeMicros;
  const flow = pay(state, taker, size, takerUsdc, feeMicros) + pay(state, maker, size, makerUsdc, 0);
  const minted = kind === 'mint' ? size : kind === 'merge' ? -size : 0;
  if (flow < minted) throw new Error('money from nothing');
  market.collateral += minted;
  market.lastTradePips = asPrice(inBook(maker.command));
  state.fees += flow - minted;
  const makerDone = remaining(maker) === 0;
  if (makerDone) maker.status = 'matched';
  return {
    kind,
    makerOrderId: maker.command.orderId,
    makerWallet: maker.command.wallet,
    makerOutcome: maker.command.outcome,
    makerSide: maker.command.side,
    makerPricePips: asPrice(maker.command.pricePips),
    sizeMicros: asSize(size),
    makerUsdcMicros: asUsdc(makerUsdc),
    takerUsdcMicros: asUsdc(takerUsdc),
    takerFeeMicros: asUsdc(feeMicros),
    makerDone,
  };
}

/** The part of a BUY's lock, at its own limit, that is not needed after the fill. */
function released(order: NaiveOrder, size: number): number {
  const left = remaining(order);
  return ceilCost(left, order.command.pricePips) - ceilCost(left - size, order.command.pricePips);
}

function takerPart(taker: NaiveOrder, size: number, price: number): number {
  if (taker.command.side === 'SELL') return floorCost(size, price);
  if (budgetOf(taker.command) !== null) return ceilCost(size, price);
  return released(taker, size) - floorCost(size, taker.command.pricePips - price);
}

function roomForFee(taker: NaiveOrder, size: number, takerUsdc: number): number {
  if (taker.command.side === 'SELL') return takerUsdc;
  const budget = budgetOf(taker.command);
  const forRest = budget === null ? ceilCost(remaining(taker) - size, taker.command.pricePips) : budget - taker.usdc - takerUsdc;
  return taker.locked - takerUsdc - forRest;
}

/** Moves one side's part; returns what it paid in. */
function pay(state: NaiveState, order: NaiveOrder, size: number, usdc: number, fee: number): number {
  const { wallet, conditionId, outcome, side } = order.command;
  order.filled += size;
  order.usdc += usdc;
  const cash = side === 'BUY' ? usdc + fee : fee - usdc;
  state.change(wallet, null, null, -cash);
  state.change(wallet, conditionId, outcome, side === 'BUY' ? size : -size);
  order.locked -= side === 'BUY' ? cash : size;
  return cash;
}

function report(state: NaiveState, market: NaiveMarket, taker: NaiveOrder, fills: Fill[]): void {
  const { orderId, wallet, conditionId, outcome, side, orderType } = taker.command;
  const sum = (of: (fill: Fill) => number): number => fills.reduce((total, fill) => total + of(fill), 0);
  state.tradeNumber += 1;
  state.facts.push({
    type: 'trade',
    at: state.now,
    tradeNumber: state.tradeNumber,
    conditionId,
    takerOrderId: orderId,
    takerWallet: wallet,
    takerOutcome: outcome,
    takerSide: side,
    takerOrderType: orderType,
    sizeMicros: asSize(sum((fill) => fill.sizeMicros)),
    usdcMicros: asUsdc(sum((fill) => fill.takerUsdcMicros)),
    feeMicros: asUsdc(sum((fill) => fill.takerFeeMicros)),
    feeRateBps: market.terms.feeRateBps,
    fills,
  });
}
