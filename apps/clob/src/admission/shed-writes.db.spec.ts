import type { NestExpressApplication } from '@nestjs/platform-express';
import { EngineService } from '../engine/engine.service';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

/** More than the limit, by the assumed cost of a command before the first batch. */
const ORDERS_MAX = 1_000;
const BATCH = 15;

describe('the trading service under overload', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let standby: NestExpressApplication;

  beforeAll(async () => {
    world = await ClobWorld.open({ SHED_AFTER_MILLIS: '50' });
    market = await world.list();
    alice = await world.trader();
    ({ app: standby } = await world.process());
  });
  afterAll(async () => {
    await standby?.close();
    await world?.close();
  });

  const draft = () => ({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 }) as const;
  /** Blocks every commit at the head: later commands wait. */
  const held = async (): Promise<() => Promise<void>> => {
    const holder = await world.database.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from clob.journal_head for update');
    return async () => {
      await holder.query('rollback');
      holder.release();
    };
  };
  const batch = () => Array.from({ length: BATCH }, () => alice.sign(draft()).item);

  it('refuses new writes before their signature is checked, accepts cancels, and finishes accepted work', async () => {
    const resting = await alice.rest(draft());
    const release = await held();
    const waiting: Promise<{ readonly status: number }>[] = [];
    // Signed only once: commits must not be blocked for longer than a commit waits.
    const body = JSON.stringify(batch());
    const unsigned = () => alice.tampered('POST', '/orders', body, { headers: { SERVICE_SIGNATURE: 'AAAA' } });
    let refusal = await unsigned();
    for (let orders = 0; refusal.status === 401 && orders < ORDERS_MAX; orders += BATCH) {
      waiting.push(alice.call('POST', '/orders', batch()));
      refusal = await unsigned();
    }
    expect(refusal).toMatchObject({ status: 503, body: { code: 'engine_busy', error: expect.stringContaining('try again') } });
    const answer = await fetch(`${world.url}/Order/`, { method: 'POST', body: '{' });
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('access-control-allow-origin')]).toEqual([
      503,
      expect.stringMatching(/^[123]$/),
      '*',
    ]);
    const slow = { method: 'POST', body: '[]', headers: { 'X-Envoy-Expected-Rq-Timeout-Ms': '900' } };
    expect((await fetch(`${world.url}/orders`, slow)).status).toBe(401);
    const canceled = alice.call('DELETE', '/order', { orderId: resting });
    expect((await world.get(`/book?token_id=${market.yes}`)).status).toBe(200);
    await release();
    expect(await canceled).toMatchObject({ status: 200, body: { canceled: [resting] } });
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    // The last may have arrived when the queue had just been found too long.
    expect(statuses.slice(0, -1)).toEqual(waiting.slice(1).map(() => 200));
    expect([200, 503]).toContain(statuses.at(-1));
    await world.until('new writes are taken', async () => (await unsigned()).status === 401);
    expect((await world.get('/metrics')).text).toMatch(/foretell_shed_requests_total\{route="POST \/orders"\} [1-9]/);
  });

  it('answers everything that arrives at once: every read, every cancel, and every order, accepted or refused', async () => {
    const resting = await alice.rest(draft());
    const orders = Array.from({ length: 200 }, () => alice.call('POST', '/orders', [alice.sign(draft()).item]));
    const reads = Array.from({ length: 100 }, () => world.get(`/book?token_id=${market.yes}`));
    const cancel = alice.call('DELETE', '/order', { orderId: resting });
    expect(await cancel).toMatchObject({ status: 200, body: { canceled: [resting] } });
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
    const answers = await Promise.all(orders);
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.every(({ body }) => JSON.stringify(body).includes('"success":true'))).toBe(true);
    for (const { status } of answers) expect([200, 503]).toContain(status);
  });

  it('also refuses at a forwarding replica, as soon as the writer has reported its backlog', async () => {
    const url = await standby.getUrl();
    const there = world.at(url, alice);
    await world.until('the standby is ready', async () => (await fetch(`${url}/readyz`)).status === 200);
    const body = JSON.stringify(batch());
    const unsigned = () => there.tampered('POST', '/orders', body, { headers: { SERVICE_SIGNATURE: 'AAAA' } });
    expect(await unsigned()).toMatchObject({ status: 401 });
    const release = await held();
    const waiting: Promise<{ readonly status: number }>[] = [];
    await world.until('the writer has enough', async () => {
      waiting.push(alice.call('POST', '/orders', batch()));
      return (await alice.tampered('POST', '/orders', body, { headers: { SERVICE_SIGNATURE: 'AAAA' } })).status === 503;
    });
    // A readiness request makes the standby ping the writer.
    await world.until('the standby has heard', async () => {
      await fetch(`${url}/readyz`);
      return (await unsigned()).status === 503;
    });
    await release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toContain(200);
    await world.until('new writes are taken', async () => (await unsigned()).status === 401);
  });

  it('cancels an order that was sent before and still waits', async () => {
    const release = await held();
    const engine = world.app.get(EngineService);
    const sent = [];
    const ids: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { orderId, item } = alice.sign(draft());
      sent.push(alice.call('POST', '/orders', [item]));
      ids.push(orderId);
      await world.until('the order waits', async () => engine.orderWallet(orderId) !== undefined);
    }
    const last = ids.at(-1);
    const canceled = alice.call('DELETE', '/order', { orderId: last });
    await release();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await canceled).toMatchObject({ status: 200, body: { canceled: [last] } });
  });
});
