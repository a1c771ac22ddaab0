/** Drives npm `@catalyst-team/poly-sdk`, whose hosts are in its code. */
import { EventEmitter, on } from 'node:events';
import { pathToFileURL } from 'node:url';
import { mapHosts } from './mapped-hosts.mjs';
import { awaited, drive, must, SITE } from './steps.mjs';
import { StreamedBook } from './streamed-book.mjs';

mapHosts({
  'clob.polymarket.com': SITE.clob,
  'gamma-api.polymarket.com': SITE.gamma,
  'data-api.polymarket.com': SITE.data,
  'ws-subscriptions-clob.polymarket.com': SITE.stream,
});
// It prints what it does; standard output is for the steps only.
console.log = console.error;
const index = `${process.env.CLIENTS}/node_modules/@catalyst-team/poly-sdk/dist/src/index.js`;
const { PolymarketSDK, RealtimeServiceV2 } = await import(pathToFileURL(index).href);

const { yes, condition, maker, slug, day } = SITE;
const sdk = new PolymarketSDK({ privateKey: SITE.key });
const { tradingService: trader, markets, gammaApi: gamma, dataApi: data } = sdk;
let orderId = '';

async function limit(price, size) {
  const placed = await trader.createLimitOrder({ tokenId: yes, side: 'BUY', price, size });
  must(placed.success, placed.errorMsg);
  return placed.orderId;
}

async function market(amount) {
  const placed = await trader.createMarketOrder({ tokenId: yes, side: 'BUY', amount, orderType: 'FOK' });
  must(placed.success && placed.transactionHashes.length === 1, placed.errorMsg ?? 'no trade named');
}

/** Any of a list; throws when there is none. */
async function some(rows) {
  must((await rows).length > 0, 'none');
}

async function openOrders() {
  const order = (await trader.getOpenOrders()).find(({ id }) => id === orderId);
  must(order?.status === 'open', `status ${order?.status}`);
}

async function oneOrder() {
  const order = await trader.getOrder(orderId);
  must(order?.status === 'open' && order.remainingSize === 10, `status ${order?.status}`);
}

/** Events of its handlers, in order. It waits 10 s for a live-data stream, which the site does not have, and continues. */
class Streams {
  #realtime = new RealtimeServiceV2();
  #emitter = new EventEmitter();
  #events = on(this.#emitter, 'event');

  async open() {
    const emit = (kind) => (event) => this.#emitter.emit('event', { kind, ...event });
    await this.#realtime.connect();
    this.#realtime.subscribeMarkets([yes], {
      onOrderbook: emit('book'),
      onPriceChange: emit('change'),
      onLastTrade: emit('trade'),
    });
    const { key: apiKey, secret, passphrase } = trader.getCredentials();
    this.#realtime.subscribeUserEvents({ apiKey, secret, passphrase }, { onOrder: emit('order'), onTrade: emit('own trade') });
  }

  async next(what, wanted) {
    return (await awaited(what, this.#events, ([event]) => wanted(event), 5_000))[0];
  }
}

const streams = new Streams();

async function bookStream() {
  await streams.open();
  const streamed = new StreamedBook(yes);
  streamed.begin(await streams.next('a book', ({ kind }) => kind === 'book'));
  await streamed.mustBeTrue();
}

async function priceChange() {
  const id = await limit(0.21, 7);
  const { changes } = await streams.next('the order', ({ kind }) => kind === 'change');
  await trader.cancelOrder(id);
  must(changes.length > 0, 'a change without changes');
}

async function orderOfUser() {
  const id = await limit(0.22, 7);
  const { orderId: placed } = await streams.next('the placement', ({ kind, price }) => kind === 'order' && price === 0.22);
  await trader.cancelOrder(id);
  must(placed === id, `order ${placed}`);
}

async function trades() {
  await market(5);
  await streams.next('the trade', ({ kind, price }) => kind === 'trade' && price === 0.55);
  await market(5);
  await streams.next('its own trade', ({ kind, takerOrderId }) => kind === 'own trade' && takerOrderId !== undefined);
}

await drive([
  ['trading', 'key', () => sdk.initialize()],
  ['trading', 'place GTC', async () => (orderId = await limit(0.3, 10))],
  ['trading', 'open orders', openOrders],
  ['trading', 'one order', oneOrder],
  ['trading', 'is scoring', () => trader.isOrderScoring(orderId)],
  ['trading', 'cancel', async () => must((await trader.cancelOrder(orderId)).success, 'not cancelled')],
  ['trading', 'market FOK', () => market(6)],
  ['trading', 'trades', async () => must((await trader.getTrades()).length === 1, 'not one')],
  ['trading', 'cancel all', () => trader.cancelAllOrders()],
  ['trading', 'balance', async () => must(Number((await trader.getBalanceAllowance('COLLATERAL')).balance) > 0, 'none')],
  ['books', 'book', async () => must((await markets.getTokenOrderbook(yes)).bids.length > 0, 'no bids')],
  ['books', 'both books', async () => must((await markets.getProcessedOrderbook(condition)).yes.bid > 0, 'no bid')],
  ['books', 'midpoint', async () => must((await markets.getMidpoint(yes)) > 0, 'none')],
  ['books', 'spread', async () => must((await markets.getSpread(yes)) > 0, 'none')],
  ['books', 'last trade', async () => must((await markets.getLastTradePrice(yes)) > 0, 'none')],
  ['books', 'history', () => markets.getPricesHistory({ tokenId: yes, interval: '1h' })],
  ['catalog', "trading's markets", async () => some((await markets.getClobMarkets()).markets)],
  ['catalog', 'market of both', async () => must((await sdk.getMarket(condition)).conditionId === condition, 'another market')],
  ['catalog', 'markets', () => some(gamma.getMarkets({ limit: 5 }))],
  ['catalog', 'trending', () => some(gamma.getTrendingMarkets(5))],
  [
    'catalog',
    'market',
    async () => must((await gamma.getMarketByConditionId(condition))?.conditionId === condition, 'another market'),
  ],
  ['catalog', 'events', () => some(gamma.getEvents({ limit: 5 }))],
  ['catalog', 'event', async () => must((await gamma.getEventBySlug(slug))?.slug === slug, 'another event')],
  ['data', 'positions', () => some(data.getPositions(maker))],
  ['data', 'closed positions', () => data.getClosedPositions(maker)],
  ['data', 'activity', () => some(data.getActivity(maker))],
  ['data', 'all activity', () => some(data.getAllActivity(maker))],
  ['data', 'trades', () => some(data.getTradesByUser(maker))],
  ['data', 'trades of a market', () => some(data.getTradesByMarket(condition))],
  ['data', 'value', async () => must((await data.getAccountValue(maker)).value > 0, 'none')],
  ['data', 'holders', () => some(data.getMarketHolders({ market: condition }))],
  ['data', 'leaderboard', async () => some((await data.fetchLeaderboard({ timePeriod: 'ALL' })).entries)],
  ['data', 'profile of a wallet', () => sdk.wallets.getWalletProfile(maker)],
  ['rewards', 'current', async () => some(trader.getCurrentRewards())],
  ['rewards', 'earnings of a day', () => trader.getEarningsForDay(day)],
  ['streams', 'book', bookStream],
  ['streams', 'trades', trades],
  ['streams', 'price change', priceChange],
  ['streams', 'order of a user', orderOfUser],
]);
