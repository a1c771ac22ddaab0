/** Drives npm `@varla/polymarket`, which is written for Bun and does not need it. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { drive, must, SITE } from './steps.mjs';

const varla = await import(pathToFileURL(`${process.env.CLIENTS}/node_modules/@varla/polymarket/dist/index.js`).href);
const require = createRequire(`${process.env.CLIENTS}/package.json`);
const { createWalletClient, http } = require('viem');
const { privateKeyToAccount } = require('viem/accounts');
const { polygon } = require('viem/chains');

const { clob: baseUrl, yes: tokenId, condition, maker: address, slug, day } = SITE;
const options = { tickSize: '0.01', negRisk: true };
const wallet = createWalletClient({ account: privateKeyToAccount(SITE.key), chain: polygon, transport: http(baseUrl) });
const trader = new varla.ClobTradingClient(wallet, { baseUrl });
const books = new varla.ClobClient({ baseUrl });
const gamma = new varla.GammaClient({ baseUrl: SITE.gamma });
const data = new varla.DataApiClient({ baseUrl: SITE.data });
const now = Math.floor(Date.now() / 1_000);
let orderId = '';

function taken(placed, status) {
  must(placed.success && placed.status === status, placed.errorMsg || `status ${placed.status}`);
  return placed;
}

/** Any of a list; throws when there is none. */
async function some(rows) {
  const [first] = await rows;
  must(first !== undefined, 'none');
  return first;
}

async function bookStream() {
  const received = new Promise((resolve, reject) => {
    setTimeout(reject, 5_000, new Error('no book received'));
    const stream = varla.createClobWsClient({ onBookUpdate: resolve }, { url: `${SITE.stream}/ws/market` });
    stream.subscribeMarket(condition);
    stream.connect();
  });
  must((await received).bids.length > 0, 'no bids');
}

await drive([
  ['trading', 'key', () => trader.init()],
  [
    'trading',
    'place GTC',
    async () => {
      const placed = await trader.createAndPostOrder({ tokenId, price: 0.3, size: 10, side: 'BUY' }, options);
      orderId = taken(placed, 'live').orderID;
    },
  ],
  [
    'trading',
    'open orders',
    async () =>
      must(
        (await trader.getOpenOrders()).some(({ id }) => id === orderId),
        'not listed',
      ),
  ],
  ['trading', 'one order', async () => must((await trader.getOrder(orderId)).id === orderId, 'another order')],
  ['trading', 'cancel', async () => must((await trader.cancelOrder(orderId)).canceled.length === 1, 'not cancelled')],
  [
    'trading',
    'market FOK',
    async () => must(taken(await trader.marketBuy({ tokenId, amount: 6 }, options), 'matched').tradeIDs.length === 1, 'no trade'),
  ],
  ['trading', 'own trades', async () => must((await trader.getTrades()).length === 1, 'not one')],
  ['trading', 'cancel all', () => trader.cancelAll()],
  [
    'trading',
    'balance',
    async () => must(BigInt((await trader.getBalanceAllowance({ asset_type: 'COLLATERAL' })).balance) > 0n, 'none'),
  ],
  ['trading', 'api keys', async () => must((await trader.getApiKeys()).apiKeys.length === 1, 'not one')],
  ['trading', 'closed only', () => trader.getClosedOnlyMode()],
  ['trading', 'heartbeat', () => trader.heartbeat()],
  ['books', 'book', async () => must((await books.getBook(tokenId)).asset_id === tokenId, 'another book')],
  ['books', 'midpoint', async () => must(Number((await books.getMidpoint(tokenId)).mid) > 0, 'none')],
  ['books', 'history', () => books.getPricesHistory({ tokenId, startTs: now - 3_600, endTs: now, interval: '1h' })],
  ['catalog', 'markets', () => some(gamma.listMarkets({ limit: 5 }))],
  [
    'catalog',
    'markets by condition',
    async () => must((await gamma.getMarketsByConditionIds([condition])).length === 1, 'not one'),
  ],
  ['catalog', 'market', async () => gamma.getMarketById((await some(gamma.listMarkets({ limit: 1 }))).id)],
  ['catalog', 'keyset', async () => some((await gamma.listMarketsKeyset({ limit: 5 })).markets)],
  ['catalog', 'events', () => some(gamma.listEvents({ limit: 5 }))],
  ['catalog', 'event', async () => must((await gamma.getEventBySlug(slug)).slug === slug, 'another event')],
  ['catalog', 'tags', () => some(gamma.listTags({ limit: 5 }))],
  ['catalog', 'related tags', async () => gamma.getRelatedTagsById((await some(gamma.listTags({ limit: 1 }))).id)],
  ['catalog', 'series', () => gamma.listSeries({ limit: 5 })],
  ['catalog', 'sports', () => gamma.getSports()],
  ['catalog', 'teams', () => gamma.listTeams({ limit: 5 })],
  ['catalog', 'market types', () => gamma.getValidSportsMarketTypes()],
  ['catalog', 'search', () => gamma.search('the')],
  ['catalog', 'profile', () => gamma.getPublicProfile(address)],
  ['data', 'health', () => data.healthCheck()],
  ['data', 'trades', () => some(data.getTrades({ address }))],
  ['data', 'activity', () => some(data.getUserActivity({ address, type: ['TRADE', 'SPLIT'] }))],
  ['data', 'positions', () => some(data.getCurrentPositions({ address }))],
  ['data', 'closed positions', () => data.getAllClosedPositions({ address })],
  ['data', 'market positions', () => some(data.getMarketPositions({ market: condition }))],
  ['data', 'value', () => some(data.getTotalPositionValue(address))],
  ['data', 'traded', async () => must((await data.getTotalMarketsTraded(address)).traded > 0, 'none')],
  ['data', 'holders', () => some(data.getTopHolders({ market: condition }))],
  ['data', 'open interest', () => some(data.getOpenInterest({ market: condition }))],
  ['data', 'live volume', () => data.getLiveVolume({ id: Number(SITE.event) })],
  ['data', 'leaderboard', () => some(data.getTraderLeaderboard({ timePeriod: 'ALL' }))],
  ['data', 'builders', () => data.getBuilderLeaderboard()],
  ['data', 'builder volumes', () => data.getBuilderVolume()],
  ['data', 'accounting', () => data.getAccountingSnapshot(address)],
  ['rewards', 'rewarded markets', () => some(trader.getRewardsMarkets())],
  ['rewards', 'earnings of a day', () => trader.getEarningsForDay(day)],
  ['rewards', 'total of a day', () => trader.getTotalEarningsForDay(day)],
  ['rewards', 'percentages', () => trader.getLiquidityRewardPercentages()],
  ['streams', 'book stream', bookStream],
]);
