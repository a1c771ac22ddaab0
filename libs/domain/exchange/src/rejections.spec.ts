import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { NO_FLAGS, flagBit, type PlaceOrder } from './command';
import type { ExchangeRules } from './exchange';
import { fastExchange } from './model/checked-exchange';
import type { CheckedExchange } from './model/naive-exchange';
import { NaiveExchange } from './model/naive-exchange';
import { REJECT_REASONS } from './outcome';
import type { RejectReason } from './outcome';
import {
  AT,
  CANCEL_ROWS,
  COUNT_ROWS,
  FILLS_ROWS,
  FOK,
  QUOTE_ROWS,
  RULES,
  SETTING,
  USDC,
  credit,
  open,
  place,
  type Row,
} from './model/rejection-setting';
import { RESOLUTION_ROWS } from './model/resolution-rows';

const TABLE: readonly Row[] = [
  {
    reason: 'duplicate_order',
    because: 'an order of this id is open',
    command: place({ orderId: 'resting', conditionId: 'nowhere', pricePips: pricePips(1) }),
    details: { orderId: 'resting', status: 'live' },
  },
  {
    reason: 'unknown_market',
    because: 'the market does not exist',
    command: place({ conditionId: 'nowhere', pricePips: pricePips(1) }),
    details: { conditionId: 'nowhere' },
  },
  {
    reason: 'unknown_market',
    because: 'the market to pause does not exist',
    command: { type: 'pauseMarket', at: AT, conditionId: 'nowhere' },
    details: { conditionId: 'nowhere' },
  },
  {
    reason: 'market_exists',
    because: 'the market is open already',
    command: open('active', { tickPips: 7 }),
    details: { conditionId: 'active' },
  },
  {
    reason: 'market_resolved',
    because: 'the market was paid out',
    command: place({ conditionId: 'resolved', pricePips: pricePips(1) }),
    details: { conditionId: 'resolved', status: 'resolved' },
  },
  {
    reason: 'market_resolved',
    because: 'sets of a resolved market are worthless',
    command: { type: 'splitPosition', at: AT, wallet: 'bob', conditionId: 'resolved', sizeMicros: sizeMicros(0) },
    details: { conditionId: 'resolved', status: 'resolved' },
  },
  {
    reason: 'market_closed',
    because: 'a closed market does not reopen',
    command: place({ conditionId: 'closed', pricePips: pricePips(1) }),
    details: { conditionId: 'closed', status: 'closed' },
  },
  ...RESOLUTION_ROWS,
  {
    reason: 'market_not_accepting',
    because: 'the market is paused',
    command: place({ conditionId: 'paused', pricePips: pricePips(1) }),
    details: { conditionId: 'paused', status: 'paused' },
  },
  {
    reason: 'invalid_terms',
    because: 'no market has such a tick',
    command: open('new', { tickPips: 7 }),
    details: { field: 'tickPips', value: 7 },
  },
  {
    reason: 'invalid_terms',
    because: 'a fee rate is at most one',
    command: open('new', { feeRateBps: 10_001 }),
    details: { field: 'feeRateBps', value: 10_001 },
  },
  {
    reason: 'invalid_terms',
    because: 'an exponent of the fee is at most four',
    command: open('new', { feeExponent: 5 }),
    details: { field: 'feeExponent', value: 5 },
  },
  {
    reason: 'invalid_terms',
    because: 'an exponent of the fee is an integer',
    command: open('new', { feeExponent: 1.5 }),
    details: { field: 'feeExponent', value: 1.5 },
  },
  {
    reason: 'invalid_terms',
    because: 'no delay is longer than a minute',
    command: open('new', { delayMillis: 60_001 }),
    details: { field: 'delayMillis', value: 60_001 },
  },
  {
    reason: 'invalid_price',
    because: 'the price is under one tick',
    command: place({ pricePips: pricePips(99), sizeMicros: sizeMicros(1) }),
    details: { pricePips: 99, minimumPips: 100, maximumPips: 9_900 },
  },
  {
    reason: 'invalid_price',
    because: 'the price is above one less a tick',
    command: place({ pricePips: pricePips(9_901) }),
    details: { pricePips: 9_901, minimumPips: 100, maximumPips: 9_900 },
  },
  {
    reason: 'price_off_tick',
    because: 'the price is between ticks',
    command: place({ pricePips: pricePips(5_050), sizeMicros: sizeMicros(1) }),
    details: { pricePips: 5_050, tickPips: 100, nearestPips: 5_100 },
  },
  {
    reason: 'price_off_tick',
    because: 'a FOK must be on the tick too',
    command: place({ ...FOK, pricePips: pricePips(5_049) }),
    details: { pricePips: 5_049, tickPips: 100, nearestPips: 5_000 },
  },
  {
    reason: 'size_too_large',
    because: 'an order is at most a billion shares',
    command: place({ sizeMicros: sizeMicros(1_000_000_000_000_001) }),
    details: { sizeMicros: 1_000_000_000_000_001, maximumMicros: 1_000_000_000_000_000 },
  },
  {
    reason: 'size_too_large',
    because: 'a balance would exceed a billion',
    command: credit('bob', 1_000_000_000_000_000),
    details: { amountMicros: 1_000_000_000_000_000, haveMicros: 100 * USDC, maximumMicros: 1_000_000_000_000_000 },
  },
  {
    reason: 'size_too_small',
    because: 'the market has a minimum',
    command: place({ orderType: 'GTD', sizeMicros: sizeMicros(5 * USDC - 1) }),
    details: { sizeMicros: 5 * USDC - 1, minimumMicros: 5 * USDC },
  },
  {
    reason: 'size_too_small',
    because: 'a credit is more than zero',
    command: credit('bob', 0),
    details: { amountMicros: 0, minimumMicros: 1 },
  },
  {
    reason: 'size_too_small',
    because: 'a budget buys the minimum of the market at its limit, or is 1 USDC',
    command: place({ ...FOK, pricePips: pricePips(1_000), budgetMicros: usdcMicros(499_999) }),
    details: { budgetMicros: 499_999, minimumMicros: 500_000 },
  },
  {
    reason: 'size_too_small',
    because: 'an order by budget also has a size',
    command: place({ ...FOK, sizeMicros: sizeMicros(0), budgetMicros: usdcMicros(2 * USDC) }),
    details: { sizeMicros: 0, minimumMicros: 1 },
  },
  {
    reason: 'invalid_expiration',
    because: 'it expires too soon',
    command: place({ orderType: 'GTD', expiresAt: unixMillis(AT + 59_999), sizeMicros: sizeMicros(900 * USDC) }),
    details: { expiresAtMillis: AT + 59_999, earliestMillis: AT + 60_000 },
  },
  {
    reason: 'invalid_expiration',
    because: 'a GTD needs an expiration',
    command: place({ orderType: 'GTD' }),
    details: { expiresAtMillis: null, earliestMillis: AT + 60_000 },
  },
  {
    reason: 'post_only_order_type',
    because: 'a FAK never rests',
    command: place({ orderType: 'FAK', flags: flagBit('postOnly'), sizeMicros: sizeMicros(900 * USDC) }),
    details: { orderType: 'FAK' },
  },
  ...COUNT_ROWS,
  ...CANCEL_ROWS,
  ...QUOTE_ROWS,
  {
    reason: 'not_enough_balance',
    because: 'the cost and the fee at the limit exceed the available balance',
    command: place({ flags: NO_FLAGS, orderType: 'FOK', pricePips: pricePips(5_000), sizeMicros: sizeMicros(184 * USDC) }),
    details: { haveMicros: 100 * USDC, lockedMicros: 7_600_000, needMicros: 92 * USDC + 1_840_000 },
  },
  {
    reason: 'not_enough_balance',
    // 10 shares at 0.52 are the complete book: 10 x 0.04 x 0.52 x 0.48 = 0.09984.
    because: 'a budget also needs the fee of what it buys',
    command: place({ ...FOK, pricePips: pricePips(5_200), budgetMicros: usdcMicros(92_350_000) }),
    details: { haveMicros: 100 * USDC, lockedMicros: 7_600_000, needMicros: 92_350_000 + 99_840 },
  },
  {
    reason: 'not_enough_balance',
    because: 'the wallet does not have the shares',
    command: place({ side: 'SELL' }),
    details: { haveMicros: 0, lockedMicros: 0, needMicros: 10 * USDC },
  },
  {
    reason: 'not_enough_balance',
    because: 'the debit exceeds the available balance',
    command: { type: 'debit', at: AT, wallet: 'bob', amountMicros: usdcMicros(93 * USDC) },
    details: { haveMicros: 100 * USDC, lockedMicros: 7_600_000, needMicros: 93 * USDC },
  },
  {
    reason: 'not_enough_balance',
    because: 'shares locked by an order cannot be merged',
    command: { type: 'mergePosition', at: AT, wallet: 'alice', conditionId: 'active', sizeMicros: sizeMicros(1) },
    details: { haveMicros: 10 * USDC, lockedMicros: 10 * USDC, needMicros: 1 },
  },
  {
    reason: 'post_only_crosses',
    because: 'it would trade at once',
    command: place({ flags: flagBit('postOnly'), pricePips: pricePips(5_200) }),
    details: { pricePips: 5_200 },
  },
  {
    reason: 'fok_not_filled',
    because: 'the book has too few shares',
    command: place({ ...FOK, pricePips: pricePips(5_200), sizeMicros: sizeMicros(11 * USDC) }),
    details: { pricePips: 5_200 },
  },
  ...FILLS_ROWS,
];

describe.each([
  ['the exchange', fastExchange],
  ['the reference model', (rules: ExchangeRules): CheckedExchange => new NaiveExchange(rules)],
])('%s refuses', (_name, create) => {
  it.each(TABLE.map((row): [string, string, Row] => [row.reason, row.because, row]))('%s: %s', (_reason, _because, row) => {
    const exchange = create({ ...RULES, bounds: { ...RULES.bounds, ...row.bounds } });
    for (const command of [...SETTING, ...(row.before ?? [])]) expect(exchange.apply(command).type).not.toBe('rejected');
    exchange.takeEvents();
    const before = exchange.snapshot();
    expect(exchange.apply(row.command)).toEqual({ type: 'rejected', reason: row.reason, details: row.details });
    expect(exchange.takeEvents()).toEqual([]);
    expect(exchange.snapshot()).toEqual(before);
  });
});

describe('the table of rejections', () => {
  it('has a row for every reason, in the order of precedence', () => {
    const reasons = TABLE.map((row) => row.reason).filter((reason, index, all) => reason !== all[index - 1]);
    expect(reasons).toEqual(REJECT_REASONS);
  });
});

describe('where several reasons apply, the first of the list is returned', () => {
  const worst = place({
    orderId: 'resting',
    conditionId: 'resolved',
    pricePips: pricePips(1),
    sizeMicros: sizeMicros(1_000_000_000_000_001),
    orderType: 'FAK',
    flags: flagBit('postOnly'),
    wallet: 'nobody',
  });
  const steps: readonly (readonly [RejectReason, Partial<PlaceOrder>])[] = [
    ['duplicate_order', {}],
    ['market_resolved', { orderId: 'fresh' }],
    ['market_closed', { conditionId: 'closed' }],
    ['market_not_accepting', { conditionId: 'paused' }],
    ['invalid_price', { conditionId: 'active' }],
    ['price_off_tick', { pricePips: pricePips(5_150) }],
    ['size_too_large', { pricePips: pricePips(5_100) }],
    ['size_too_small', { sizeMicros: sizeMicros(1) }],
    ['post_only_order_type', { sizeMicros: sizeMicros(11 * USDC) }],
    ['invalid_expiration', { orderType: 'GTD' }],
    ['not_enough_balance', { expiresAt: unixMillis(AT + 60_000), pricePips: pricePips(5_200) }],
    ['post_only_crosses', { wallet: 'bob' }],
    ['fok_not_filled', { orderType: 'FOK', flags: NO_FLAGS }],
  ];

  it('fixing each fault shows the next', () => {
    const exchange = fastExchange(RULES);
    for (const command of SETTING) exchange.apply(command);
    let command = worst;
    for (const [reason, corrected] of steps) {
      command = { ...command, ...corrected };
      expect(exchange.apply(command)).toMatchObject({ type: 'rejected', reason });
    }
    expect(exchange.apply({ ...command, sizeMicros: sizeMicros(10 * USDC) })).toMatchObject({
      type: 'placed',
      status: 'matched',
    });
  });
});
