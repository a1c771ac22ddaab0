import { limitOrder, type ExchangePreset } from '@foretell/client';
import { eventually } from '../eventually';
import { listOf, openMarkets, type OpenMarket } from '../reads';
import type { World } from '../world';

const MARKETS = 60;

/** A market with rewards and a book deep on both sides, of the standard or the neg-risk exchange; its maker has traded in it. */
export async function openSite(
  world: World,
  domain: ExchangePreset,
  isNegRisk: boolean,
): Promise<Readonly<Record<string, string>>> {
  const market = await openMarket(world, isNegRisk);
  const [yes, no] = market.tokenIds;
  await world.opsJson(
    'markets',
    'set',
    market.conditionId,
    '--rewards-rate',
    '100',
    '--rewards-min-size',
    '5',
    '--rewards-max-spread',
    '20',
  );
  const [maker, taker] = [await world.trader({ domain }), await world.trader({ domain })];
  const quote = (tokenId: string, size: string) =>
    maker.placeOne(limitOrder({ tokenId, side: 'BUY', price: '0.45', size, isNegRisk: market.isNegRisk }));
  await quote(yes, '2000');
  await quote(no, '2000');
  for (const size of ['10', '11', '12'])
    await taker.placeOne(limitOrder({ tokenId: yes, side: 'BUY', price: '0.55', size, isNegRisk: market.isNegRisk }));
  await eventually('the data service has applied the trades', async () => {
    const trades = await fetch(`${world.data.url}/trades?user=${maker.wallet.address}`);
    return trades.status === 200 && listOf(await trades.json()).length === 3;
  });
  await eventually('the leaderboard shows the maker', async () => {
    const board = await fetch(`${world.data.url}/v1/leaderboard?user=${maker.wallet.address}`);
    return board.status === 200 && listOf(await board.json()).length === 1;
  });
  const events = listOf(await (await fetch(`${world.gamma.url}/events?limit=100`)).json());
  // Official SDKs accept only ids of 32 bits; an unknown id gets an empty response.
  const [event = '1'] = events.flatMap(({ id }) => (typeof id === 'string' && Number(id) < 2 ** 31 ? [id] : []));
  return {
    clob: world.clob.url,
    gamma: world.gamma.url,
    data: world.data.url,
    stream: world.clob.url.replace('http', 'ws'),
    condition: market.conditionId,
    yes,
    no,
    maker: maker.wallet.address,
    event,
    slug: events.flatMap(({ slug }) => (typeof slug === 'string' ? [slug] : []))[0] ?? '',
    day: new Date().toISOString().slice(0, 10),
  };
}

/** The sample has open markets of both exchanges. */
export async function openMarket(world: World, isNegRisk: boolean): Promise<OpenMarket> {
  const markets = await openMarkets(world, MARKETS);
  const market = markets.find((each) => each.isNegRisk === isNegRisk);
  if (market === undefined) throw new Error(`the sample has no open market of that exchange among ${MARKETS}`);
  return market;
}
