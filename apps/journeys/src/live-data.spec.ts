import type { TradingClient } from '@foretell/client';
import type { ActivityMessage } from '@foretell/contracts';
import { WebSocket } from 'ws';
import { eventually } from './harness/eventually';
import { limit } from './harness/orders';
import { openMarket, type OpenMarket } from './harness/reads';
import { catalogIsCaughtUp } from './harness/record';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
const STEP_MS = 30_000;

/** Trades of real processes, as a follower of the live-data stream receives them. */
describe('the live-data stream', () => {
  let world: World;
  let market: OpenMarket;
  let [alice, bob]: TradingClient[] = [];
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    world = await startSampleWorld();
    await catalogIsCaughtUp(world);
    market = await openMarket(world);
    [alice, bob] = [await world.trader(), await world.trader()];
  }, JOURNEY_MS);

  afterAll(async () => {
    for (const socket of sockets) socket.terminate();
    await world?.stop();
  }, STEP_MS);

  /** Follows as published clients do: a host, a subscription, messages. Settles when the subscription has begun. */
  const follow = async (type: string, filters: object): Promise<ActivityMessage[]> => {
    const messages: ActivityMessage[] = [];
    const socket = new WebSocket(world.data.url.replace('http', 'ws'));
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const subscription = { topic: 'activity', type, filters: JSON.stringify(filters) };
    socket.send(JSON.stringify({ action: 'subscribe', subscriptions: [subscription] }));
    socket.send('PING');
    await new Promise<void>((resolve) => socket.once('message', () => resolve()));
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8')) as ActivityMessage));
    return messages;
  };

  it(
    'sends a trade with the market that the catalog has, to who follows it',
    async () => {
      const [listed] = await world.catalog.markets({ conditionId: market.conditionId });
      const [event] = listed?.events ?? [];
      const [mine, other] = [await follow('*', { event_slug: event?.slug }), await follow('*', { market_slug: 'another' })];
      await alice?.place([limit(market, 'BUY', 0, 10, 60)]);
      await bob?.place([limit(market, 'BUY', 1, 10, 40)]);
      await eventually('three messages', async () => mine.length === 3 || undefined);
      const common = {
        topic: 'activity',
        payload: {
          conditionId: market.conditionId,
          title: listed?.question,
          slug: market.slug,
          eventSlug: event?.slug,
          side: 'BUY',
        },
      };
      const part = (trader: TradingClient | undefined, outcomeIndex: number, price: number) => ({
        proxyWallet: trader?.wallet.address,
        asset: market.tokenIds[outcomeIndex],
        outcome: market.outcomes[outcomeIndex],
        outcomeIndex,
        price,
        size: 10,
      });
      expect(mine).toMatchObject([
        { ...common, type: 'orders_matched', payload: { ...common.payload, ...part(bob, 1, 0.4) } },
        { ...common, type: 'trades', payload: { ...common.payload, ...part(bob, 1, 0.4) } },
        { ...common, type: 'trades', payload: { ...common.payload, ...part(alice, 0, 0.6) } },
      ]);
      expect(other).toEqual([]);
    },
    STEP_MS,
  );
});
