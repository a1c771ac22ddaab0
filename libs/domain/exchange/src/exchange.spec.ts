import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { NO_FLAGS, type Command, type PlaceOrder } from './command';
import { createExchange, ExchangeRestoration, restoreExchange } from './create-exchange';
import { USUAL_BOUNDS, type Exchange } from './exchange';
import { CLOSED_ORDERS_MAX } from './orders/order-registry';
import { applyWhole } from './unfinished';

const RULES = { gtdMinimumMillis: 0, bounds: { ...USUAL_BOUNDS, openOrdersMax: 10_000, marketOrdersMax: 10_000 } };
const at = unixMillis(10);
const TERMS = { tickPips: 100, minimumSizeMicros: sizeMicros(0), feeRateBps: 0, feeExponent: 1, delayMillis: 0 };
const MARKET: Command = { type: 'openMarket', at, conditionId: 'm', ...TERMS, acceptingOrders: true };

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
  sizeMicros: sizeMicros(1_000_000),
  budgetMicros: null,
  flags: NO_FLAGS,
  expiresAt: null,
  ...terms,
});

function opened(): Exchange {
  const exchange = createExchange(RULES);
  exchange.apply(MARKET);
  exchange.apply({ type: 'credit', at, wallet: 'w', amountMicros: usdcMicros(1_000_000_000) });
  return exchange;
}

describe('the exchange', () => {
  it('refuses splits and merges while the steps of a resolution pay the holders', () => {
    const exchange = createExchange({ ...RULES, bounds: { ...RULES.bounds, stepMax: 1 } });
    exchange.apply(MARKET);
    for (const wallet of ['v', 'w']) {
      exchange.apply({ type: 'credit', at, wallet, amountMicros: usdcMicros(10) });
      exchange.apply({ type: 'splitPosition', at, wallet, conditionId: 'm', sizeMicros: sizeMicros(5) });
    }
    const resolve: Command = { type: 'resolveMarket', at, conditionId: 'm', resolution: 'outcome0' };
    expect(exchange.apply(resolve)).toMatchObject({ type: 'unfinished' });
    for (const type of ['splitPosition', 'mergePosition'] as const)
      expect(exchange.apply({ type, at, wallet: 'v', conditionId: 'm', sizeMicros: sizeMicros(5) })).toMatchObject({
        type: 'rejected',
        reason: 'market_resolved',
      });
    applyWhole(exchange, resolve);
    exchange.checkInvariants();
    for (const wallet of ['v', 'w']) expect(exchange.balance(wallet, null)).toMatchObject({ availableMicros: 10 });
  });

  it('N8: a resolution that pays nobody only closes a market in which shares are held', () => {
    const unheld: Command = { type: 'resolveMarket', at, conditionId: 'm', resolution: 'outcome0', unheldOnly: true };
    const held = opened();
    held.apply({ type: 'splitPosition', at, wallet: 'w', conditionId: 'm', sizeMicros: sizeMicros(5) });
    expect(held.apply(unheld)).toEqual({ type: 'done' });
    expect(held.snapshot().markets).toMatchObject([{ status: 'closed', resolution: null, collateralMicros: 5 }]);
    const empty = opened();
    empty.apply(unheld);
    expect(empty.snapshot().markets).toMatchObject([{ status: 'resolved', resolution: 'outcome0' }]);
  });

  it('throws when time goes back', () => {
    expect(() => opened().apply({ type: 'advanceTime', at: unixMillis(9) })).toThrow('Time went back from 10 to 9.');
  });

  it('drains nothing when nothing happened', () => {
    const exchange = opened();
    const first = exchange.drain();
    expect(first.changes.stateHash).toMatch(/^2:[0-9a-f]{32}$/);
    const { facts: events, changes } = exchange.drain();
    expect(events).toEqual([]);
    expect(changes).toEqual({ ...first.changes, markets: [], balances: [], orders: [], levels: [], quotes: [] });
  });

  it('drains each changed subject once, with its newest content', () => {
    const exchange = opened();
    exchange.drain();
    exchange.apply(order('a'));
    exchange.apply(order('b'));
    exchange.apply({ type: 'cancelOrder', at, orderId: 'a', wallet: 'w' });
    const { changes } = exchange.drain();
    expect(changes.orders.map((row) => [row.orderId, row.status])).toEqual([
      ['a', 'canceled'],
      ['b', 'live'],
    ]);
    expect(changes.balances).toEqual([
      { wallet: 'w', conditionId: null, outcome: null, availableMicros: 999_500_000, lockedMicros: 500_000 },
    ]);
    expect(changes.levels).toEqual([{ conditionId: 'm', side: 'bid', pricePips: 5_000, sizeMicros: 1_000_000 }]);
    expect(changes.quotes).toEqual([{ conditionId: 'm', bestBidPips: 5_000, bestAskPips: null, lastTradePips: null }]);
    expect(changes.totals).toMatchObject({ priority: 2, tradeNumber: 0, at: 10 });
  });

  it('drains a level that came and went as gone', () => {
    const exchange = opened();
    exchange.apply(order('a'));
    exchange.drain();
    exchange.apply({ type: 'cancelOrder', at, orderId: 'a', wallet: 'w' });
    expect(exchange.drain().changes.levels).toEqual([{ conditionId: 'm', side: 'bid', pricePips: 5_000, sizeMicros: 0 }]);
  });

  it('returns the time of the next due event', () => {
    const exchange = opened();
    expect(exchange.nextDueAt()).toBeNull();
    exchange.apply(order('late', { orderType: 'GTD', expiresAt: unixMillis(90) }));
    exchange.apply(order('soon', { orderType: 'GTD', expiresAt: unixMillis(50) }));
    expect(exchange.nextDueAt()).toBe(50);
    exchange.apply({ type: 'cancelOrder', at, orderId: 'soon', wallet: 'w' });
    expect(exchange.nextDueAt()).toBe(90);
    exchange.apply({ type: 'advanceTime', at: unixMillis(200) });
    expect(exchange.drain().facts.at(-1)).toMatchObject({ type: 'orderClosed', orderId: 'late', reason: 'expired', at: 90 });
    expect(exchange.nextDueAt()).toBeNull();
  });

  it('queues an order whose delay is over before orders that came during the delay', () => {
    const exchange = opened();
    exchange.apply({ type: 'setMarketTerms', at, conditionId: 'm', ...TERMS, delayMillis: 50 });
    exchange.apply({ type: 'splitPosition', at, wallet: 'w', conditionId: 'm', sizeMicros: sizeMicros(9_000_000) });
    exchange.apply(order('ask', { side: 'SELL' }));
    expect(exchange.apply(order('waited'))).toMatchObject({ status: 'delayed' });
    exchange.apply({ type: 'cancelOrder', at, orderId: 'ask', wallet: 'w' });
    exchange.apply(order('came later'));
    exchange.apply({ type: 'advanceTime', at: unixMillis(60) });
    exchange.apply({ type: 'credit', at: unixMillis(60), wallet: 'v', amountMicros: usdcMicros(9_000_000) });
    exchange.apply({
      type: 'splitPosition',
      at: unixMillis(60),
      wallet: 'v',
      conditionId: 'm',
      sizeMicros: sizeMicros(9_000_000),
    });
    exchange.apply(order('taker', { at: unixMillis(60), wallet: 'v', side: 'SELL' }));
    exchange.apply({ type: 'advanceTime', at: unixMillis(200) });
    expect(['waited', 'came later'].map((orderId) => exchange.order(orderId)?.status)).toEqual(['matched', 'live']);
    exchange.checkInvariants();
  });

  it('remembers the last closed orders and forgets older ones', () => {
    const exchange = opened();
    const placeAndCancel = (orderId: string): void => {
      exchange.apply(order(orderId));
      exchange.apply({ type: 'cancelOrder', at, orderId, wallet: 'w' });
    };
    for (let i = 0; i < CLOSED_ORDERS_MAX; i += 1) placeAndCancel(`o${i}`);
    exchange.drain();
    expect(exchange.apply(order('o0'))).toMatchObject({ reason: 'duplicate_order', details: { status: 'canceled' } });
    placeAndCancel('one more');
    exchange.drain();
    expect(exchange.order('o0')).toBeUndefined();
    expect(exchange.order('o1')?.closeReason).toBe('canceled');
    expect(exchange.apply(order('o0'))).toMatchObject({ type: 'placed' });
  });

  it('remembers every order closed since the last drain, without a limit', () => {
    const exchange = opened();
    const total = CLOSED_ORDERS_MAX + 100;
    for (let i = 0; i < total; i += 1) exchange.apply(order(`o${i}`, { sizeMicros: sizeMicros(2) }));
    applyWhole(exchange, { type: 'cancelOrders', at, wallet: 'w', conditionId: null, outcome: null });
    exchange.drain();
    expect(exchange.order('o0')?.status).toBe('canceled');
    exchange.drain();
    const known = Array.from({ length: total }, (_, i) => i).filter((i) => exchange.order(`o${i}`)?.orderId === `o${i}`);
    expect(known).toEqual(Array.from({ length: CLOSED_ORDERS_MAX }, (_, i) => i + 100));
  });

  it('keeps thousands of expiries in order when most of them are cancelled', () => {
    const exchange = opened();
    const expiries: number[] = [];
    for (let i = 0; i < 6_000; i += 1) {
      const expiresAt = 1_000 + ((i * 7_919) % 5_003);
      exchange.apply(order(`o${i}`, { orderType: 'GTD', expiresAt: unixMillis(expiresAt), sizeMicros: sizeMicros(2) }));
      if (i % 4 === 0) expiries.push(expiresAt);
      else exchange.apply({ type: 'cancelOrder', at, orderId: `o${i}`, wallet: 'w' });
    }
    exchange.drain();
    applyWhole(exchange, { type: 'advanceTime', at: unixMillis(10_000) });
    const times = exchange.drain().facts.map((event) => event.at);
    expect(times).toEqual(expiries.sort((a, b) => a - b));
  });

  it('is restored from an empty snapshot as it was created', () => {
    const empty = createExchange(RULES);
    expect(restoreExchange(empty.snapshot(), RULES).stateHash()).toBe(empty.stateHash());
  });

  it('restored row by row equals restored from all rows at once, and continues alike', () => {
    const exchange = opened();
    for (let number = 0; number < 11_000; number += 1) {
      exchange.apply({ type: 'credit', at, wallet: `w${number}`, amountMicros: usdcMicros(1_000_000) });
    }
    exchange.apply(order('a'));
    exchange.drain();
    const { markets, balances, orders, totals } = exchange.snapshot();
    const restoration = new ExchangeRestoration(totals, RULES);
    restoration.expect({ accounts: 2_000, positions: 3_000, orders: 5_000 });
    const numbers = new Map(markets.map((row) => [row.conditionId, restoration.market(row)]));
    for (const { wallet, conditionId, outcome, availableMicros, lockedMicros } of balances) {
      const account = restoration.account(wallet);
      if (conditionId === null || outcome === null) restoration.collateral(account, availableMicros, lockedMicros);
      else restoration.tokens(account, numbers.get(conditionId) ?? -1, outcome, availableMicros, lockedMicros);
    }
    orders.forEach((row) => restoration.openOrder(row));
    const { exchange: restored, stateHash } = restoration.finish();
    expect(stateHash).toBe(restored.stateHash());
    expect(restored.stateHash()).toBe(exchange.stateHash());
    expect(restored.drain().facts).toEqual([]);
    for (const each of [restored, exchange]) each.apply(order('b'));
    expect(restored.drain()).toEqual(exchange.drain());
    restored.checkInvariants();
  });

  it('refuses credits beyond the largest total that it can count', () => {
    const exchange = createExchange(RULES);
    const billion = usdcMicros(1_000_000_000_000_000);
    const outcomes = Array.from({ length: 10 }, (_, i) =>
      exchange.apply({ type: 'credit', at, wallet: `w${i}`, amountMicros: billion }),
    );
    expect(outcomes.filter(({ type }) => type === 'done')).toHaveLength(8);
    expect(outcomes.at(-1)).toMatchObject({ type: 'rejected', reason: 'size_too_large' });
  });

  it('refuses rows that name an unknown market', () => {
    const exchange = opened();
    exchange.apply(order('a'));
    const snapshot = { ...exchange.snapshot(), markets: [] };
    expect(() => restoreExchange(snapshot, RULES)).toThrow('A row names market m, which has no row.');
  });

  it('detects collateral without a credit', () => {
    const snapshot = opened().snapshot();
    const balances = snapshot.balances.map((row) => ({ ...row, availableMicros: row.availableMicros + 1 }));
    const forged = restoreExchange({ ...snapshot, balances }, RULES);
    expect(() => forged.checkInvariants()).toThrow(
      'Credits less debits are 1000000000 micros, but 1000000001 are accounted for.',
    );
    expect(forged.stateHash()).not.toBe(opened().stateHash());
  });

  it('detects locks that no order needs', () => {
    const snapshot = opened().snapshot();
    const balances = snapshot.balances.map((row) => ({ ...row, availableMicros: row.availableMicros - 5, lockedMicros: 5 }));
    expect(() => restoreExchange({ ...snapshot, balances }, RULES).checkInvariants()).toThrow(
      'w has 5 micros locked, but its orders lock 0.',
    );
  });
});
