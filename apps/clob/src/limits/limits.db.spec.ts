import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Answer } from '../testing/answer';
import type { Trader } from '../testing/trader';

describe('a caller who asks too often', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open({ LIMITS: 'on', TRUSTED_PROXIES: '1' });
    market = await world.list();
    alice = await world.trader();
  });
  afterAll(() => world?.close());
  afterEach(async () => {
    for (const limit of ['book', 'order-burst', 'general']) await world.command('ops.clob.limits.set', { limit });
  });

  const wish = () => ({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 }) as const;
  const placeOne = (trader: Trader): Promise<Answer> => trader.call('POST', '/order', trader.sign(wish()).item);
  let caller = 0;
  /** A network address that nobody has asked from. */
  const address = (): Record<string, string> => ({ 'x-forwarded-for': `198.51.100.${++caller}` });
  const book = (headers: Record<string, string>, url = world.url): Promise<Response> =>
    fetch(`${url}/book?token_id=${market.yes}`, { headers });

  it('gets 429 with the time to wait, in the error body of the surface', async () => {
    await world.command('ops.clob.limits.set', { limit: 'book', count: 2 });
    const from = address();
    const [first, second, third] = [await book(from), await book(from), await book(from)];
    expect([first.status, second.status, third.status]).toEqual([200, 200, 429]);
    expect([first, second].map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['1', '0']);
    const { error, code, details } = (await third.json()) as Record<string, unknown>;
    expect({ error, code, details }).toMatchObject({
      error: 'Too Many Requests',
      code: 'too_many_requests',
      details: { limit: 'book', count: 2, windowSeconds: 10 },
    });
    const seconds = Number(third.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(11);
    expect(third.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('is counted by network address, whatever the path is spelled like', async () => {
    await world.command('ops.clob.limits.set', { limit: 'book', count: 1 });
    const from = address();
    expect((await book(from)).status).toBe(200);
    const respelled = await fetch(`${world.url}/BOOK/?token_id=${market.yes}`, { headers: from });
    expect(respelled.status).toBe(429);
    expect((await fetch(`${world.url}/book?token_id=${market.yes}`, { method: 'HEAD', headers: from })).status).toBe(429);
    expect((await book(address())).status).toBe(200);
  });

  it('is counted by API key where he trades, from whatever address', async () => {
    await world.command('ops.clob.limits.set', { limit: 'order-burst', count: 1 });
    const bob = await world.trader();
    expect((await placeOne(alice)).status).toBe(200);
    expect(await placeOne(alice)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect((await placeOne(bob)).status).toBe(200);
  });

  it('cannot use up the budget of a key that he does not hold', async () => {
    await world.command('ops.clob.limits.set', { limit: 'order-burst', count: 1 });
    const carol = await world.trader();
    for (let turn = 0; turn < 3; turn += 1) {
      const response = await carol.tampered('POST', '/order', '{}', { headers: { SERVICE_SIGNATURE: 'AAAA' } });
      expect(response.status).toBe(401);
    }
    expect((await placeOne(carol)).status).toBe(200);
  });

  it('whose credentials are refused is counted by address', async () => {
    await world.command('ops.clob.limits.set', { limit: 'general', count: 2 });
    const from = address();
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await fetch(`${world.url}/data/orders`, { headers: from })).status);
    expect(statuses).toEqual([401, 401, 429, 429]);
  });

  it('does not keep the surface from being asked how it is', async () => {
    await world.command('ops.clob.limits.set', { limit: 'general', count: 0 });
    const from = address();
    expect((await book(from)).status).toBe(429);
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await fetch(world.url + path, { headers: from })).status).toBe(200);
  });
});
