/** Drives npm `ccxt`, class `prediction.polymarket`; with `follow`, only its stream, through disconnects. */
import { pathToFileURL } from 'node:url';
import { drive, must, SITE } from './steps.mjs';
import { StreamedBook } from './streamed-book.mjs';

const { default: ccxt } = await import(pathToFileURL(`${process.env.CLIENTS}/node_modules/ccxt/js/ccxt.js`).href);

const { privateKeyToAccount } = await import(
  pathToFileURL(`${process.env.CLIENTS}/node_modules/viem/_esm/accounts/index.js`).href
);
const address = privateKeyToAccount(SITE.key).address;

/** The exchange with the site's addresses and a wallet that signs for itself: the default is a deposit wallet (3). */
function exchange() {
  const made = new ccxt.prediction.polymarket({
    privateKey: SITE.key,
    walletAddress: address,
    options: { funder: address, signatureType: 0 },
  });
  const { clob, gamma, data, stream } = SITE;
  Object.assign(made.urls.api, { clob, gamma, data, ws: `${stream}/ws/market`, wsUser: `${stream}/ws/user` });
  return made;
}

const venue = exchange();
if (SITE.stream.startsWith('ws:')) await venue.loadHttpProxyAgent();
const { yes } = SITE;
let orderId = '';

/** With a price: without one it uses the catalog's, which is between the sides (polymarket.js:2038). */
const buyNow = (cost) => venue.createOrder(yes, 'market', 'buy', cost, 0.55, { cost });

async function book() {
  const { bids, asks } = await venue.fetchOrderBook(yes);
  must(bids.length > 0 && asks.length > 0, 'one-sided');
}

function streamed({ bids, asks }) {
  const level = ([price, size]) => ({ price, size });
  const made = new StreamedBook(yes, { hasHashes: false });
  made.begin({ bids: bids.map(level), asks: asks.map(level) });
  return made;
}

async function bookStream() {
  await venue.watchOrderBook(yes);
  const next = venue.watchOrderBook(yes);
  const { id } = await venue.createOrder(yes, 'limit', 'buy', 7, 0.21);
  await streamed(await next).mustBeTrue();
  const trade = venue.watchTrades(yes);
  await venue.cancelOrder(id);
  await buyNow(5);
  must(
    (await trade).some(({ price }) => price === 0.55),
    'no trade received',
  );
}

async function userStream() {
  const orders = venue.watchOrders();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { id } = await venue.createOrder(yes, 'limit', 'buy', 7, 0.22);
  must(
    (await orders).some((order) => order.id === id),
    'another order',
  );
  await venue.cancelOrder(id);
  const trades = venue.watchMyTrades();
  const taken = await buyNow(5);
  must(
    (await trades).some(({ order }) => order === taken.id),
    'another trade',
  );
}

/** Runs until the load's last order, through disconnects and a restart, after which it subscribes again. */
async function follow() {
  const end = Date.now() + Number(SITE.timeoutMs);
  let changes = 0;
  for (;;) {
    must(Date.now() < end, 'the last order was not received');
    try {
      const now = streamed(await venue.watchOrderBook(yes));
      changes += 1;
      if (!now.isLast) continue;
      await now.mustBeTrue();
      return must(changes >= Number(SITE.changes), `${changes} changes only`);
    } catch (error) {
      if (!(error instanceof ccxt.NetworkError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

const FLOWS = [
  ['trading', 'key', () => venue.createOrDeriveApiKey()],
  ['trading', 'place GTC', async () => (orderId = (await venue.createOrder(yes, 'limit', 'buy', 10, 0.3)).id)],
  [
    'trading',
    'open orders',
    async () =>
      must(
        (await venue.fetchOpenOrders()).some(({ id }) => id === orderId),
        'not listed',
      ),
  ],
  ['trading', 'one order', async () => must((await venue.fetchOrder(orderId)).id === orderId, 'another order')],
  ['trading', 'cancel', () => venue.cancelOrder(orderId)],
  ['trading', 'market FOK', async () => must((await buyNow(6)).id !== undefined, 'no id')],
  ['trading', 'trades', async () => must((await venue.fetchMyTrades()).length === 1, 'not one')],
  ['trading', 'cancel all', () => venue.cancelAllOrders()],
  ['trading', 'balance', async () => must((await venue.fetchBalance()).total.USDC > 0, 'none')],
  ['books', 'time', () => venue.fetchTime()],
  ['books', 'status', () => venue.fetchStatus()],
  ['books', 'book', book],
  ['books', 'ticker', async () => must((await venue.fetchTicker(yes)).bid > 0, 'no bid')],
  ['books', 'tickers', async () => must(Object.keys(await venue.fetchTickers([yes])).length === 1, 'not one')],
  ['books', 'history', () => venue.fetchOHLCV(yes, '1h')],
  ['books', 'fee', () => venue.fetchTradingFee(yes)],
  ['catalog', 'markets', async () => must((await venue.fetchMarkets()).length > 0, 'none')],
  ['catalog', 'events', async () => must((await venue.fetchEvents({ slug: SITE.slug })).length === 1, 'not one')],
  ['catalog', 'event', async () => must((await venue.fetchEvent(SITE.slug)).slug === SITE.slug, 'another event')],
  ['catalog', 'search', () => venue.fetchEvents({ query: 'the' })],
  ['data', 'trades', async () => must((await venue.fetchTrades(yes)).length > 0, 'none')],
  ['data', 'positions', async () => must((await venue.fetchPositions()).length > 0, 'none')],
  ['data', 'open interest', () => venue.fetchOpenInterest(yes)],
  ['streams', 'market', bookStream],
  ['streams', 'user', userStream],
];

await drive(process.argv[2] === 'follow' ? [['streams', 'book through cuts', follow]] : FLOWS);
