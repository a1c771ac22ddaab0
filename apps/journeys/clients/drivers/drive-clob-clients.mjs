/** Drives `@polymarket/clob-client` (argument v1) and `@polymarket/clob-client-v2` (v2): most of their methods are the same. */
import { createRequire } from 'node:module';
import { drive, good, must, SITE } from './steps.mjs';

const isV2 = process.argv[2] === 'v2';
const require = createRequire(`${process.env.CLIENTS}/package.json`);
const { ClobClient, Side, OrderType, AssetType } = require(isV2 ? '@polymarket/clob-client-v2' : '@polymarket/clob-client');
const { Wallet } = require('@ethersproject/wallet');

const { clob, yes, no, condition, day } = SITE;
const signer = new Wallet(SITE.key);
const made = (creds) =>
  isV2 ? new ClobClient({ host: clob, chain: 137, signer, creds }) : new ClobClient(clob, 137, signer, creds);
let client = made();
let orderId = '';
const limit = (price, size, tokenID = yes) => ({ tokenID, price, size, side: Side.BUY, ...(isV2 ? {} : { feeRateBps: 0 }) });

/** The other side of a quote: a separate account with the sandbox's credit. */
let quoter;
const rfq = { requestId: '', quoteId: '' };
const rfqSteps = [
  ['rfq', 'config', async () => must(good(await client.rfq.rfqConfig()).requestTtlSeconds > 0, 'no config')],
  [
    'rfq',
    'request',
    async () =>
      (rfq.requestId = good(
        await client.rfq.createRfqRequest({ tokenID: yes, price: 0.45, size: 20, side: Side.BUY }),
      ).requestId),
  ],
  [
    'rfq',
    'requests',
    async () =>
      must(good(await client.rfq.getRfqRequests({ requestIds: [rfq.requestId], state: 'active' })).count === 1, 'not one'),
  ],
  [
    'rfq',
    'quote',
    async () => {
      const other = new Wallet(SITE.quoterKey);
      const key = good(await new ClobClient(clob, 137, other).createOrDeriveApiKey());
      quoter = new ClobClient(clob, 137, other, key);
      const quote = { requestId: rfq.requestId, tokenID: no, price: 0.57, size: 20, side: Side.BUY };
      rfq.quoteId = good(await quoter.rfq.createRfqQuote(quote)).quoteId;
    },
  ],
  [
    'rfq',
    'quotes of both',
    async () => {
      must(good(await client.rfq.getRfqRequesterQuotes({ quoteIds: [rfq.quoteId] })).data[0].matchType === 'MINT', 'no mint');
      must(good(await quoter.rfq.getRfqQuoterQuotes({ requestIds: [rfq.requestId] })).count === 1, 'not one');
    },
  ],
  [
    'rfq',
    'best quote',
    async () => must(good(await client.rfq.getRfqBestQuote({ requestId: rfq.requestId })).quoteId === rfq.quoteId, 'another'),
  ],
  ['rfq', 'accept', async () => must(good(await client.rfq.acceptRfqQuote({ ...rfq, expiration: 0 })) === 'OK', 'not OK')],
  [
    'rfq',
    'approve',
    async () => must(good(await quoter.rfq.approveRfqOrder({ ...rfq, expiration: 0 })).tradeIds.length === 1, 'no trade'),
  ],
  [
    'rfq',
    'cancel',
    async () => {
      // Within a second the same signed bytes are the same request: this one has another size.
      const { requestId } = good(await client.rfq.createRfqRequest({ tokenID: yes, price: 0.45, size: 21, side: Side.BUY }));
      const quote = { requestId, tokenID: no, price: 0.57, size: 20, side: Side.BUY };
      const { quoteId } = good(await quoter.rfq.createRfqQuote(quote));
      must(good(await quoter.rfq.cancelRfqQuote({ quoteId })) === 'OK', 'quote not cancelled');
      must(good(await client.rfq.cancelRfqRequest({ requestId })) === 'OK', 'request not cancelled');
    },
  ],
];

drive([
  ['trading', 'key', async () => (client = made(good(await client.createOrDeriveApiKey())))],
  ['trading', 'place GTC', async () => (orderId = good(await client.createAndPostOrder(limit(0.3, 10))).orderID)],
  [
    'trading',
    'open orders',
    async () =>
      must(
        good(await client.getOpenOrders()).some(({ id }) => id === orderId),
        'order not listed',
      ),
  ],
  ['trading', 'one order', async () => must(good(await client.getOrder(orderId)).id === orderId, 'another order')],
  ['trading', 'is scoring', async () => good(await client.isOrderScoring({ order_id: orderId }))],
  [
    'trading',
    'cancel',
    async () => must(good(await client.cancelOrder({ orderID: orderId })).canceled.length === 1, 'not cancelled'),
  ],
  [
    'trading',
    'market FOK',
    async () => {
      const order = { tokenID: yes, amount: 6, side: Side.BUY, ...(isV2 ? {} : { feeRateBps: 0 }) };
      const placed = good(await client.createAndPostMarketOrder(order, undefined, OrderType.FOK));
      must(placed.status === 'matched', `status ${placed.status}`);
      must(placed.tradeIDs?.length === 1 && placed.transactionsHashes?.length === 1, 'no trade named');
    },
  ],
  ['trading', 'trades', async () => must(good(await client.getTrades())[0].trader_side === 'TAKER', 'no trade as taker')],
  ['trading', 'cancel all', async () => good(await client.cancelAll())],
  [
    'trading',
    'balance',
    async () => must(BigInt(good(await client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL })).balance) > 0n, 'none'),
  ],
  ['trading', 'notifications', async () => good(await client.getNotifications())],
  ['trading', 'api keys', async () => must(good(await client.getApiKeys()).apiKeys.length === 1, 'not one key')],
  ['trading', 'read-only keys', async () => good(await client.getReadonlyApiKeys())],
  ['trading', 'heartbeat', async () => good(await client.postHeartbeat(isV2 ? '' : null))],
  ...(isV2
    ? [
        [
          'trading',
          'exchange V3 order',
          async () => {
            const amounts = { tokenID: yes, makerAmount: '3000000', takerAmount: '10000000', side: Side.BUY };
            must(good(await client.postOrder(await client.createExchangeV3OrderFromAmounts(amounts))).success, 'not taken');
          },
        ],
      ]
    : []),
  ['books', 'ok', async () => must(good(await client.getOk()) === 'OK', 'not OK')],
  ['books', 'book', async () => must(good(await client.getOrderBook(yes)).asset_id === yes, 'another book')],
  [
    'books',
    'books',
    async () => must(good(await client.getOrderBooks([{ token_id: yes }, { token_id: no }])).length === 2, 'not two'),
  ],
  ['books', 'prices', async () => good(await client.getPrices([{ token_id: yes, side: Side.BUY }]))],
  ['books', 'midpoint', async () => good(await client.getMidpoint(yes))],
  ['books', 'spread', async () => good(await client.getSpread(yes))],
  ['books', 'last trade', async () => good(await client.getLastTradePrice(yes))],
  ['books', 'history', async () => good(await client.getPricesHistory({ market: yes, interval: '1h' }))],
  ['books', 'live activity', async () => must(good(await client.getMarketTradesEvents(condition)).length > 0, 'no events')],
  ['catalog', 'markets', async () => must(good(await client.getMarkets()).data.length > 0, 'none')],
  ['catalog', 'sampling markets', async () => must(good(await client.getSamplingMarkets()).data.length > 0, 'none')],
  ['catalog', 'market', async () => must(good(await client.getMarket(condition)).condition_id === condition, 'another market')],
  ['rewards', 'current', async () => must(good(await client.getCurrentRewards()).length > 0, 'none')],
  ['rewards', 'of a market', async () => must(good(await client.getRawRewardsForMarket(condition)).length === 1, 'not one')],
  ['rewards', 'earnings of a day', async () => good(await client.getEarningsForUserForDay(day))],
  ['rewards', 'total of a day', async () => good(await client.getTotalEarningsForUserForDay(day))],
  ['rewards', 'percentages', async () => good(await client.getRewardPercentages())],
  [
    'rewards',
    'earnings and markets',
    async () => must(good(await client.getUserEarningsAndMarketsConfig(day)).length > 0, 'none'),
  ],
  ...(isV2 ? [] : rfqSteps),
]);
