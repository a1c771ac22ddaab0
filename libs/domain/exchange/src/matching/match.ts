import type { PricePips, SizeMicros, UsdcMicros } from '@foretell/units';
import { ZERO_SIZE, ZERO_USDC, minus, plus, smaller, usdcMicros } from '../arithmetic';
import type { Fill, FillKind, Trade } from '../fact';
import { closeOrder, retireOrder } from '../orders/close-order';
import type { Order } from '../orders/order';
import type { State } from '../state';
import { Appetite } from './appetite';
import { FeeMeter } from './fee-meter';
import { costOfRest, makerUsdc, takerUsdc } from './payments';
import { settle } from './settlement';

/**
 * Matches the order against the book by price, then time, at the resting orders' prices, and moves the money of every
 * fill. A resting order of the same wallet is cancelled when it is met. Answers null when nothing was filled; whatever
 * the order locked beyond its rest stays locked. Source: decisions, Matching and Funds.
 */
export function match(state: State, taker: Order): Trade | null {
  const appetite = new Appetite(taker);
  const meter = new FeeMeter(taker.market.takerFeeBps);
  const fills: Fill[] = [];
  let sizeMicros = ZERO_SIZE;
  let usdc = ZERO_USDC;
  let fee = ZERO_USDC;
  for (;;) {
    const level = taker.opposite.crossedBy(taker.bookPips);
    const maker = level === null ? null : level.first;
    if (level === null || maker === null) break;
    const price = taker.ownOrBook(level.pricePips);
    const wanted = appetite.at(price);
    if (wanted === 0) break;
    if (maker.account === taker.account) {
      closeOrder(state, maker, 'self trade');
      continue;
    }
    const size = smaller(wanted, maker.remainingMicros);
    const fill = fillOne(state, taker, maker, size, price, minus(usdcMicros(meter.add(size, price)), fee));
    appetite.take(size, price);
    sizeMicros = plus(sizeMicros, size);
    usdc = plus(usdc, fill.takerUsdcMicros);
    fee = plus(fee, fill.takerFeeMicros);
    fills.push(fill);
  }
  return fills.length === 0 ? null : reported(state, taker, fills, sizeMicros, usdc, fee);
}

function fillOne(state: State, taker: Order, maker: Order, size: SizeMicros, price: PricePips, feeDue: UsdcMicros): Fill {
  const makerPart = makerUsdc(maker, size);
  const takerPart = takerUsdc(taker, size, price);
  advance(taker, size, takerPart);
  const fee = smaller(feeDue, feeRoom(taker, takerPart));
  advance(maker, size, makerPart);
  const kind = fillKind(taker, maker);
  settle(state, kind, { order: taker, usdc: takerPart, fee }, { order: maker, usdc: makerPart, fee: ZERO_USDC }, size);
  const { level } = maker;
  if (level !== null) {
    level.sizeMicros -= size;
    state.log.level(level);
  }
  taker.market.lastTradePips = maker.bookPips;
  const makerDone = maker.remainingMicros === 0;
  if (makerDone) retireOrder(state, maker, 'matched');
  else state.log.order(maker);
  return {
    kind,
    makerOrderId: maker.orderId,
    makerWallet: maker.account.wallet,
    makerOutcome: maker.outcome,
    makerSide: maker.side,
    makerPricePips: maker.pricePips,
    sizeMicros: size,
    makerUsdcMicros: makerPart,
    takerUsdcMicros: takerPart,
    takerFeeMicros: fee,
    makerDone,
  };
}

function fillKind(taker: Order, maker: Order): FillKind {
  if (taker.isBuy !== maker.isBuy) return 'transfer';
  return taker.isBuy ? 'mint' : 'merge';
}

function advance(order: Order, size: SizeMicros, usdc: UsdcMicros): void {
  order.filledMicros = plus(order.filledMicros, size);
  order.filledUsdcMicros = plus(order.filledUsdcMicros, usdc);
  // A budget may buy more shares than its order names.
  order.remainingMicros = size < order.remainingMicros ? minus(order.remainingMicros, size) : ZERO_SIZE;
}

/** The most a fee may be: what a BUY has locked beyond the fill and its rest, what a SELL receives. */
function feeRoom(taker: Order, takerPart: UsdcMicros): UsdcMicros {
  if (!taker.isBuy) return takerPart;
  const rest = taker.budgetMicros === null ? costOfRest(taker) : minus(taker.budgetMicros, taker.filledUsdcMicros);
  return usdcMicros(taker.lockedMicros - takerPart - rest);
}

function reported(
  state: State,
  taker: Order,
  fills: readonly Fill[],
  sizeMicros: SizeMicros,
  usdc: UsdcMicros,
  fee: UsdcMicros,
): Trade {
  state.tradeNumber += 1;
  state.log.market(taker.market);
  state.log.order(taker);
  const trade: Trade = {
    type: 'trade',
    at: state.now,
    tradeNumber: state.tradeNumber,
    conditionId: taker.market.conditionId,
    takerOrderId: taker.orderId,
    takerWallet: taker.account.wallet,
    takerOutcome: taker.outcome,
    takerSide: taker.side,
    takerOrderType: taker.orderType,
    sizeMicros,
    usdcMicros: usdc,
    feeMicros: fee,
    feeRateBps: taker.market.takerFeeBps,
    fills,
  };
  state.log.fact(trade);
  return trade;
}
