import type { Event, MarketMeasuredV1, MarketQuotedV1 } from '@foretell/contracts';
import type { ExchangeEvent } from '@foretell/exchange';
import { pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { toEvents, type AlsoPublished } from './event.mapper';
import { tradeIdOf, transactionHashOf } from './trade-id';

const AT = unixMillis(1_735_689_600_000);
const FIRST = 40;
const NOTHING_ELSE: AlsoPublished = { quotes: [], measures: [], pinnedOf: () => undefined, builderOf: () => undefined };
const subject = { at: AT, wallet: '0xw', conditionId: '0xc' } as const;
const order = {
  ...subject,
  orderId: '0xo',
  outcome: 1,
  side: 'BUY',
  orderType: 'GTC',
  pricePips: pricePips(4_000),
  sizeMicros: sizeMicros(5),
} as const;
const terms = { tickPips: 100, minimumSizeMicros: sizeMicros(1), feeRateBps: 0, feeExponent: 1, delayMillis: 0 };
const fill = {
  kind: 'mint',
  makerOrderId: '0xm',
  makerWallet: '0xv',
  makerOutcome: 0,
  makerSide: 'BUY',
  makerPricePips: pricePips(6_000),
  sizeMicros: sizeMicros(5),
  makerUsdcMicros: usdcMicros(3),
  takerUsdcMicros: usdcMicros(2),
  takerFeeMicros: usdcMicros(1),
  makerDone: true,
} as const;
const pinned = { rewardsRates: [], rewardsMinSizeMicros: 1, rewardsMaxSpreadPips: 2, rebateRateBps: 3 };
const inReview = {
  stage: 'finalized',
  proposedBy: 'ann',
  proposedAt: unixMillis(1),
  source: 'https://a.example/1',
  by: 'ben',
  at: unixMillis(2),
  note: 'as announced',
  until: unixMillis(9),
} as const;
const proposal = { ...inReview, resolution: 'outcome1', references: ['finalizeResolution:t-1'] } as const;
const changed = {
  type: 'marketChanged',
  at: AT,
  conditionId: '0xc',
  status: 'resolved',
  resolution: 'half',
  proposal: null,
  ...terms,
} as const;
const published = {
  type: 'market.changed.v1',
  at: AT,
  conditionId: '0xc',
  status: 'resolved',
  payoutPips: [5_000, 5_000],
  terms,
} as const;
const hash = transactionHashOf(`clob:${FIRST}`);
const tradeId = tradeIdOf(AT, 7);

/** With every optional field. */
type Complete<T> = { readonly [Field in keyof T]-?: Complete<T[Field]> };
type Row<T extends ExchangeEvent['type']> = readonly [ExchangeEvent & { readonly type: T }, Complete<Event>];

/** One row per event type of the exchange: a new type without a row does not compile, nor does a row without a new field. */
const ROWS: { readonly [T in ExchangeEvent['type']]: Row<T> } = {
  orderAccepted: [
    { type: 'orderAccepted', ...order, budgetMicros: null, expiresAt: null, delayed: true },
    {
      type: 'order.accepted.v1',
      at: AT,
      orderId: '0xo',
      wallet: '0xw',
      conditionId: '0xc',
      outcome: 1,
      side: 'BUY',
      orderType: 'GTC',
      pricePips: 4_000,
      sizeMicros: 5,
      delayed: true,
    },
  ],
  orderClosed: [
    { type: 'orderClosed', ...subject, orderId: '0xo', reason: 'self trade', unfilledMicros: sizeMicros(2) },
    {
      type: 'order.closed.v1',
      at: AT,
      orderId: '0xo',
      wallet: '0xw',
      conditionId: '0xc',
      reason: 'self trade',
      unfilledMicros: 2,
    },
  ],
  trade: [
    {
      type: 'trade',
      at: AT,
      tradeNumber: 7,
      conditionId: '0xc',
      takerOrderId: '0xo',
      takerWallet: '0xw',
      takerOutcome: 1,
      takerSide: 'BUY',
      takerOrderType: 'FAK',
      sizeMicros: sizeMicros(5),
      usdcMicros: usdcMicros(2),
      feeMicros: usdcMicros(1),
      feeRateBps: 700,
      fills: [fill],
    },
    {
      type: 'trade.matched.v1',
      at: AT,
      tradeId,
      tradeNumber: 7,
      transactionHash: transactionHashOf(tradeId),
      conditionId: '0xc',
      takerOrderId: '0xo',
      wallet: '0xw',
      outcome: 1,
      side: 'BUY',
      sizeMicros: 5,
      usdcMicros: 2,
      feeMicros: 1,
      builder: '0xb',
      fills: [
        { kind: 'mint', orderId: '0xm', wallet: '0xv', outcome: 0, side: 'BUY', pricePips: 6_000, sizeMicros: 5, usdcMicros: 3 },
      ],
    },
  ],
  positionSplit: [
    { type: 'positionSplit', ...subject, sizeMicros: sizeMicros(5) },
    { type: 'position.split.v1', at: AT, wallet: '0xw', conditionId: '0xc', sizeMicros: 5, transactionHash: hash },
  ],
  positionMerged: [
    { type: 'positionMerged', ...subject, sizeMicros: sizeMicros(5) },
    { type: 'position.merged.v1', at: AT, wallet: '0xw', conditionId: '0xc', sizeMicros: 5, transactionHash: hash },
  ],
  positionRedeemed: [
    {
      type: 'positionRedeemed',
      ...subject,
      outcome0Micros: sizeMicros(1),
      outcome1Micros: sizeMicros(2),
      payoutMicros: usdcMicros(2),
      payout0Micros: usdcMicros(0),
    },
    {
      type: 'position.redeemed.v1',
      at: AT,
      wallet: '0xw',
      conditionId: '0xc',
      outcome0Micros: 1,
      outcome1Micros: 2,
      payoutMicros: 2,
      transactionHash: hash,
      payout0Micros: 0,
    },
  ],
  credited: [
    { type: 'credited', at: AT, wallet: '0xw', amountMicros: usdcMicros(5) },
    { type: 'funds.credited.v1', at: AT, wallet: '0xw', amountMicros: 5 },
  ],
  debited: [
    { type: 'debited', at: AT, wallet: '0xw', amountMicros: usdcMicros(5) },
    { type: 'funds.debited.v1', at: AT, wallet: '0xw', amountMicros: 5 },
  ],
  marketChanged: [
    { ...changed, proposal },
    { ...published, terms: { ...terms, ...pinned }, proposal: { ...inReview, payoutPips: [0, 10_000] } },
  ],
};

describe('public events of a batch', () => {
  it.each(Object.entries(ROWS))('maps %s', (_type, [event, expected]) => {
    const also: AlsoPublished = { ...NOTHING_ELSE, builderOf: () => '0xb', pinnedOf: () => pinned };
    expect(toEvents([event], also, AT, FIRST)).toEqual([expected]);
  });

  it.each([
    [null, null],
    ['outcome0', [10_000, 0]],
    ['outcome1', [0, 10_000]],
  ] as const)('maps a market resolved to %s to payouts %j', (resolution, payoutPips) => {
    expect(toEvents([{ ...changed, resolution }], NOTHING_ELSE, AT, FIRST)).toMatchObject([{ payoutPips }]);
  });

  it('publishes the pinned rewards with a changed market, and with no other market', () => {
    const also: AlsoPublished = { ...NOTHING_ELSE, pinnedOf: (conditionId) => (conditionId === '0xc' ? pinned : undefined) };
    expect(toEvents([changed, { ...changed, conditionId: '0xd' }], also, AT, FIRST)).toEqual([
      { ...published, terms: { ...terms, ...pinned } },
      { ...published, conditionId: '0xd' },
    ]);
  });

  it('publishes the result under way, without the references of its steps', () => {
    expect(toEvents([{ ...changed, proposal }], NOTHING_ELSE, AT, FIRST)).toEqual([
      { ...published, proposal: { ...inReview, payoutPips: [0, 10_000] } },
    ]);
    const disputed = { ...changed, proposal: { ...proposal, stage: 'disputed', until: null } } as const;
    expect(toEvents([disputed], NOTHING_ELSE, AT, FIRST)).toMatchObject([{ proposal: { stage: 'disputed' } }]);
  });

  it('gives a trade without attribution the zero builder', () => {
    expect(toEvents([ROWS.trade[0]], NOTHING_ELSE, AT, FIRST)).toMatchObject([{ builder: `0x${'0'.repeat(64)}` }]);
  });

  it('keeps the order of the core, each with its own hash, then quote changes, then measures', () => {
    const quote = { conditionId: '0xc', bestBidPips: pricePips(1), bestAskPips: null, lastTradePips: pricePips(2) };
    const measure = { conditionId: '0xd', bidsMicros: 1, asksMicros: 2, openInterestMicros: 3 };
    const events = [ROWS.positionSplit[0], ROWS.credited[0], ROWS.positionSplit[0]];
    const mapped = toEvents(events, { ...NOTHING_ELSE, quotes: [quote], measures: [measure] }, AT, FIRST);
    expect(mapped.map(({ type }) => type)).toEqual([
      'position.split.v1',
      'funds.credited.v1',
      'position.split.v1',
      'market.quoted.v1',
      'market.measured.v1',
    ]);
    expect(mapped[2]).toMatchObject({ transactionHash: transactionHashOf(`clob:${FIRST + 2}`) });
    expect(mapped[3]).toEqual({ type: 'market.quoted.v1', at: AT, ...quote } satisfies Complete<MarketQuotedV1>);
    expect(mapped[4]).toEqual({ type: 'market.measured.v1', at: AT, ...measure } satisfies Complete<MarketMeasuredV1>);
  });
});
