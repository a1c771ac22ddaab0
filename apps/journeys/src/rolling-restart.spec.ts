import { setTimeout as delay } from 'node:timers/promises';
import { TradingClient } from '@foretell/client';
import { eventually } from './harness/eventually';
import { freePort } from './harness/free-port';
import { Front } from './harness/front';
import { openMarkets } from './harness/reads';
import { Reading } from './harness/reading';
import { acceptances, dataIsCaughtUp, journalEvents, orderIds, tradeRows, wronglyFilled } from './harness/record';
import { SettlingLoad } from './harness/settling-load';
import { ServiceProcess } from './harness/service-process';
import { expectSound } from './harness/sound';
import { startSampleWorld, type World } from './harness/world';

/** Twelve starts and six stops of processes, about twenty seconds each on one core. */
const JOURNEY_MS = 480_000;
const STEP_MS = 60_000;
const SERVICES = ['data', 'gamma', 'clob'] as const;
type Service = (typeof SERVICES)[number];
const TRADERS = 4;
const ORDERS_BETWEEN = 20;
const READ: Readonly<Record<Service, string>> = {
  data: '/v1/leaderboard?timePeriod=WEEK',
  gamma: '/events?limit=2',
  clob: '/markets',
};

/** Two replicas of each service behind one address, each stopped gracefully and restarted, one after the other. */
describe('a rolling restart of every service under load', () => {
  let world: World;
  const twins: ServiceProcess[] = [];
  const fronts: Front[] = [];
  const clients: TradingClient[] = [];
  let load: SettlingLoad;
  let readings: Readonly<Record<Service, Reading>> | undefined;
  const ordersAfter: number[] = [];

  const twinOf = async (service: Service): Promise<ServiceProcess> => {
    const port = String(await freePort());
    const environment = { ...world.operator.environment, [`${service.toUpperCase()}_PORT`]: port };
    const twin = new ServiceProcess(service, `http://127.0.0.1:${port}`, environment);
    twins.push(twin);
    await twin.start();
    return twin;
  };
  const taken = (orders: number): Promise<true> =>
    eventually('orders are accepted', () => load.acknowledgedAt.size >= orders, STEP_MS);

  beforeAll(async () => {
    world = await startSampleWorld({ logLevel: 'info', environmentOf: () => ({ SANDBOX_CREDIT: '1000000' }) });
    const replicas = { data: await twinOf('data'), gamma: await twinOf('gamma'), clob: await twinOf('clob') };
    const front = async (service: Service): Promise<Front> => {
      const made = await Front.before([world[service].url, replicas[service].url]);
      fronts.push(made);
      return made;
    };
    const urls = { data: (await front('data')).url, gamma: (await front('gamma')).url, clob: (await front('clob')).url };
    for (let each = 0; each < TRADERS; each += 1) {
      const { wallet, key } = await world.trader();
      const client = new TradingClient({ url: urls.clob, wallet });
      client.useKey(key);
      clients.push(client);
    }
    load = new SettlingLoad(clients, await openMarkets(world, 3));
    const read = (service: Service): Reading => new Reading(`${urls[service]}${READ[service]}`);
    const reading = { data: read('data'), gamma: read('gamma'), clob: read('clob') };
    readings = reading;
    await taken(ORDERS_BETWEEN);
    for (const service of SERVICES) {
      // The replica that writes, or applies, comes first.
      for (const replica of [world[service], replicas[service]]) {
        await replica.stop();
        await replica.start();
        const before = load.acknowledgedAt.size;
        await taken(before + ORDERS_BETWEEN);
        ordersAfter.push(load.acknowledgedAt.size - before);
      }
    }
    await delay(500);
    await Promise.all([load.stop(), ...Object.values(reading).map((each) => each.stop())]);
  }, JOURNEY_MS);

  afterAll(async () => {
    load?.abandon();
    await Promise.all(Object.values(readings ?? {}).map((reading) => reading.stop()));
    for (const front of fronts) front.close();
    for (const client of clients) client.close();
    await Promise.all(twins.map((twin) => twin.stop()));
    await world?.stop();
  }, STEP_MS);

  it('refused reads for no longer than the limit, and accepted orders after each restart', () => {
    if (readings === undefined) throw new Error('nobody read');
    const read = readings;
    const first = Math.min(...load.acknowledgedAt.values());
    const lines = SERVICES.map((service) => {
      const { answered, refusals } = read[service];
      const why = [...new Set(refusals)].join(', ');
      const gap = read[service].longestGap().toFixed(0);
      return `${service}: ${answered} reads, ${refusals.length} refused (${why}), ${gap} ms without one`;
    });
    process.stderr.write(
      `${lines.join('; ')}; ${load.acknowledgedAt.size} orders, ${load.longestGapSince(first).toFixed(0)} ms without one, ` +
        `${[...load.turnedAway.values()].reduce((sum, count) => sum + count, 0)} refused, ${load.ambiguous.size} sent again\n`,
    );
    expect(ordersAfter.filter((orders) => orders >= ORDERS_BETWEEN)).toHaveLength(SERVICES.length * 2);
    expect(SERVICES.filter((service) => read[service].answered === 0)).toEqual([]);
  });

  it('lost no order and doubled none', async () => {
    const accepted = acceptances(await journalEvents(world));
    const recorded = await orderIds(world);
    expect([...load.acknowledgedAt.keys()].filter((id) => accepted.get(id) === undefined || !recorded.has(id))).toEqual([]);
    expect([...accepted].filter(([, times]) => times !== 1)).toEqual([]);
    expect(await wronglyFilled(world)).toEqual([]);
    expect(load.refused).toBe(0);
  });

  it(
    'let the consumers catch up, and left every invariant intact',
    async () => {
      await dataIsCaughtUp(world);
      const { shown, recorded } = await tradeRows(world);
      expect(recorded).toBeGreaterThan(0);
      expect(shown).toBe(recorded);
      await expectSound(world);
    },
    STEP_MS,
  );
});
