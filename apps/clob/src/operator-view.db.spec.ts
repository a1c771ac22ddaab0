import { createHash, randomBytes } from 'node:crypto';
import { answerCheck, committedApi, readOperations } from '@foretell/testing';
import type { OperatorStatus } from '@foretell/contracts';
import { fieldsOf } from './testing/answer';
import { ClobWorld } from './testing/clob-world';

const PATH = '/operator/status';
const KEY = randomBytes(32).toString('hex');
const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** A response without its time. */
async function seen(response: Response): Promise<readonly unknown[]> {
  const headers = [...response.headers].filter(([name]) => !['date', 'ratelimit-remaining'].includes(name));
  return [response.status, headers, await response.text()];
}

describe('the operator’s view', () => {
  describe('of a service without a key', () => {
    let world: ClobWorld;
    beforeAll(async () => {
      world = await ClobWorld.open();
    });
    afterAll(() => world?.close());

    it.each([undefined, `Bearer ${KEY}`, 'Bearer '])('is an unknown path to who brings %s', async (authorization) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const unknown = await seen(await fetch(`${world.url}/operator/nothing`, { headers }));
      expect(await seen(await fetch(world.url + PATH, { headers }))).toEqual(unknown);
      expect(unknown[0]).toBe(404);
    });
  });

  describe('of a service with a key', () => {
    let world: ClobWorld;
    beforeAll(async () => {
      world = await ClobWorld.open({ OPERATOR_VIEW_KEY_SHA256: digestOf(KEY), LIMITS: 'on' });
    });
    afterAll(() => world?.close());

    const ask = (authorization = `Bearer ${KEY}`): Promise<Response> =>
      fetch(world.url + PATH, { headers: { authorization }, signal: AbortSignal.timeout(20_000) });
    const status = async (): Promise<OperatorStatus> => (await (await ask()).json()) as OperatorStatus;
    /** After the cached values are too old. */
    const later = async (): Promise<OperatorStatus> => {
      await world.pass(1);
      return status();
    };

    it.each([
      ['nothing', ''],
      ['another key', `Bearer ${randomBytes(32).toString('hex')}`],
      ['the digest that the service is configured with', `Bearer ${digestOf(KEY)}`],
      ['a part of the key', `Bearer ${KEY.slice(0, -1)}`],
      ['more than the key', `Bearer ${KEY}0`],
      ['the key in capitals', `Bearer ${KEY.toUpperCase()}`],
      ['the key of another scheme', `Basic ${KEY}`],
      ['the key without a scheme', KEY],
      ['two keys', `Bearer ${KEY} ${KEY}`],
      ['a key as long as a header may be', `Bearer ${'f'.repeat(8_000)}`],
      ['a key outside of ASCII', `Bearer ${'\u00e9'.repeat(64)}`],
    ])('refuses %s', async (_what, authorization) => {
      const response = await ask(authorization);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toMatchObject({ code: 'operator_key_wrong' });
    });

    it('takes the key from no other place than its header', async () => {
      expect((await fetch(`${world.url}${PATH}?key=${KEY}&authorization=Bearer%20${KEY}`)).status).toBe(401);
    });

    it('takes no other method', async () => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const response = await fetch(world.url + PATH, { method, headers: { authorization: `Bearer ${KEY}` } });
        expect(response.status).toBe(404);
      }
    });

    it('may be asked for by a page of another origin, and is kept by nobody', async () => {
      const preflight = await fetch(world.url + PATH, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://console.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      });
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/(^|,)authorization(,|$)/);
      expect((await ask()).headers.get('cache-control')).toBe('no-store');
    });

    it('says what its document promises', async () => {
      const document = committedApi('clob');
      const operation = readOperations(document).find(({ path }) => path === PATH);
      if (operation === undefined) throw new Error('the document has no operator’s view');
      expect(answerCheck(document)(operation, { status: 200, body: await later() })).toEqual([]);
    });

    it('is looked up once a second, however often it is asked for', async () => {
      const first = await later();
      const [second, third] = await Promise.all([status(), status()]);
      expect([second, third]).toEqual([first, first]);
      expect((await later()).at).toBeGreaterThan(first.at);
    });

    it('shows who holds the lease, whether it is ready, and how far behind everything is', async () => {
      const { surface, lease, isReady, checks, lags, health } = await later();
      expect({ surface, isReady, health }).toEqual({ surface: 'clob', isReady: true, health: 'ok' });
      expect(lease).toMatchObject({ isHeldHere: true, epoch: 1, holder: expect.any(String) });
      expect(checks).toContainEqual({ name: 'engine', state: 'ok' });
      expect(lags.map(({ name, source }) => `${name} ${source}`.trim())).toEqual([
        'writer',
        'recorder',
        'follower',
        'relay clob',
        'ingest gamma',
      ]);
      expect(lags.find(({ name }) => name === 'writer')).toMatchObject({ behind: 0, seconds: 0 });
    });

    it('counts orders, trades and refusals by their codes', async () => {
      const before = await later();
      const market = await world.list();
      const trader = await world.trader();
      const order = { tokenId: market.yes, side: 'BUY', pips: 5_000, shares: 10 } as const;
      await trader.call('POST', '/order', trader.sign(order).item);
      await trader.call('POST', '/order', trader.sign({ ...order, shares: 10_000_000 }).item);
      const after = await later();
      const rise = (name: string): number => totalOf(after, name) - totalOf(before, name);
      expect({ orders: rise('orders'), emitted: rise('events-emitted') > 0, asked: rise('requests') > 2 }).toEqual({
        orders: 2,
        emitted: true,
        asked: true,
      });
      expect(after.refusals).toContainEqual({ of: 'request', code: 'operator_key_wrong', total: expect.any(Number) });
      expect(after.refusals.find(({ of, code }) => of === 'order' && /balance/.test(code))).toMatchObject({ total: 1 });
    });

    it('shows the limits as operators set them', async () => {
      await world.command('ops.clob.limits.set', { limit: 'book', count: 7 });
      const { limits } = await later();
      expect(limits.find(({ limit }) => limit === 'book')).toMatchObject({ count: 7, usual: 200 });
      await world.command('ops.clob.limits.set', { limit: 'book' });
    });

    it('shows what the doctor found last, and how old that is', async () => {
      expect((await later()).examination).toBeUndefined();
      const answer = await world.command('ops.clob.doctor', {});
      await world.pass(89);
      const { examination, unread } = await later();
      expect(unread).toEqual([]);
      expect(examination).toMatchObject({ ageSeconds: 90 });
      expect(examination?.report).toEqual(fieldsOf(answer)['result']);
      await world.command('ops.clob.doctor', {});
      expect((await later()).examination).toMatchObject({ ageSeconds: 1 });
    });

    it('has nothing in it that could be the key or another secret', async () => {
      const text = JSON.stringify(await later());
      for (const secret of [KEY, digestOf(KEY), '07'.repeat(32), world.database.url]) expect(text).not.toContain(secret);
    });

    it('is given also while the database is away, and says what it could not look up', async () => {
      await world.database.pool.query('alter table clob.doctor_reports rename to doctor_reports_away');
      await world.database.pool.query('alter table clob.journal_head rename to journal_head_away');
      try {
        const { unread, lease, examination } = await later();
        expect({ unread: [...unread].sort(), lease, examination }).toEqual({
          unread: ['examination', 'lease'],
          lease: undefined,
          examination: undefined,
        });
      } finally {
        await world.database.pool.query('alter table clob.journal_head_away rename to journal_head');
        await world.database.pool.query('alter table clob.doctor_reports_away rename to doctor_reports');
      }
    });
  });
});

function totalOf({ totals }: OperatorStatus, name: string): number {
  return totals.find((each) => each.name === name)?.total ?? 0;
}
