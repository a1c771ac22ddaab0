import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { NO_FLAGS, type Command, type PlaceOrder, type Side } from '../command';
import { createExchange, restoreExchange } from '../create-exchange';
import { USUAL_BOUNDS, type Exchange, type ExchangeRules } from '../exchange';
import { applyWhole } from '../unfinished';

const RULES: ExchangeRules = { gtdMinimumMillis: 60_000, bounds: USUAL_BOUNDS };
const AT = unixMillis(1_000_000);
const MARKET = `0x${'ab'.repeat(32)}`;
const TAKER = 'taker';
const RUNS = 20;
const BATCH = 15;

export interface DryRunTimes {
  /** One order that trades with the best order, in milliseconds. */
  readonly oneMillis: number;
  /** Fifteen orders that each have the largest allowed number of fills, in milliseconds. */
  readonly worstMillis: number;
  /** Restoring the complete state, as the dry run of a market once did, in milliseconds. */
  readonly wholeMillis: number;
}

/** CPU time of the work, in milliseconds. */
export type Timed = (work: () => void) => number;

/** Measures dry runs with `openOrders` open orders in one market, 1,000 per wallet. */
export function dryRunTimes(openOrders: number, timed: Timed): DryRunTimes {
  const exchange = filled(openOrders);
  const one = [order(0, 'BUY', 5_000)];
  const worst = Array.from({ length: BATCH }, (_, index) => order(index, 'BUY', 9_000, USUAL_BOUNDS.fillsMax * 10));
  return {
    oneMillis: median(timed, () => rehearse(exchange, one)),
    worstMillis: median(timed, () => rehearse(exchange, worst)),
    wholeMillis: timed(() => restoreExchange(exchange.snapshot(), RULES)),
  };
}

function filled(openOrders: number): Exchange {
  const exchange = createExchange(RULES);
  const done = (command: Command): void => {
    const outcome = applyWhole(exchange, command);
    if (outcome.type === 'rejected') throw new Error(`The benchmark cannot open: ${outcome.reason}.`);
  };
  const terms = { tickPips: 10, minimumSizeMicros: sizeMicros(1), feeRateBps: 0, feeExponent: 1, delayMillis: 0 };
  done({ type: 'openMarket', at: AT, conditionId: MARKET, ...terms, acceptingOrders: true });
  done({ type: 'credit', at: AT, wallet: TAKER, amountMicros: usdcMicros(900_000_000_000_000) });
  for (let index = 0; index < openOrders; index += 1) {
    const wallet = `maker ${Math.floor(index / USUAL_BOUNDS.marketOrdersMax)}`;
    if (index % USUAL_BOUNDS.marketOrdersMax === 0) {
      done({ type: 'credit', at: AT, wallet, amountMicros: usdcMicros(100_000_000_000) });
      done({ type: 'splitPosition', at: AT, wallet, conditionId: MARKET, sizeMicros: sizeMicros(50_000_000_000) });
    }
    const isBuy = index % 2 === 0;
    const pips = isBuy ? 4_000 - 10 * (index % 300) : 5_000 + 10 * (index % 300);
    done({ ...order(index, isBuy ? 'BUY' : 'SELL', pips), orderId: `resting ${index}`, wallet });
    if (index % 1_000 === 0) exchange.drain();
  }
  exchange.drain();
  return exchange;
}

/** An order of `tens` times ten shares. */
function order(index: number, side: Side, pips: number, tens = 1): PlaceOrder {
  return {
    type: 'placeOrder',
    at: AT,
    orderId: `order ${index}`,
    wallet: TAKER,
    conditionId: MARKET,
    outcome: 0,
    side,
    orderType: 'GTC',
    pricePips: pricePips(pips),
    sizeMicros: sizeMicros(tens * 10_000_000),
    budgetMicros: null,
    flags: NO_FLAGS,
    expiresAt: null,
  };
}

function rehearse(exchange: Exchange, orders: readonly PlaceOrder[]): void {
  const { snapshot, recentlyClosed } = exchange.excerpt(orders, AT);
  const part = restoreExchange(snapshot, RULES, recentlyClosed);
  for (const each of orders) {
    if (applyWhole(part, each).type === 'rejected') throw new Error('The benchmark’s orders are rejected.');
  }
}

function median(timed: Timed, work: () => void): number {
  const times = Array.from({ length: RUNS }, () => timed(work)).sort((a, b) => a - b);
  return times[RUNS >> 1] ?? 0;
}
