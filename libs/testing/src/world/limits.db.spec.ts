import { Limits, type LimitTable } from '@foretell/platform-limits';
import { NatsLink, readNatsSettings } from '@foretell/platform-nats';
import { PrismaService } from '@foretell/platform-prisma';
import { createTestDatabase, testNats, type TestDatabase } from '.';

/** Longer than a slow machine takes for all requests here: no capacity is restored during the test. */
const WINDOW_MILLIS = 100_000;
const COUNT = 400;
const TABLE: LimitTable = {
  rules: [
    { name: 'general', count: 10 * COUNT, windowMillis: WINDOW_MILLIS },
    { name: 'order-burst', count: COUNT, windowMillis: WINDOW_MILLIS, routes: ['POST /order'] },
  ],
  byKey: new Set(['POST /order']),
};
const SILENT = { log: () => undefined, warn: () => undefined, error: () => undefined };
const SHARED_MILLIS = 20_000;

jest.setTimeout(WINDOW_MILLIS);

describe('limits of two replicas', () => {
  let database: TestDatabase;
  let prisma: PrismaService;
  const nats = testNats();
  const links: NatsLink[] = [];
  const replicas: Limits[] = [];

  const replica = async (servers = nats.url): Promise<Limits> => {
    const link = new NatsLink(readNatsSettings('clob', { NATS_URL: servers, NATS_PREFIX: nats.prefix }), SILENT);
    const limits = new Limits({ service: 'clob', table: TABLE, isOn: true, trustedProxies: 0, prisma, link });
    if (servers === nats.url) await link.ready();
    await limits.onApplicationBootstrap();
    links.push(link);
    replicas.push(limits);
    return limits;
  };
  /** Waits for a condition caused by another process's message. */
  const until = async (condition: () => boolean): Promise<void> => {
    const deadline = Date.now() + SHARED_MILLIS;
    while (!condition()) {
      if (Date.now() > deadline) throw new Error('the other replica received nothing');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  /**
   * Waits until published counts have arrived. Requests must be slower than messages, otherwise the overshoot equals the requests
   * in between.
   */
  const messagesArrived = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    for (const link of links) await (await link.ready()).flush();
  };
  const ask = (limits: Limits, subject: string): boolean => limits.limiter.admit('POST /order', subject).isAdmitted;

  beforeAll(async () => {
    database = await createTestDatabase();
    prisma = new PrismaService(database.pool);
  });
  afterEach(async () => {
    for (const limits of replicas.splice(0)) limits.beforeApplicationShutdown();
    await Promise.all(links.splice(0).map((link) => link.close()));
    await database.pool.query('delete from clob.limits');
  });
  afterAll(() => database?.drop());

  it('admit as many requests of a client that alternates between both as one replica would, within a twentieth', async () => {
    const [first, second] = [await replica(), await replica()];
    // Both must be listening first: requests to one replica are known to the other.
    await until(() => {
      ask(first, 'warm up');
      return second.limiter.size > 0;
    });
    let admitted = 0;
    for (let turn = 0; turn < 2 * COUNT; turn += 1) {
      if (ask(turn % 2 === 0 ? first : second, 'alice')) admitted += 1;
      await messagesArrived();
    }
    expect(admitted).toBeGreaterThanOrEqual(COUNT);
    expect(admitted).toBeLessThanOrEqual(COUNT * 1.05);
  });

  it('apply an operator setting at one replica at once, at the other soon, and after a start', async () => {
    const [first, second] = [await replica(), await replica()];
    expect(await first.set('order-burst', 3)).toMatchObject({ limit: 'order-burst', count: 3, usual: COUNT, scope: 'key' });
    expect([1, 2, 3, 4].map(() => ask(first, 'bob'))).toEqual([true, true, true, false]);
    await until(() => second.show().limits.some(({ limit, count }) => limit === 'order-burst' && count === 3));
    const third = await replica();
    expect(third.show().limits).toContainEqual(expect.objectContaining({ limit: 'order-burst', count: 3 }));
    expect(await third.set('order-burst', null)).toMatchObject({ count: COUNT });
    await until(() => first.show().limits.every(({ count, usual }) => count === usual));
  });

  it('refuse an unknown limit, and list the known ones', async () => {
    const limits = await replica();
    await expect(limits.set('orders', 1)).rejects.toThrow('unknown limit orders; the limits are general, order-burst, documents');
  });

  it('count separately while NATS is unavailable', async () => {
    const alone = await replica('nats://127.0.0.1:1');
    let admitted = 0;
    for (let turn = 0; turn < COUNT + 50; turn += 1) if (ask(alone, 'carol')) admitted += 1;
    expect(admitted).toBe(COUNT);
  });
});
