/** Drives npm `@polymarket/client`, the official SDK, as a reader. */
import { pathToFileURL } from 'node:url';
import { drive, must, SITE } from './steps.mjs';

const entry = `${process.env.CLIENTS}/node_modules/@polymarket/client/dist/index.js`;
const { createPublicClient, forkEnvironmentConfig } = await import(pathToFileURL(entry).href);

const { condition, maker: user, day } = SITE;
const environment = forkEnvironmentConfig({
  name: 'site',
  clob: { rest: SITE.clob },
  gamma: { rest: SITE.gamma },
  data: { rest: SITE.data },
});
const client = createPublicClient({ environment });

/** The first items of a paginated list, over as many pages as they take. */
async function some(paginated, count = 1) {
  const seen = [];
  for await (const page of paginated) {
    seen.push(...page.items);
    if (seen.length >= count) break;
  }
  must(seen.length > 0, 'none');
  return seen;
}

/** The first page of a search, whose items are lists by kind. */
async function first(paginated) {
  for await (const page of paginated) return must(page.items !== undefined, 'no items');
}

drive([
  ['catalog', 'markets', () => some(client.listMarkets({ pageSize: 5 }), 12)],
  ['catalog', 'events', () => some(client.listEvents({ pageSize: 5 }), 12)],
  ['catalog', 'search', () => first(client.search({ q: 'the' }))],
  ['books', 'book', () => client.fetchOrderBook({ tokenId: SITE.yes })],
  ['books', 'midpoint', () => client.fetchMidpoint({ tokenId: SITE.yes })],
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
]);
