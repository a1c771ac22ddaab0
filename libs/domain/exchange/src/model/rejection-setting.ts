import type { RejectReason, Rejected } from '../outcome';
import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { flagBit, NO_FLAGS, type Command, type Credit, type OpenMarket, type PlaceOrder } from '../command';
import { USUAL_BOUNDS, type ExchangeBounds, type ExchangeRules } from '../exchange';

export const RULES: ExchangeRules = { gtdMinimumMillis: 60_000, bounds: USUAL_BOUNDS };
export const AT = unixMillis(1_000_000);
export const USDC = 1_000_000;

/** Tests use amounts beyond the limits of the unit constructors, as a faulty caller would. */
export const place = (terms: Partial<PlaceOrder> = {}): PlaceOrder => ({
  type: 'placeOrder',
  at: AT,
  orderId: 'new',
  wallet: 'bob',
  conditionId: 'active',
  outcome: 0,
  side: 'BUY',
  orderType: 'GTC',
  pricePips: pricePips(5_000),
  sizeMicros: sizeMicros(10 * USDC),
  budgetMicros: null,
  flags: NO_FLAGS,
  expiresAt: null,
  ...terms,
});
export const open = (conditionId: string, terms: Partial<OpenMarket> = {}): OpenMarket => ({
  type: 'openMarket',
  at: AT,
  conditionId,
  tickPips: 100,
  minimumSizeMicros: sizeMicros(5 * USDC),
  feeRateBps: 400,
  feeExponent: 1,
  delayMillis: 0,
  acceptingOrders: true,
  ...terms,
});
export const credit = (wallet: string, amount: number): Credit => ({
  type: 'credit',
  at: AT,
  wallet,
  amountMicros: usdcMicros(amount),
});

/** alice asks 10 at 0.52 in `active`; bob has 100 USDC of which 5 are locked by `resting`, and a delayed order in `slow`. */
export const SETTING: readonly Command[] = [
  open('active'),
  open('paused', { acceptingOrders: false }),
  open('slow', { delayMillis: 3_000, feeRateBps: 0 }),
  open('resolved'),
  open('closed'),
  { type: 'closeMarket', at: AT, conditionId: 'closed' },
  { type: 'resolveMarket', at: AT, conditionId: 'resolved', resolution: 'half' },
  credit('alice', 100 * USDC),
  credit('bob', 100 * USDC),
  { type: 'splitPosition', at: AT, wallet: 'alice', conditionId: 'active', sizeMicros: sizeMicros(10 * USDC) },
  { type: 'splitPosition', at: AT, wallet: 'alice', conditionId: 'slow', sizeMicros: sizeMicros(10 * USDC) },
  place({ orderId: 'ask', wallet: 'alice', side: 'SELL', pricePips: pricePips(5_200) }),
  place({ orderId: 'ask slow', wallet: 'alice', conditionId: 'slow', side: 'SELL', pricePips: pricePips(5_200) }),
  place({ orderId: 'resting', pricePips: pricePips(5_000) }),
  place({ orderId: 'delayed', conditionId: 'slow', pricePips: pricePips(5_200), sizeMicros: sizeMicros(5 * USDC) }),
];

/** A command, and the reason that the setting rejects it with. */
export interface Row {
  readonly reason: RejectReason;
  readonly because: string;
  readonly command: Command;
  readonly details: Rejected['details'];
  readonly bounds?: Partial<ExchangeBounds>;
  /** Commands before it, after the setting. */
  readonly before?: readonly Command[];
}

export const FOK = { orderType: 'FOK' } as const;

/** Limits on a wallet's open orders. */
export const COUNT_ROWS: readonly Row[] = [
  {
    reason: 'too_many_open_orders',
    because: 'the wallet has the maximum of open orders',
    command: place({ pricePips: pricePips(1_000), sizeMicros: sizeMicros(1_000_000 * USDC) }),
    details: { open: 2, maximum: 2 },
    bounds: { openOrdersMax: 2, marketOrdersMax: 1 },
  },
  {
    reason: 'too_many_open_orders',
    because: 'a FAK would wait for the delay of its market',
    command: place({ orderType: 'FAK', conditionId: 'slow', pricePips: pricePips(5_200) }),
    details: { open: 2, maximum: 2 },
    bounds: { openOrdersMax: 2 },
  },
  {
    reason: 'too_many_market_orders',
    because: 'the wallet has the maximum of open orders in this market',
    command: place({ pricePips: pricePips(1_000), sizeMicros: sizeMicros(1_000_000 * USDC) }),
    details: { open: 1, maximum: 1 },
    bounds: { marketOrdersMax: 1 },
  },
];

/** Which wallet may cancel an order, and when. */
export const CANCEL_ROWS: readonly Row[] = [
  {
    reason: 'unknown_order',
    because: 'nobody placed it',
    command: { type: 'cancelOrder', at: AT, wallet: 'bob', orderId: 'never' },
    details: { orderId: 'never', status: null },
  },
  {
    reason: 'unknown_order',
    because: 'it is somebody else’s',
    command: { type: 'cancelOrder', at: AT, wallet: 'alice', orderId: 'resting' },
    details: { orderId: 'resting', status: null },
  },
  {
    reason: 'order_delayed',
    because: 'it is held for the delay',
    command: { type: 'cancelOrder', at: AT, wallet: 'bob', orderId: 'delayed' },
    details: { orderId: 'delayed', dueAtMillis: AT + 3_000 },
  },
];

const QUOTED = { flags: flagBit('quoted') } as const;

/** How the two sides of an accepted quote must relate. */
export const QUOTE_ROWS: readonly Row[] = [
  {
    reason: 'quote_not_waiting',
    because: 'nobody waits under that id',
    command: place({ ...QUOTED, counterOrderId: 'never' }),
    details: { counterOrderId: 'never', status: null },
  },
  {
    reason: 'quote_not_waiting',
    because: 'an order of the book waits for nobody',
    command: place({ ...QUOTED, counterOrderId: 'ask' }),
    details: { counterOrderId: 'ask', status: 'live' },
  },
  {
    reason: 'quote_not_waiting',
    because: 'an order that its market delays waits for nobody',
    command: place({ ...QUOTED, conditionId: 'slow', counterOrderId: 'delayed' }),
    details: { counterOrderId: 'delayed', status: 'delayed' },
  },
  {
    reason: 'quote_mismatch',
    because: 'one side of a quote is a limit order',
    command: place({ ...QUOTED, ...FOK }),
    details: { orderType: 'FOK', flags: flagBit('quoted') },
  },
  {
    reason: 'quote_mismatch',
    because: 'one side of a quote asks for nothing else',
    command: place({ flags: flagBit('quoted') | flagBit('postOnly') }),
    details: { orderType: 'GTC', flags: 3 },
  },
  ...(
    [
      ['the wallet would trade with itself', { wallet: 'bob', side: 'SELL' }],
      ['both would buy the same outcome', {}],
      ['it is of another market', { conditionId: 'slow', side: 'SELL' }],
      ['it states another price', { side: 'SELL', pricePips: pricePips(4_800) }],
      ['it states another price, of the other outcome', { outcome: 1, pricePips: pricePips(5_200) }],
      ['it states another size', { side: 'SELL', sizeMicros: sizeMicros(9 * USDC) }],
    ] as const
  ).map(([because, terms]): Row => ({
    reason: 'quote_mismatch',
    because,
    command: place({ ...QUOTED, wallet: 'alice', counterOrderId: 'waiting', ...terms }),
    details: { counterOrderId: 'waiting' },
    before: [place({ ...QUOTED, orderId: 'waiting' })],
  })),
];

/** Bounds of one execution. */
export const FILLS_ROWS: readonly Row[] = [
  {
    reason: 'fok_too_many_fills',
    because: 'it would need one fill more than an execution may have',
    command: place({ ...FOK, pricePips: pricePips(5_200), sizeMicros: sizeMicros(10 * USDC) }),
    details: { fillsMax: 0 },
    bounds: { fillsMax: 0 },
  },
  {
    reason: 'fak_no_match',
    because: 'the book has nothing at that price',
    command: place({ orderType: 'FAK', pricePips: pricePips(5_100) }),
    details: { pricePips: 5_100 },
  },
];
