import type { PricePips, SizeMicros, UsdcMicros } from '@foretell/units';
import { FeeMeter, ZERO_SIZE, ZERO_USDC, minus, plus, smaller, usdcMicros } from '../arithmetic';
import type { Fill, FillKind, Trade } from '../event';
import { NO_LEVEL } from '../book/level-pool';
import type { Market } from '../market/market';
import { closeOrder, retireOrder } from '../orders/end-order';
import type { Order, OrderPool } from '../orders/order-pool';
import { unboxed } from '../slots';
import type { State } from '../state';
import { TakerRemainder } from './taker-remainder';
import { costOfRest, makerUsdc, takerUsdc } from './payments';
import { settle } from './settlement';

/**
 * Matches the order against the book by price, then time, at the resting orders' prices, up to the fill limit of one execution.
 * Settles every fill. Cancels a resting order of the same wallet when reached, and adds it to `state.selfTrades`. Returns null
 * when nothing was filled. Whatever the order locked beyond its rest stays locked. Source: interface, Matching, Funds and Limits.
 */
export function match(state: State, taker: Order): Trade | null {
  const { orders, levels } = state;
  const market = state.marketOf(taker);
  const side = state.oppositeSide(taker);
  const limit = orders.bookPips(taker);
  const appetite = TakerRemainder.of(orders, taker);
  const meter = new FeeMeter(market);
  const { fillsMax } = state.rules.bounds;
  const fills: Fill[] = [];
  let sizeMicros = ZERO_SIZE;
  let usdc = ZERO_USDC;
  let fee = ZERO_USDC;
  if (state.selfTrades.length > 0) state.selfTrades.length = 0;
  while (fills.length < fillsMax) {
    const level = side.crossedBy(limit);
    if (level === NO_LEVEL) break;
    const maker = levels.first(level);
    const price = orders.ownOrBook(taker, levels.pricePips(level));
    const wanted = appetite.at(price);
    if (wanted === 0) break;
    if (orders.account(maker) === orders.account(taker)) {
      state.selfTrades.push(orders.orderId(maker));
      closeOrder(state, maker, 'self trade');
      continue;
    }
    const size = unboxed(smaller(wanted, orders.remainingMicros(maker)));
    const fill = fillOne(state, taker, maker, size, price, minus(usdcMicros(meter.add(size, price)), fee));
    market.lastTradePips = levels.pricePips(level);
    appetite.take(size, price);
    sizeMicros = plus(sizeMicros, size);
    usdc = plus(usdc, fill.takerUsdcMicros);
    fee = plus(fee, fill.takerFeeMicros);
    fills.push(fill);
  }
  return fills.length === 0 ? null : reported(state, taker, market, fills, sizeMicros, usdc, fee);
}

/**
 * Matches the two sides of an accepted quote completely, at the price that both state, without the book. Source:
 * docs/decisions/rfq.md.
 */
export function matchPair(state: State, taker: Order, maker: Order): Trade {
  const { orders } = state;
  const market = state.marketOf(taker);
  const size = unboxed(orders.remainingMicros(maker));
  const price = orders.pricePips(taker);
  const bookPips = orders.bookPips(maker);
  const fill = fillOne(state, taker, maker, size, price, usdcMicros(new FeeMeter(market).add(size, price)));
  market.lastTradePips = bookPips;
  return reported(state, taker, market, [fill], size, fill.takerUsdcMicros, fill.takerFeeMicros);
}

function fillOne(state: State, taker: Order, maker: Order, size: SizeMicros, price: PricePips, feeDue: UsdcMicros): Fill {
  const { orders } = state;
  const makerPart = makerUsdc(orders, maker, size);
  const takerPart = takerUsdc(orders, taker, size, price);
  orders.fill(taker, size, takerPart);
  const fee = smaller(feeDue, feeRoom(orders, taker, takerPart));
  orders.fill(maker, size, makerPart);
  const kind = fillKind(orders, taker, maker);
  settle(state, kind, { order: taker, usdc: takerPart, fee }, { order: maker, usdc: makerPart, fee: ZERO_USDC }, size);
  const level = state.links.level(maker);
  if (level !== NO_LEVEL) {
    state.levels.reduce(level, size);
    state.log.level(level);
  }
  const makerDone = orders.remainingMicros(maker) === 0;
  if (makerDone) retireOrder(state, maker, 'matched');
  else state.log.order(maker);
  return {
    kind,
    makerOrderId: orders.orderId(maker),
    makerWallet: state.accountOf(maker).wallet,
    makerOutcome: orders.outcome(maker),
    makerSide: orders.side(maker),
    makerPricePips: orders.pricePips(maker),
    sizeMicros: size,
    makerUsdcMicros: makerPart,
    takerUsdcMicros: takerPart,
    takerFeeMicros: fee,
    makerDone,
  };
}

function fillKind(orders: OrderPool, taker: Order, maker: Order): FillKind {
  if (orders.isBuy(taker) !== orders.isBuy(maker)) return 'transfer';
  return orders.isBuy(taker) ? 'mint' : 'merge';
}

/** The largest possible fee: for a BUY what is locked beyond the fill and the rest, for a SELL what it receives. */
function feeRoom(orders: OrderPool, taker: Order, takerPart: UsdcMicros): UsdcMicros {
  if (!orders.isBuy(taker)) return takerPart;
  const budget = orders.budgetMicros(taker);
  const rest = budget === null ? costOfRest(orders, taker) : minus(budget, orders.filledUsdcMicros(taker));
  return usdcMicros(orders.lockedMicros(taker) - takerPart - rest);
}

function reported(
  state: State,
  taker: Order,
  market: Market,
  fills: readonly Fill[],
  sizeMicros: SizeMicros,
  usdc: UsdcMicros,
  fee: UsdcMicros,
): Trade {
  const { orders } = state;
  state.tradeNumber += 1;
  state.log.market(market);
  state.log.order(taker);
  const trade: Trade = {
    type: 'trade',
    at: state.now,
    tradeNumber: state.tradeNumber,
    conditionId: market.conditionId,
    takerOrderId: orders.orderId(taker),
    takerWallet: state.accountOf(taker).wallet,
    takerOutcome: orders.outcome(taker),
    takerSide: orders.side(taker),
    takerOrderType: orders.orderType(taker),
    sizeMicros,
    usdcMicros: usdc,
    feeMicros: fee,
    feeRateBps: market.feeRateBps,
    fills,
  };
  state.log.event(trade);
  return trade;
}
