import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { NO_FLAGS, type PlaceOrder } from './command';
import { createExchange, restoreExchange } from './create-exchange';
import type { Exchange } from './exchange';
import { CLOSED_ORDERS_MAX } from './orders/order-registry';
import { USUAL_BOUNDS } from './exchange';

const RULES = { gtdMinimumMillis: 0, bounds: USUAL_BOUNDS };
const at = unixMillis(10);
const DELAY_MILLIS = 1_000;

const order = (orderId: string, terms: Partial<PlaceOrder> = {}): PlaceOrder => ({
  type: 'placeOrder',
  at,
  orderId,
  wallet: 'w',
  conditionId: 'm',
  outcome: 0,
  side: 'BUY',
  orderType: 'GTC',
  pricePips: pricePips(5_000),
  sizeMicros: sizeMicros(1_000),
  budgetMicros: null,
  flags: NO_FLAGS,
  expiresAt: null,
  ...terms,
});

function fund(exchange: Exchange, wallet: string): void {
  exchange.apply({ type: 'credit', at, wallet, amountMicros: usdcMicros(1_000_000) });
  exchange.apply({ type: 'splitPosition', at, wallet, conditionId: 'm', sizeMicros: sizeMicros(400_000) });
}

function opened(): Exchange {
  const exchange = createExchange(RULES);
  const terms = { tickPips: 1, minimumSizeMicros: sizeMicros(0), feeRateBps: 0, feeExponent: 1, delayMillis: DELAY_MILLIS };
  exchange.apply({ type: 'openMarket', at, conditionId: 'm', acceptingOrders: true, ...terms });
  fund(exchange, 'w');
  fund(exchange, 'v');
  return exchange;
}

/** The hash from rows alone, of an exchange that never used a slot. */
function freshHash(exchange: Exchange): string {
  return restoreExchange(exchange.snapshot(), RULES).stateHash();
}

describe('the slots of the exchange', () => {
  it('reuse: a new order has nothing of the forgotten order in its slot', () => {
    const exchange = opened();
    exchange.apply(order('ask', { wallet: 'v', side: 'SELL' }));
    expect(exchange.apply(order('delayed'))).toMatchObject({ status: 'delayed' });
    const later = unixMillis(at + DELAY_MILLIS);
    exchange.apply(order('timed', { at: later, orderType: 'GTD', expiresAt: unixMillis(50_000), pricePips: pricePips(3) }));
    exchange.apply(order('earlier', { at: later, orderType: 'GTD', expiresAt: unixMillis(40_000), pricePips: pricePips(2) }));
    exchange.drain();
    exchange.apply({ type: 'cancelOrder', at: later, orderId: 'timed', wallet: 'w' });
    for (let i = 0; i < CLOSED_ORDERS_MAX; i += 1) {
      exchange.apply(order(`o${i}`, { at: later }));
      exchange.apply({ type: 'cancelOrder', at: later, orderId: `o${i}`, wallet: 'w' });
    }
    exchange.drain();
    exchange.drain();
    expect(['delayed', 'timed', 'o0'].map((orderId) => exchange.order(orderId)?.status)).toEqual([
      undefined,
      undefined,
      'canceled',
    ]);

    const ids = Array.from({ length: 10 }, (_, i) => `new${i}`);
    for (const orderId of ids) exchange.apply(order(orderId, { at: later }));
    exchange.apply({ type: 'advanceTime', at: unixMillis(60_000) });
    for (const orderId of ids) expect(exchange.order(orderId)).toMatchObject({ status: 'live', dueAt: null, closeReason: null });
    exchange.checkInvariants();
    expect(exchange.drain().changes.stateHash).toBe(freshHash(exchange));
  });

  it('stay distinct with thousands of wallets, each with its own price', () => {
    const exchange = opened();
    const wallets = Array.from({ length: 3_000 }, (_, i) => `wallet ${i}`);
    for (const wallet of wallets) fund(exchange, wallet);
    wallets.forEach((wallet, i) => {
      exchange.apply(order(`of ${wallet}`, { wallet, side: 'SELL', pricePips: pricePips(5_001 + ((i * 7) % 3_000)) }));
    });
    const { changes } = exchange.drain();
    expect(changes.levels).toHaveLength(3_000);
    expect(new Set(changes.levels.map((row) => row.pricePips)).size).toBe(3_000);
    expect(changes.levels.every((row) => row.side === 'ask' && row.sizeMicros === 1_000)).toBe(true);
    expect(changes.quotes).toMatchObject([{ bestBidPips: null, bestAskPips: 5_001 }]);
    const tokens = changes.balances.filter((row) => row.outcome === 0 && row.wallet.startsWith('wallet'));
    expect(tokens.map((row) => [row.wallet, row.availableMicros, row.lockedMicros])).toEqual(
      wallets.map((wallet) => [wallet, 399_000, 1_000]),
    );
    exchange.checkInvariants();
    expect(changes.stateHash).toBe(freshHash(exchange));
  });
});
