/** Drives npm `pmxt-core`, class PolymarketExchange: some hosts are environment variables, others are in its documents. */
import { createRequire } from 'node:module';
import { drive, must, SITE } from './steps.mjs';

Object.assign(process.env, {
  POLYMARKET_CLOB_URL: SITE.clob,
  POLYMARKET_DATA_URL: SITE.data,
  POLYMARKET_GAMMA_URL: `${SITE.gamma}/events`,
  POLYMARKET_GAMMA_SEARCH_URL: `${SITE.gamma}/public-search`,
  POLYMARKET_GAMMA_MARKETS_URL: `${SITE.gamma}/markets`,
});
// It prints what it does; standard output is for the steps only.
console.log = console.error;
const load = createRequire(`${process.env.CLIENTS}/package.json`);
const documents = [
  [SITE.clob, load('pmxt-core/dist/exchanges/polymarket/api-clob').polymarketClobSpec],
  [SITE.gamma, load('pmxt-core/dist/exchanges/polymarket/api-gamma').polymarketGammaSpec],
  [SITE.data, load('pmxt-core/dist/exchanges/polymarket/api-data').polymarketDataSpec],
];
for (const [url, { servers }] of documents) servers[0].url = url;
const { PolymarketExchange } = load('pmxt-core/dist/exchanges/polymarket');

const { yes: outcomeId, condition: marketId } = SITE;
const venue = new PolymarketExchange({ privateKey: SITE.key, signatureType: 'eoa', baseUrl: SITE.clob });
const order = (amount, price) => ({ marketId, outcomeId, side: 'buy', type: 'limit', amount, price });
let orderId = '';

drive([
  ['trading', 'key', () => venue.initAuth()],
  ['trading', 'place GTC', async () => must((orderId = (await venue.createOrder(order(10, 0.3))).id) !== '', 'no id')],
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
  ['trading', 'cancel', async () => must((await venue.cancelOrder(orderId)).status === 'cancelled', 'not cancelled')],
  ['trading', 'crossing order', async () => must((await venue.createOrder(order(10, 0.55))).id !== '', 'no id')],
  ['trading', 'balance', async () => must((await venue.fetchBalance())[0].total > 0, 'none')],
  ['books', 'book', async () => must((await venue.fetchOrderBook(outcomeId)).bids.length > 0, 'no bids')],
  ['books', 'history', () => venue.fetchOHLCV(outcomeId, { resolution: '1h' })],
  ['catalog', 'markets', async () => must((await venue.fetchMarkets({ limit: 5 })).length > 0, 'none')],
  ['catalog', 'market search', () => venue.fetchMarkets({ query: 'the', limit: 5 })],
  ['catalog', 'events', async () => must((await venue.fetchEvents({ limit: 5 })).length > 0, 'none')],
  ['catalog', 'event', async () => must((await venue.fetchEvents({ slug: SITE.slug })).length === 1, 'not one')],
  ['catalog', 'event search', () => venue.fetchEvents({ query: 'the', limit: 5 })],
  ['data', 'trades', async () => must((await venue.fetchTrades(outcomeId, { limit: 5 })).length > 0, 'none')],
  ['data', 'own trades', async () => must((await venue.fetchMyTrades({ limit: 5 })).length > 0, 'none')],
  ['data', 'positions', async () => must((await venue.fetchPositions()).length > 0, 'none')],
]);
