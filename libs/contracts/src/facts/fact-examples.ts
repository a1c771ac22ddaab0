import type { FactOf, FactType } from './fact';

const WALLET = '0x00000000000000000000000000000000000000a1';
const MAKER = '0x00000000000000000000000000000000000000b2';
const CONDITION = `0x${'c0'.repeat(32)}`;
const ORDER = `0x${'0a'.repeat(32)}`;
const MAKER_ORDER = `0x${'0b'.repeat(32)}`;
const TRANSACTION = `0x${'7a'.repeat(32)}`;
const ZERO = `0x${'00'.repeat(32)}`;

/** One fact of each type. A type without one does not compile. */
export const FACT_EXAMPLES: { readonly [T in FactType]: FactOf<T> } = {
  'order.accepted.v1': {
    type: 'order.accepted.v1',
    at: 1767225600123,
    orderId: ORDER,
    wallet: WALLET,
    conditionId: CONDITION,
    outcome: 0,
    side: 'BUY',
    orderType: 'GTC',
    pricePips: 6100,
    sizeMicros: 12000000,
    delayed: false,
  },
  'order.closed.v1': {
    type: 'order.closed.v1',
    at: 1767225600123,
    orderId: ORDER,
    wallet: WALLET,
    conditionId: CONDITION,
    reason: 'canceled',
    unfilledMicros: 2000000,
  },
  'trade.matched.v1': {
    type: 'trade.matched.v1',
    at: 1767225600123,
    tradeId: 't-1',
    tradeNumber: 1,
    transactionHash: TRANSACTION,
    conditionId: CONDITION,
    takerOrderId: ORDER,
    wallet: WALLET,
    outcome: 0,
    side: 'BUY',
    sizeMicros: 10000000,
    usdcMicros: 6000000,
    feeMicros: 1200,
    builder: ZERO,
    fills: [
      {
        kind: 'transfer',
        orderId: MAKER_ORDER,
        wallet: MAKER,
        outcome: 0,
        side: 'SELL',
        pricePips: 6000,
        sizeMicros: 10000000,
        usdcMicros: 6000000,
      },
    ],
  },
  'position.split.v1': {
    type: 'position.split.v1',
    at: 1,
    wallet: WALLET,
    conditionId: CONDITION,
    sizeMicros: 5000000,
    transactionHash: TRANSACTION,
  },
  'position.merged.v1': {
    type: 'position.merged.v1',
    at: 1,
    wallet: WALLET,
    conditionId: CONDITION,
    sizeMicros: 5000000,
    transactionHash: TRANSACTION,
  },
  'position.redeemed.v1': {
    type: 'position.redeemed.v1',
    at: 1,
    wallet: WALLET,
    conditionId: CONDITION,
    outcome0Micros: 7000000,
    outcome1Micros: 0,
    payoutMicros: 7000000,
    transactionHash: TRANSACTION,
  },
  'funds.credited.v1': { type: 'funds.credited.v1', at: 1, wallet: WALLET, amountMicros: 100000000 },
  'funds.debited.v1': { type: 'funds.debited.v1', at: 1, wallet: WALLET, amountMicros: 100000000 },
  'market.changed.v1': { type: 'market.changed.v1', at: 1, conditionId: CONDITION, status: 'resolved', payoutPips: [10000, 0] },
  'market.quoted.v1': {
    type: 'market.quoted.v1',
    at: 1,
    conditionId: CONDITION,
    bestBidPips: 6000,
    bestAskPips: null,
    lastTradePips: 6100,
  },
  'catalog.market.v1': {
    type: 'catalog.market.v1',
    marketId: '501',
    conditionId: CONDITION,
    questionId: ZERO,
    question: 'Fällt „Ja“? 🙂',
    slug: 'faellt-ja',
    description: 'line\nbreak',
    icon: '',
    image: '',
    outcomes: ['Yes', 'No'],
    tokenIds: ['1', '2'],
    active: true,
    closed: false,
    archived: false,
    acceptingOrders: true,
    enableOrderBook: true,
    negRisk: false,
    negRiskMarketId: '',
    negRiskRequestId: '',
    endDate: '2026-12-31T00:00:00Z',
    gameStartTime: null,
    tickPips: 100,
    minimumSizeMicros: 5000000,
    secondsDelay: 0,
    takerFeeBps: 0,
    rewardsRates: [{ assetAddress: WALLET, dailyRateMicros: 1000000 }],
    rewardsMinSizeMicros: 0,
    rewardsMaxSpreadPips: 300,
    event: { id: '9', slug: 'e', title: 'E', ticker: 'e', description: '' },
    tags: [{ label: 'Politics', slug: 'politics' }],
    creator: null,
  },
};

/**
 * The golden bytes of each example, as it stands in a message. Never edit one: facts are append only, a change is a new version
 * with a row of its own.
 */
export const FACT_BYTES: { readonly [T in FactType]: string } = {
  'order.accepted.v1': `{"type":"order.accepted.v1","at":1767225600123,"orderId":"${ORDER}","wallet":"${WALLET}","conditionId":"${CONDITION}","outcome":0,"side":"BUY","orderType":"GTC","pricePips":6100,"sizeMicros":12000000,"delayed":false}`,
  'order.closed.v1': `{"type":"order.closed.v1","at":1767225600123,"orderId":"${ORDER}","wallet":"${WALLET}","conditionId":"${CONDITION}","reason":"canceled","unfilledMicros":2000000}`,
  'trade.matched.v1': `{"type":"trade.matched.v1","at":1767225600123,"tradeId":"t-1","tradeNumber":1,"transactionHash":"${TRANSACTION}","conditionId":"${CONDITION}","takerOrderId":"${ORDER}","wallet":"${WALLET}","outcome":0,"side":"BUY","sizeMicros":10000000,"usdcMicros":6000000,"feeMicros":1200,"builder":"${ZERO}","fills":[{"kind":"transfer","orderId":"${MAKER_ORDER}","wallet":"${MAKER}","outcome":0,"side":"SELL","pricePips":6000,"sizeMicros":10000000,"usdcMicros":6000000}]}`,
  'position.split.v1': `{"type":"position.split.v1","at":1,"wallet":"${WALLET}","conditionId":"${CONDITION}","sizeMicros":5000000,"transactionHash":"${TRANSACTION}"}`,
  'position.merged.v1': `{"type":"position.merged.v1","at":1,"wallet":"${WALLET}","conditionId":"${CONDITION}","sizeMicros":5000000,"transactionHash":"${TRANSACTION}"}`,
  'position.redeemed.v1': `{"type":"position.redeemed.v1","at":1,"wallet":"${WALLET}","conditionId":"${CONDITION}","outcome0Micros":7000000,"outcome1Micros":0,"payoutMicros":7000000,"transactionHash":"${TRANSACTION}"}`,
  'funds.credited.v1': `{"type":"funds.credited.v1","at":1,"wallet":"${WALLET}","amountMicros":100000000}`,
  'funds.debited.v1': `{"type":"funds.debited.v1","at":1,"wallet":"${WALLET}","amountMicros":100000000}`,
  'market.changed.v1': `{"type":"market.changed.v1","at":1,"conditionId":"${CONDITION}","status":"resolved","payoutPips":[10000,0]}`,
  'market.quoted.v1': `{"type":"market.quoted.v1","at":1,"conditionId":"${CONDITION}","bestBidPips":6000,"bestAskPips":null,"lastTradePips":6100}`,
  'catalog.market.v1': `{"type":"catalog.market.v1","marketId":"501","conditionId":"${CONDITION}","questionId":"${ZERO}","question":"Fällt „Ja“? 🙂","slug":"faellt-ja","description":"line\\nbreak","icon":"","image":"","outcomes":["Yes","No"],"tokenIds":["1","2"],"active":true,"closed":false,"archived":false,"acceptingOrders":true,"enableOrderBook":true,"negRisk":false,"negRiskMarketId":"","negRiskRequestId":"","endDate":"2026-12-31T00:00:00Z","gameStartTime":null,"tickPips":100,"minimumSizeMicros":5000000,"secondsDelay":0,"takerFeeBps":0,"rewardsRates":[{"assetAddress":"${WALLET}","dailyRateMicros":1000000}],"rewardsMinSizeMicros":0,"rewardsMaxSpreadPips":300,"event":{"id":"9","slug":"e","title":"E","ticker":"e","description":""},"tags":[{"label":"Politics","slug":"politics"}],"creator":null}`,
};
