import { amountsOf, freshAmountsOf, quoted, requested, signedOffer, type Offer } from '../testing/rfq-offers';
import { fieldsOf, type Answer, type Fields } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

const OPEN_REQUESTS_MAX = 10;
const OPEN_QUOTES_MAX = 100;
const IN_TEN_SECONDS = 200;

describe('refusals of /rfq', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open({ LIMITS: 'on', TRUSTED_PROXIES: '1', GEOBLOCK_PLACES: 'IR' });
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    market = await world.list();
    [alice, bob] = [await world.trader(), await world.trader()];
    await bob.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '100' });
  });

  const buy = (): Offer => ({ tokenId: market.yes, side: 'BUY', pips: 6_000, shares: 10 });
  const sell = (): Offer => ({ ...buy(), side: 'SELL' });
  const ban = async (trader: Trader, mode: 'full' | 'closed-only' | 'lift'): Promise<void> => {
    const { address } = trader.wallet;
    expect(await world.command('ops.clob.keys.ban', { address, mode })).toMatchObject({ ok: true });
  };
  const quote = (requestId: string, offer = sell()): Fields => ({ requestId, ...amountsOf(offer) });
  const stateOf = async (requestId: string): Promise<unknown> => {
    const { data } = fieldsOf(await alice.ok('GET', `/rfq/data/requests?requestIds=${requestId}`));
    return fieldsOf((data as readonly unknown[])[0])['state'];
  };

  /** An answer with the Retry-After header, which a trader's answers do not have. */
  const refusedFor = async (trader: Trader, path: string, body: object): Promise<readonly [number, unknown, string | null]> => {
    const text = JSON.stringify(body);
    const headers = { ...trader.signedHeaders('POST', path, text), 'content-type': 'application/json' };
    const answer = await fetch(`${world.url}${path}`, { method: 'POST', headers, body: text });
    return [answer.status, await answer.json(), answer.headers.get('retry-after')];
  };

  it('a banned wallet asks for nothing, quotes nothing, accepts and approves nothing', async () => {
    const requestId = await requested(alice, buy());
    const of = { requestId, quoteId: await quoted(bob, requestId, sell()) };
    const banned = (trader: Trader) => ({
      status: 400,
      body: { error: `'${trader.wallet.address}' address banned`, code: 'user_banned' },
    });
    await ban(alice, 'full');
    expect(await alice.call('POST', '/rfq/request', amountsOf(buy()))).toMatchObject(banned(alice));
    expect(await alice.call('POST', '/rfq/request/accept', signedOffer(alice, of, buy()))).toMatchObject(banned(alice));
    expect([await stateOf(requestId), await alice.balance()]).toEqual(['STATE_ACCEPTING_QUOTES', '10000000000']);
    await ban(alice, 'lift');
    await alice.ok('POST', '/rfq/request/accept', signedOffer(alice, of, buy()));
    await ban(bob, 'full');
    expect(await bob.call('POST', '/rfq/quote/approve', signedOffer(bob, of, sell()))).toMatchObject(banned(bob));
    const another = await requested(alice, buy());
    expect(await bob.call('POST', '/rfq/quote', quote(another))).toMatchObject(banned(bob));
    await ban(bob, 'lift');
    expect(await bob.call('POST', '/rfq/quote/approve', signedOffer(bob, of, sell()))).toMatchObject({ status: 200 });
  });

  it('a ban of the requester between accept and approval gives back what the accept reserved', async () => {
    const requestId = await requested(alice, buy());
    const of = { requestId, quoteId: await quoted(bob, requestId, sell()) };
    await alice.ok('POST', '/rfq/request/accept', signedOffer(alice, of, buy()));
    expect(await alice.balance()).toBe('9994000000');
    await ban(alice, 'full');
    expect(await alice.balance()).toBe('10000000000');
    expect(await bob.call('POST', '/rfq/quote/approve', signedOffer(bob, of, sell()))).toMatchObject({
      status: 400,
      body: { code: 'quote_not_waiting' },
    });
    expect(await stateOf(requestId)).toBe('STATE_INTERNAL_CANCELED');
  });

  it('an offer of a wallet that is not linked is refused, as its order would be', async () => {
    await world.link(alice, 'proxy');
    const requestId = await requested(bob, buy());
    for (const [path, body] of [
      ['/rfq/request', amountsOf(buy())],
      ['/rfq/quote', quote(requestId)],
    ] as const)
      expect(await alice.call('POST', path, { ...body, userType: 3 })).toMatchObject({
        status: 400,
        body: { code: 'rfq_mismatch', details: { field: 'userType', given: '3', reason: 'wallet_not_linked' } },
      });
  });

  it('a closed-only wallet sells what it holds, and buys nothing', async () => {
    await ban(bob, 'closed-only');
    expect(await bob.call('POST', '/rfq/request', amountsOf(buy()))).toMatchObject({
      status: 400,
      body: { code: 'closed_only' },
    });
    expect(await bob.call('POST', '/rfq/request', amountsOf(sell()))).toMatchObject({ status: 200 });
    const requestId = await requested(alice, buy());
    await quoted(bob, requestId, sell());
  });

  it.each([
    ['POST', '/rfq/request'],
    ['POST', '/rfq/quote'],
    ['POST', '/rfq/request/accept'],
    ['POST', '/rfq/quote/approve'],
  ])('from a place that may not trade: %s %s', async (method, path) => {
    const requestId = await requested(alice, buy());
    const of = { requestId, quoteId: await quoted(bob, requestId, sell()) };
    const bodies: Readonly<Record<string, Fields>> = {
      '/rfq/request': amountsOf(buy()),
      '/rfq/quote': quote(requestId),
      '/rfq/request/accept': signedOffer(alice, of, buy()),
      '/rfq/quote/approve': signedOffer(alice, of, sell()),
    };
    const headers = { 'x-forwarded-for': '203.0.113.42', 'cf-ipcountry': 'IR' };
    expect(await alice.tampered(method, path, JSON.stringify(bodies[path]), { headers })).toMatchObject({
      status: 403,
      body: { code: 'region_restricted', details: { country: 'IR', region: '' } },
    });
    const cancel = JSON.stringify({ requestId });
    expect(await alice.tampered('DELETE', '/rfq/request', cancel, { headers })).toMatchObject({ status: 200, body: 'OK' });
  });

  it('an eleventh open request waits for the first to end', async () => {
    for (let made = 0; made < OPEN_REQUESTS_MAX; made += 1) await requested(alice, buy());
    expect(await refusedFor(alice, '/rfq/request', amountsOf(buy()))).toEqual([
      429,
      {
        error: 'too many open requests: the maximum is 10',
        code: 'too_many_rfq_requests',
        details: { maximum: 10, retryAfterSeconds: 600 },
      },
      '600',
    ]);
    await requested(bob, buy());
    await world.pass(600);
    await requested(alice, buy());
  });

  it('ten of forty requests at once are open', async () => {
    const ask = async (): Promise<number> => (await alice.call('POST', '/rfq/request', freshAmountsOf(buy()))).status;
    const statuses = await Promise.all(Array.from({ length: 40 }, ask));
    expect(statuses.toSorted()).toEqual([...Array<number>(10).fill(200), ...Array<number>(30).fill(429)]);
  });

  it('so does a hundred and first open quote, and one that is canceled makes room', async () => {
    await world.pass(601);
    const quotes: string[] = [];
    for (let asked = 0; asked < OPEN_QUOTES_MAX / OPEN_REQUESTS_MAX; asked += 1) {
      const requester = await world.trader();
      const placed = Array.from({ length: OPEN_REQUESTS_MAX }, async () =>
        quoted(bob, await requested(requester, buy()), sell()),
      );
      quotes.push(...(await Promise.all(placed)));
    }
    const requestId = await requested(alice, buy());
    expect(await refusedFor(bob, '/rfq/quote', quote(requestId))).toMatchObject([
      429,
      { code: 'too_many_rfq_quotes', details: { maximum: 100, retryAfterSeconds: 600 } },
      '600',
    ]);
    await bob.ok('DELETE', '/rfq/quote', { quoteId: quotes[0] });
    expect(await bob.call('POST', '/rfq/quote', quote(requestId))).toMatchObject({ status: 200 });
  });

  it.each(['requestIds', 'requestIds[]', 'quoteIds', 'quoteIds[]', 'markets', 'markets[]'])(
    'a list of quotes by %s takes as many as a page holds',
    async (name) => {
      const ask = async (count: number): Promise<Answer> =>
        alice.get(`/rfq/data/quotes?${name}=${Array.from({ length: count }, (_, at) => `0x${at}`).join(',')}`);
      expect(await ask(100)).toMatchObject({ status: 200, body: { count: 0 } });
      expect(await ask(101)).toMatchObject({ status: 400 });
    },
  );

  it.each([
    ['/rfq/request', 'rfq'],
    ['/rfq/request/accept', 'rfq-execution'],
  ])('a caller who asks POST %s too often gets 429 with Retry-After', async (path, limit) => {
    await world.pass(601);
    const answers: Answer[] = [];
    for (let asked = 0; asked < IN_TEN_SECONDS; asked += 1) answers.push(await alice.call('POST', path, {}));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(IN_TEN_SECONDS);
    expect(await refusedFor(alice, path, {})).toMatchObject([
      429,
      { error: 'Too Many Requests', code: 'too_many_requests', details: { limit } },
      expect.stringMatching(/^[1-9][0-9]*$/),
    ]);
  });
});
