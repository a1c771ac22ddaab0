import { setTimeout as delay } from 'node:timers/promises';
import { StreamsClient, TradingClient, type BookUpdate } from '@foretell/client';
import { eventually } from './harness/eventually';
import { streamChanges } from './harness/journeys.config';
import { limit } from './harness/orders';
import { fieldsOf, openMarket, type OpenMarket } from './harness/reads';
import { lastCommit } from './harness/record';
import { replicaOf } from './harness/replica';
import type { ServiceProcess } from './harness/service-process';
import { TcpProxy } from './harness/tcp-proxy';
import { startSampleWorld, type World } from './harness/world';

const CHANGES = streamChanges();
const JOURNEY_MS = 300_000 + CHANGES * 100;
const TRADERS = 4;
const KILLS_LEAST = 2;

/** The updates of a stream, by the client. */
interface Heard {
  readonly sequences: number[];
  /** Snapshots, including the first. */
  snapshots: number;
  /** Books whose hash equals the service's. */
  proven: number;
  readonly faults: string[];
}

/** Clients follow through disconnects and kills. Their updates are compared between independent streams. */
describe('the streams of two replicas, cut and killed under load', () => {
  let world: World;
  let replicas: readonly ServiceProcess[];
  let proxies: readonly TcpProxy[];
  let market: OpenMarket;
  let traders: readonly TradingClient[];
  /** For each trader, one client for each replica. */
  let clients: readonly (readonly TradingClient[])[];
  let streams: StreamsClient;
  const over = new AbortController();
  const running: Promise<void>[] = [];
  const yes: Heard = { sequences: [], snapshots: 0, proven: 0, faults: [] };
  const no: Heard = { sequences: [], snapshots: 0, proven: 0, faults: [] };
  const orders: Heard = { sequences: [], snapshots: 0, proven: 0, faults: [] };
  let last: BookUpdate | undefined;
  let isLoaded = true;
  let kills = 0;
  /** Traders whose stream has started. */
  const following = new Set<number>();
  /** The sequence of each trader's last step. */
  const lastOfTrader: number[] = Array.from({ length: TRADERS }, () => 0);

  beforeAll(async () => {
    world = await startSampleWorld({ logLevel: 'info' });
    const second = await replicaOf(world);
    await second.start();
    replicas = [world.clob, second];
    proxies = await Promise.all(replicas.map(({ url }) => TcpProxy.before(url)));
    market = await openMarket(world);
    traders = await Promise.all(Array.from({ length: TRADERS }, () => world.trader()));
    clients = traders.map(({ wallet, key }) =>
      replicas.map(({ url }) => {
        const client = new TradingClient({ url, wallet, timeoutMs: 10_000 });
        client.useKey(key);
        return client;
      }),
    );
    streams = new StreamsClient({ url: proxies.map((proxy, index) => proxy.through(replicas[index]?.url ?? '')) });
  }, JOURNEY_MS);

  afterAll(async () => {
    isLoaded = false;
    over.abort();
    await Promise.allSettled(running);
    for (const client of clients?.flat() ?? []) client.close();
    for (const proxy of proxies ?? []) proxy.close();
    await replicas?.[1]?.stop();
    await world?.stop();
  }, JOURNEY_MS);

  const followBook = async (outcome: 0 | 1, heard: Heard): Promise<void> => {
    for await (const update of streams.books([market.tokenIds[outcome]], { signal: over.signal })) {
      if (update.kind === 'snapshot') heard.snapshots += 1;
      else heard.sequences.push(update.sequence);
      const changes = update.messages.flatMap((each) => (each.event_type === 'price_change' ? each.price_changes : []));
      const hash = changes.at(-1)?.hash ?? '';
      // A replica that has just restarted has no hash for steps without a subscriber.
      if (hash === update.book.hash) heard.proven += 1;
      else if (hash !== '') heard.faults.push(`at ${update.sequence} the book is ${update.book.hash}, not ${hash}`);
      if (outcome === 0) last = update;
    }
  };
  const followOrders = async (trader: TradingClient, number: number): Promise<void> => {
    let previous = 0;
    const onConnection = (): void => void following.add(number);
    const options = { markets: [market.conditionId], signal: over.signal, onConnection };
    for await (const update of streams.user(trader.key, options)) {
      if (update.kind === 'snapshot_required') {
        orders.faults.push(`updates before ${update.sequence} are unknown`);
        continue;
      }
      if (update.sequence <= previous) orders.faults.push(`${update.sequence} follows ${previous}`);
      previous = update.sequence;
      lastOfTrader[number] = update.sequence;
      orders.sequences.push(update.sequence);
    }
  };
  /** Each trader has its own prices, so that no order of a commit undoes another. */
  const trade = async (number: number): Promise<void> => {
    for (let turn = 0; isLoaded; turn += 1) {
      const client = clients[number]?.[(turn >> 3) % 2];
      if (client === undefined) return;
      const cents = 2 + number * 8 + (turn % 8);
      try {
        const placed = await client.placeOne(limit(market, 'BUY', turn % 2 === 0 ? 0 : 1, 5 + (turn % 7), cents));
        if (placed.success && placed.status === 'live') await client.cancel(placed.orderID);
      } catch {
        // A replica is down, or there is no writer at the moment: the streams report the result.
        await delay(50);
      }
    }
  };
  /** The last sequence of each stream. */
  const lasts = (): readonly number[] => [...lastOfTrader, yes.sequences.at(-1) ?? 0, no.sequences.at(-1) ?? 0];
  const disturb = async (): Promise<void> => {
    for (let turn = 0; isLoaded; turn += 1) {
      await delay(1_500);
      for (const proxy of proxies) proxy.cut();
      await delay(1_000);
      const victim = replicas[turn % 2];
      await victim?.kill();
      await delay(1_000);
      await victim?.start();
      kills += 1;
      // A replica sends only updates after its start. Before the other one is killed, all streams must have received a later
      // update.
      const since = await lastCommit(world);
      while (isLoaded && lasts().some((sequence) => sequence <= since)) await delay(20);
    }
  };

  it(
    `send ${CHANGES} commits, each once, and every book equals the service's by its hash`,
    async () => {
      running.push(...traders.map(followOrders), followBook(0, yes), followBook(1, no));
      await eventually('the streams have started', () => yes.snapshots + no.snapshots === 2 && following.size === TRADERS);
      // A first order of each trader shows that its stream is connected.
      for (const [index, client] of clients.entries()) await client[0]?.placeOne(limit(market, 'BUY', 0, 5, 90 - index));
      await eventually('the orders are received', () => orders.sequences.length >= TRADERS);
      const load = [...clients.keys()].map(trade);
      const disturbing = disturb();
      const isEnough = (): boolean => yes.sequences.length >= CHANGES && kills >= KILLS_LEAST;
      await eventually('enough commits and kills', isEnough, JOURNEY_MS);
      isLoaded = false;
      await Promise.all([...load, disturbing]);
      const final = await eventually('a last order', async () => {
        const placed = await clients[0]?.[0]?.placeOne(limit(market, 'BUY', 0, 11, 1)).catch(() => undefined);
        return placed?.success === true ? placed.orderID : undefined;
      });
      expect(final).toMatch(/^0x/);
      await eventually('all updates are received', () => {
        const end = Math.max(...orders.sequences);
        const isCaughtUp = yes.sequences.at(-1) === end && no.sequences.at(-1) === end;
        return isCaughtUp && last?.book.bids.some(({ size }) => size === '11') === true;
      });
    },
    JOURNEY_MS,
  );

  it('missed no update, repeated none, and needed no second snapshot', () => {
    const changed = [...new Set(orders.sequences)].sort((one, other) => one - other);
    expect([yes.faults, no.faults, orders.faults]).toEqual([[], [], []]);
    expect([yes.snapshots, no.snapshots]).toEqual([1, 1]);
    expect(yes.sequences).toEqual(changed);
    expect(no.sequences).toEqual(changed);
    expect(Math.min(yes.proven, no.proven)).toBeGreaterThan(CHANGES / 2);
    expect(kills).toBeGreaterThanOrEqual(KILLS_LEAST);
  });

  it('end with the book that each replica returns', async () => {
    for (const { url } of replicas) {
      await eventually(`${url} shows the book`, async () => {
        const book = fieldsOf(await (await fetch(`${url}/book?token_id=${market.tokenIds[0]}`)).json());
        return book['hash'] === last?.book.hash;
      });
    }
  });
});
