import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Answer } from '../testing/answer';
import type { Trader } from '../testing/trader';

/** What was answered to a request whose body was not sent. */
interface Unread {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

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

  const draft = () => ({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 }) as const;
  const placeOne = (trader: Trader): Promise<Answer> => trader.call('POST', '/order', trader.sign(draft()).item);
  let caller = 0;
  /** A network address without requests so far. */
  const address = (): Record<string, string> => ({ 'x-forwarded-for': `198.51.100.${++caller}` });
  const book = (headers: Record<string, string>, url = world.url): Promise<Response> =>
    fetch(`${url}/book?token_id=${market.yes}`, { headers });

  it('gets 429 with the time to wait, in the error body of the service', async () => {
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

  it.each([
    ['malformed JSON', { 'content-type': 'application/json' }, '{'],
    ['two prefixes', { SERVICE_API_KEY: 'x', POLY_API_KEY: 'x' }, '{}'],
    ['no credentials', {}, '{}'],
  ])('S6: is counted by address where he has to prove himself and does not, with %s', async (_, headers, body) => {
    await world.command('ops.clob.limits.set', { limit: 'general', count: 3 });
    const from = address();
    const statuses: number[] = [];
    const left: (string | null)[] = [];
    for (let each = 0; each < 5; each += 1) {
      const answer = await fetch(`${world.url}/order`, { method: 'POST', headers: { ...from, ...headers }, body });
      statuses.push(answer.status);
      left.push(answer.headers.get('ratelimit-remaining'));
    }
    expect(left).toEqual(['2', '1', '0', '0', '0']);
    expect(statuses.slice(0, 3).filter((status) => status === 429)).toEqual([]);
    expect(statuses.slice(3)).toEqual([429, 429]);
  });

  it('S6: has one limit for all networks of an IPv6 site', async () => {
    await world.command('ops.clob.limits.set', { limit: 'site', count: 3 });
    const statuses: number[] = [];
    for (let network = 0; network < 5; network += 1)
      statuses.push((await book({ 'x-forwarded-for': `2001:db8:5:${network}::1` })).status);
    statuses.push((await book({ 'x-forwarded-for': '2001:db8:6:1::1' })).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 200]);
    await world.command('ops.clob.limits.set', { limit: 'site' });
  });

  it('S6: has one limit for all keys of an address, which gets back what a key has proved', async () => {
    const [bob, carol] = [await world.trader(), await world.trader()];
    const ask = async (trader: Trader): Promise<number> => (await trader.call('GET', '/data/orders')).status;
    const left = async (): Promise<number> => Number((await fetch(`${world.url}/version`)).headers.get('ratelimit-remaining'));
    const before = await left();
    expect([await ask(bob), await ask(carol), await ask(bob)]).toEqual([200, 200, 200]);
    // More only if a part has left the window since.
    expect(await left()).toBeGreaterThanOrEqual(before - 1);
    await world.command('ops.clob.limits.set', { limit: 'address-keys', count: 0 });
    expect([await ask(bob), await ask(carol)]).toEqual([429, 429]);
    await world.command('ops.clob.limits.set', { limit: 'address-keys' });
    expect([await ask(bob), await ask(carol)]).toEqual([200, 200]);
  });

  it('S4: is counted by each id of a list that he cancels', async () => {
    await world.command('ops.clob.limits.set', { limit: 'cancel-ids', count: 1_500 });
    const ids = (from: number): string[] => Array.from({ length: 1_000 }, (_, at) => `0x${(from + at).toString(16)}`);
    const cancels = async (from: number, count = 1_000): Promise<Answer> =>
      alice.call('DELETE', '/orders', ids(from).slice(0, count));
    expect(await cancels(0)).toMatchObject({ status: 200, body: { canceled: [] } });
    expect(await cancels(1_000)).toMatchObject({ status: 429, body: { details: { limit: 'cancel-ids' } } });
    expect((await cancels(0, 500)).status).toBe(200);
    await world.command('ops.clob.limits.set', { limit: 'cancel-ids' });
  });

  it('S4: whose budget of ids is spent is refused before his next list is sent, and nobody else is', async () => {
    await world.command('ops.clob.limits.set', { limit: 'cancel-ids', count: 1_500 });
    const [bob, carol] = [await world.trader(), await world.trader()];
    const listOf = (count: number): string[] =>
      Array.from({ length: count }, (_, at) => `0x${at.toString(16).padStart(64, '0')}`);
    /** A list of which only the head is sent, so a response proves that the body was not read. */
    const unsent = async (apiKey: string, length: number): Promise<Unread> => {
      const headers = { SERVICE_API_KEY: apiKey, 'content-type': 'application/json', 'content-length': length };
      const outgoing = request(`${world.url}/orders`, { method: 'DELETE', headers }).on('error', () => undefined);
      outgoing.flushHeaders();
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      const body = (await response.toArray()).join('');
      outgoing.destroy();
      return { status: response.statusCode, headers: response.headers, body };
    };
    expect((await bob.call('DELETE', '/orders', listOf(1_000))).status).toBe(200);
    // Nothing was refused yet: what a header says is not believed.
    const [spentBytes, smallBytes] = [JSON.stringify(listOf(1_000)).length, JSON.stringify(listOf(400)).length];
    expect((await bob.call('DELETE', '/orders', listOf(1_000))).status).toBe(429);

    const refused = await unsent(bob.apiKey.toUpperCase(), spentBytes);
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([429, '*']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(refused.body)).toMatchObject({
      code: 'too_many_requests',
      details: { limit: 'cancel-ids', count: 1_500 },
    });
    expect((await carol.call('DELETE', '/orders', listOf(1_000))).status).toBe(200);
    expect((await bob.call('DELETE', '/orders', listOf(400))).status).toBe(200);
    expect((await bob.call('DELETE', '/orders', listOf(100))).status).toBe(200);
    expect((await unsent(bob.apiKey, smallBytes)).status).toBe(429);
    expect((await bob.call('DELETE', '/order', { orderId: listOf(1)[0] })).status).toBe(200);
    await world.command('ops.clob.limits.set', { limit: 'cancel-ids' });
  });

  it('is counted by the large bodies that he sends, whatever becomes of them, before they are read', async () => {
    await world.command('ops.clob.limits.set', { limit: 'body-kilobytes', count: 100 });
    const from = address();
    const post = async (body: string): Promise<[number, unknown]> => {
      const headers = { ...from, 'content-type': 'application/json' };
      const response = await fetch(`${world.url}/orders-scoring`, { method: 'POST', headers, body });
      const { details } = (await response.json()) as Record<string, unknown>;
      return [response.status, (details as Record<string, unknown> | undefined)?.['limit']];
    };
    const large = 'x'.repeat(60 * 1_024);
    expect([await post(large), await post(large), await post('x')]).toEqual([
      [400, undefined],
      [429, 'body-kilobytes'],
      [400, undefined],
    ]);
    await world.command('ops.clob.limits.set', { limit: 'body-kilobytes' });
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

  it('does not keep the service from being asked how it is', async () => {
    await world.command('ops.clob.limits.set', { limit: 'general', count: 0 });
    const from = address();
    expect((await book(from)).status).toBe(429);
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect((await fetch(world.url + path, { headers: from })).status).toBe(200);
  });
});
