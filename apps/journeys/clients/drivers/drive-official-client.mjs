/** Drives npm `@polymarket/client`, the official SDK; with `follow`, only its stream, through disconnects. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { awaited, drive, must, SITE } from './steps.mjs';
import { StreamedBook } from './streamed-book.mjs';

const folder = `${process.env.CLIENTS}/node_modules`;
const load = (path) => import(pathToFileURL(`${folder}/@polymarket/client/dist/${path}.js`).href);
const { createPublicClient, createSecureClient, forkEnvironmentConfig } = await load('index');
const { privateKey } = await load('viem');
const { privateKeyToAccount } = createRequire(`${process.env.CLIENTS}/package.json`)('viem/accounts');

const { condition, yes: tokenId, maker: user, day } = SITE;
const environment = forkEnvironmentConfig({
  name: 'site',
  clob: { rest: SITE.clob, market: { ws: `${SITE.stream}/ws/market` }, user: { ws: `${SITE.stream}/ws/user` } },
  gamma: { rest: SITE.gamma },
  data: { rest: SITE.data },
});
const client = createPublicClient({ environment });
let trader;
let orderId = '';

const limit = (price, size) => ({ tokenId, price, size, side: 'BUY' });
const market = (amount) => ({ tokenId, side: 'BUY', amount, orderType: 'FOK' });

function accepted(placed) {
  must(placed.ok, placed.message ?? 'not accepted');
  return placed;
}

/** The first items of a paginated list, from as many pages as needed. */
async function some(paginated, count = 1) {
  const seen = [];
  for await (const page of paginated) {
    seen.push(...page.items);
    if (seen.length >= count) break;
  }
  must(seen.length > 0, 'none');
  return seen;
}

/** The first page, which may be empty. */
async function first(paginated) {
  for await (const page of paginated) return must(page.items !== undefined, 'no items');
}

async function settled() {
  const placed = accepted(await trader.placeMarketOrder(market(6)));
  must(placed.status === 'matched' && placed.tradeIds.length === 1, `status ${placed.status}, ${placed.tradeIds.length} trades`);
  must((await trader.waitForOrderFillSettlement(placed)).length === 1, 'not settled');
}

async function bookStream() {
  const streamed = new StreamedBook(tokenId);
  const handle = await client.subscribe([{ topic: 'market', tokenIds: [tokenId], customFeatureEnabled: true }]);
  const events = handle[Symbol.asyncIterator]();
  streamed.begin((await awaited('a book', events, ({ type }) => type === 'book')).payload);
  const { orderId: id } = accepted(await trader.placeLimitOrder(limit(0.21, 7)));
  const isMine = (change) => change.tokenId === tokenId && Number(change.price) === 0.21;
  const change = await awaited('the order', events, (e) => e.type === 'price_change' && e.payload.priceChanges.some(isMine));
  change.payload.priceChanges.filter((each) => each.tokenId === tokenId).forEach((each) => streamed.change(each));
  await streamed.mustBeTrue(1);
  await trader.cancelOrder({ orderId: id });
  accepted(await trader.placeMarketOrder(market(5)));
  await awaited('the trade', events, ({ type, payload }) => type === 'last_trade_price' && Number(payload.price) === 0.55);
  await handle.close();
}

async function userStream() {
  const handle = await trader.subscribe([{ topic: 'user', markets: [condition] }]);
  const events = handle[Symbol.asyncIterator]();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { orderId: id } = accepted(await trader.placeLimitOrder(limit(0.22, 7)));
  const isOrder =
    (kind) =>
    ({ type, payload }) =>
      type === 'order' && payload.id === id && payload.orderEventType === kind;
  await awaited('the placement', events, isOrder('PLACEMENT'));
  await trader.cancelOrder({ orderId: id });
  await awaited('the cancellation', events, isOrder('CANCELLATION'));
  const taken = accepted(await trader.placeMarketOrder(market(5)));
  const isMine = ({ type, payload }) => type === 'trade' && payload.takerOrderId === taken.orderId;
  await awaited('the trade', events, (event) => isMine(event) && event.payload.status === 'TRADE_STATUS_CONFIRMED');
  await handle.close();
}

/** Runs until the load's last order, through disconnects and a restart. */
async function follow() {
  const streamed = new StreamedBook(tokenId);
  const handle = await client.subscribe([{ topic: 'market', tokenIds: [tokenId] }]);
  const apply = ({ type, payload }) => {
    if (type === 'book') streamed.begin(payload);
    if (type === 'price_change')
      payload.priceChanges.filter((each) => each.tokenId === tokenId).forEach((each) => streamed.change(each));
    return streamed.isLast;
  };
  await awaited('the last order', handle[Symbol.asyncIterator](), apply, Number(SITE.timeoutMs));
  await streamed.mustBeTrue(Number(SITE.changes));
}

const FLOWS = [
  [
    'trading',
    'key',
    async () =>
      (trader = await createSecureClient({
        environment,
        signer: privateKey(SITE.key),
        wallet: privateKeyToAccount(SITE.key).address,
      })),
  ],
  ['trading', 'place GTC', async () => (orderId = accepted(await trader.placeLimitOrder(limit(0.3, 10))).orderId)],
  [
    'trading',
    'open orders',
    async () =>
      must(
        (await some(trader.listOpenOrders())).some(({ id }) => id === orderId),
        'not listed',
      ),
  ],
  ['trading', 'one order', async () => must((await trader.fetchOrder({ orderId })).id === orderId, 'another order')],
  ['trading', 'is scoring', () => trader.fetchOrderScoring({ orderId })],
  ['trading', 'cancel', async () => must((await trader.cancelOrder({ orderId })).canceled.length === 1, 'not cancelled')],
  ['trading', 'market FOK, settled', settled],
  ['trading', 'trades', async () => must((await some(trader.listAccountTrades())).length === 1, 'not one')],
  ['trading', 'cancel all', () => trader.cancelAll()],
  ['trading', 'notifications', () => trader.fetchNotifications()],
  ['trading', 'closed only', () => trader.fetchClosedOnlyMode()],
  ['catalog', 'markets', () => some(client.listMarkets({ pageSize: 5 }), 12)],
  ['catalog', 'events', () => some(client.listEvents({ pageSize: 5 }), 12)],
  ['catalog', 'search', () => first(client.search({ q: 'the' }))],
  ['books', 'book', () => client.fetchOrderBook({ tokenId })],
  ['books', 'midpoint', () => client.fetchMidpoint({ tokenId })],
  ['books', 'history', () => client.fetchPriceHistory({ tokenId, interval: '1h' })],
  ['data', 'trades', () => some(client.listTrades({ user, pageSize: 1 }), 3)],
  ['data', 'activity', () => some(client.listActivity({ user, pageSize: 1 }), 3)],
  ['data', 'positions', () => some(client.listPositions({ user }))],
  ['data', 'market positions', () => some(client.listMarketPositions({ market: condition }))],
  ['data', 'value', () => client.fetchPortfolioValue({ user })],
  ['data', 'traded', () => client.fetchTradedMarketCount({ user })],
  ['data', 'holders', async () => must((await client.listMarketHolders({ market: [condition] })).length > 0, 'none')],
  ['data', 'open interest', async () => must((await client.listOpenInterest({ market: [condition] })).length > 0, 'none')],
  ['data', 'live volume', () => client.fetchEventLiveVolume({ id: SITE.event })],
  ['data', 'leaderboard', () => some(client.listTraderLeaderboard({ timePeriod: 'ALL' }))],
  ['data', 'accounting', () => client.downloadAccountingSnapshot({ user })],
  ['rewards', 'current', () => some(client.listCurrentRewards())],
  ['rewards', 'of a market', () => some(client.listMarketRewards({ conditionId: condition }))],
  ['rewards', 'earnings of a day', () => first(trader.listUserEarningsForDay({ date: day }))],
  ['rewards', 'total of a day', () => trader.fetchTotalEarningsForUserForDay({ date: day })],
  ['rewards', 'percentages', () => trader.fetchRewardPercentages()],
  ['rewards', 'earnings and markets', () => some(trader.listUserEarningsAndMarketsConfig({ date: day }))],
  ['streams', 'market', bookStream],
  ['streams', 'user', userStream],
];

await drive(process.argv[2] === 'follow' ? [['streams', 'book through cuts', follow]] : FLOWS);
