import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TradingClient } from '@foretell/client';
import { eventually } from '../eventually';
import { catalogIsCaughtUp } from '../record';
import { fieldsOf, listOf, openMarkets, type Fields, type OpenMarket } from '../reads';
import { limit } from '../orders';
import { signedHeaders } from '../signed-headers';
import { startSampleWorld, type World } from '../world';

export type Service = 'clob' | 'gamma' | 'data';

export interface Asked {
  readonly service: Service;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Name of an authentication header to leave out; null leaves out all of them. */
  readonly without?: string | null | undefined;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** The sample's site with a resting order and a trade, and functions to call it. */
export class PublishedSite {
  private constructor(
    private readonly world: World,
    readonly trader: TradingClient,
    readonly market: OpenMarket,
    /** A market without other traders. */
    private readonly otherMarket: OpenMarket,
    /** Existing values, by the names of parameters and path parts. */
    readonly known: Readonly<Record<string, string>>,
  ) {}

  static async start(): Promise<PublishedSite> {
    const world = await startSampleWorld({ logLevel: 'warn' });
    const [market, otherMarket] = await openMarkets(world, 2);
    if (market === undefined || otherMarket === undefined) throw new Error('the sample has no open markets');
    const [maker, trader] = [await world.trader(), await world.trader()];
    await trader.call('POST', '/auth/builder-api-key');
    await maker.split({ conditionId: market.conditionId, amount: '100' });
    await maker.placeOne(limit(market, 'SELL', 0, 20, 60));
    const taken = { ...limit(market, 'BUY', 0, 10, 60), builder: `0x${trader.wallet.address.slice(2).padStart(64, '0')}` };
    await trader.placeOne(taken);
    const { orderID } = await trader.placeOne(limit(market, 'BUY', 0, 10, 40));
    await maker.placeOne(limit(market, 'SELL', 0, 5, 40));
    await importProfile(world, trader);
    await eventually('the trades are in the activity, with a name', async () => {
      const rows = await world.records.activity({ user: trader.wallet.address });
      return rows.length > 1 && rows.every(({ name }) => name !== '');
    });
    await catalogIsCaughtUp(world);
    return new PublishedSite(world, trader, market, otherMarket, await knownOf(world, { trader, maker, market, orderID }));
  }

  stop(): Promise<void> {
    return this.world.stop();
  }

  async ask({ service, method, path, body, without }: Asked): Promise<Answered> {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const signed = without === null ? {} : signedHeaders(this.trader, { method, path: String(path.split('?')[0]), body: bytes });
    const headers = Object.fromEntries(Object.entries(signed).filter(([name]) => name !== without));
    const init = body === undefined ? {} : { body: bytes };
    const response = await fetch(`${this.world[service].url}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...init,
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }

  /** A signed order that was never sent, as an item of POST /orders; with `isTaking` it trades at once. */
  order({ isTaking = false } = {}): Fields {
    const { market } = this;
    const { item } = this.trader.sign(isTaking ? limit(market, 'BUY', 0, 5, 60) : limit(market, 'BUY', 0, 5, 10));
    return { ...item, order: { ...item.order, conditionId: market.conditionId } };
  }

  /** The id of a resting order that no other test needs, and its market. */
  async spare(): Promise<{ readonly orderId: string; readonly market: string }> {
    const { otherMarket } = this;
    const { orderID } = await this.trader.placeOne(limit(otherMarket, 'BUY', 0, 5, 10));
    return { orderId: orderID, market: otherMarket.conditionId };
  }

  get(service: Service, path: string): Promise<Answered> {
    return this.ask({ service, method: 'GET', path });
  }

  async read(service: Service, path: string): Promise<Fields> {
    return fieldsOf((await this.get(service, path)).body);
  }

  async list(service: Service, path: string): Promise<readonly Fields[]> {
    const { body } = await this.get(service, path);
    return listOf(Array.isArray(body) ? body : fieldsOf(body)['data']);
  }
}

/** Imports a name and a picture, so that their fields are not empty. */
async function importProfile(world: World, { wallet }: TradingClient): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), 'profiles-')), 'profiles.json');
  const picture = 'https://images.example.org/ada.png';
  const texts = { name: 'ada', pseudonym: 'Early Bird', bio: 'Trades elections.', userName: 'ada' };
  const profile = { proxyWallet: wallet.address, ...texts, profileImage: picture, profileImageOptimized: picture };
  await writeFile(file, JSON.stringify([profile]));
  await world.opsJson('profiles', 'import', file);
}

interface Traded {
  readonly trader: TradingClient;
  readonly maker: TradingClient;
  readonly market: OpenMarket;
  readonly orderID: string;
}

async function knownOf(world: World, { trader, maker, market, orderID }: Traded): Promise<Readonly<Record<string, string>>> {
  const trades = await trader.trades();
  const taken = trades.find(({ type }) => type === 'TAKER');
  const [listed] = await world.catalog.markets({ conditionId: market.conditionId });
  const event = fieldsOf(await world.catalog.event(listed?.events?.[0]?.id ?? ''));
  const [tag] = listOf(event['tags']);
  const [series] = listOf(await (await fetch(`${world.gamma.url}/series`)).json());
  const ofMarket = { market: market.conditionId, asset_id: market.tokenIds[0], after: '1', before: String(2 ** 31) };
  const of = (service: Service, values: object): [string, string][] =>
    Object.entries(values).map(([name, value]) => [`${service} ${name}`, String(value)]);
  return Object.fromEntries([
    ...of('clob', { ...ofMarket, next_cursor: 'MA==', condition_id: market.conditionId, orderId: orderID }),
    ...of('clob', { '/data/orders id': orderID, '/data/trades id': taken?.id, '/builder/trades id': taken?.id }),
    ...of('clob', { taker: trader.wallet.address, maker: maker.wallet.address, maker_address: maker.wallet.address }),
    ...of('gamma', { '/markets/{id} id': listed?.id, '/markets slug': listed?.slug, conditionId: market.conditionId }),
    ...of('gamma', { '/events/{id} id': event['id'], '/events slug': event['slug'], '/events/slug/{slug} slug': event['slug'] }),
    ...of('gamma', { tag: tag?.['slug'], tag_slug: tag?.['slug'], tag_id: tag?.['id'], event_id: event['id'] }),
    ...of('gamma', { event_slug: event['slug'], series_slug: series?.['slug'], order: 'createdAt', q: 'norland' }),
    ...of('gamma', { creator: CREATOR }),
    ...of('data', { user: trader.wallet.address, market: market.conditionId, userName: 'ada' }),
  ]);
}

/** Creator of the sample's markets. */
const CREATOR = '0x7a3f5c1e9b2d4860a1c3e5f7092b4d6e8f1a3c5b';
