import { fieldsOf, listOf, textOf, type Answer } from '../testing/answer';
import { builderKeyOf, builderHeaders } from '../testing/builder-headers';
import { ClobWorld } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { TradingClient } from '@foretell/client';

describe('API keys over HTTP', () => {
  let world: ClobWorld;
  let alice: Trader;
  let bob: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    [alice, bob] = [await world.trader(), await world.trader()];
  });

  /** Another key of the trader's wallet, by its nonce. */
  const clientOf = (trader: Trader, headerPrefix = 'SERVICE') =>
    new TradingClient({ url: world.url, wallet: trader.wallet, headerPrefix, clock: () => world.now });
  const l1 = (trader: Trader, nonce: number) => {
    const timestamp = String(Math.floor(world.now / 1_000));
    const signature = trader.wallet.signClobAuth({ timestamp, nonce: BigInt(nonce) }, 137);
    return {
      POLY_ADDRESS: trader.wallet.checksummedAddress,
      POLY_TIMESTAMP: timestamp,
      POLY_NONCE: String(nonce),
      POLY_SIGNATURE: signature,
    };
  };
  const withL1 = async (method: string, path: string, trader: Trader, nonce: number): Promise<Answer> => {
    const response = await fetch(world.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...l1(trader, nonce) },
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) };
  };

  it('gives the same trio for the same wallet and nonce, created or derived, and another for another nonce', async () => {
    const created = await withL1('POST', '/auth/api-key', alice, 0);
    expect(created).toMatchObject({
      status: 200,
      body: {
        apiKey: alice.apiKey,
        secret: expect.stringMatching(/^[\w-]{43}=$/),
        passphrase: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(await withL1('GET', '/auth/derive-api-key', alice, 0)).toEqual(created);
    expect(await withL1('GET', '/auth/derive-api-key', alice, 1)).toMatchObject({
      status: 404,
      body: { error: 'api key not found' },
    });
    const second = await withL1('POST', '/auth/api-key', alice, 1);
    expect(second.status).toBe(200);
    expect(fieldsOf(second.body)['apiKey']).not.toBe(alice.apiKey);
  });

  it('lists keys in the shape of each format', async () => {
    expect(await alice.ok('GET', '/auth/api-keys')).toEqual([alice.apiKey]);
    const same = await world.trader({ wallet: alice.wallet, headerPrefix: 'POLY', signatureEncoding: 'base64url' });
    expect(await same.ok('GET', '/auth/api-keys')).toEqual({ apiKeys: [alice.apiKey] });
    expect(await alice.ok('GET', '/auth/api-keys?metadata=true')).toEqual([
      { apiKey: alice.apiKey, nonce: '0', status: 'active', createdAt: new Date(world.now).toISOString(), revokedAt: null },
    ]);
  });

  it('revokes the key of the request at once; its nonce is spent, another one serves', async () => {
    expect(await alice.ok('DELETE', '/auth/api-key')).toEqual({ revoked: true });
    expect(await alice.get('/data/orders')).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized/Invalid api key', details: { part: 'api_key' } },
    });
    expect(await withL1('POST', '/auth/api-key', alice, 0)).toMatchObject({
      status: 400,
      body: { error: 'Could not create api key' },
    });
    expect(await withL1('GET', '/auth/derive-api-key', alice, 0)).toMatchObject({ status: 404 });
    await world.pass(1);
    const next = clientOf(alice);
    await next.createKey(1n);
    expect((await next.call('GET', '/data/orders')).status).toBe(200);
    const listed = await next.call('GET', '/auth/api-keys?metadata=true&includeRevoked=true');
    expect(listOf(JSON.parse(listed.text)).map(({ nonce, status }) => [nonce, status])).toEqual([
      ['0', 'revoked'],
      ['1', 'active'],
    ]);
    next.close();
  });

  it('answers the literal "OK" to the public format', async () => {
    const same = await world.trader({ wallet: bob.wallet, headerPrefix: 'POLY', signatureEncoding: 'base64url' });
    expect(await same.call('DELETE', '/auth/api-key')).toMatchObject({ status: 200, text: '"OK"' });
  });

  it("revokes another key of the same wallet, and never somebody else's", async () => {
    const second = clientOf(alice);
    const { apiKey } = await second.createKey(1n);
    expect(await bob.call('DELETE', `/auth/api-key?apiKey=${apiKey}`)).toMatchObject({
      status: 404,
      body: { error: 'api key not found' },
    });
    expect(await alice.ok('DELETE', `/auth/api-key?apiKey=${apiKey}`)).toEqual({ revoked: true });
    expect((await second.call('GET', '/data/orders')).status).toBe(401);
    expect(await alice.call('GET', '/data/orders')).toMatchObject({ status: 200 });
    second.close();
  });

  it('lets a read-only key read and nothing else', async () => {
    const key = keyOf(await alice.ok('POST', '/auth/readonly-api-key'), 'apiKey');
    const reader = clientOf(alice);
    reader.useKey(key);
    expect((await reader.call('GET', '/data/orders')).status).toBe(200);
    expect((await reader.call('GET', '/data/trades')).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/orders', '[]'],
      ['DELETE', '/cancel-all', undefined],
      ['DELETE', `/auth/api-key?apiKey=${alice.apiKey}`, undefined],
      ['POST', '/positions/split', '{}'],
    ] as const) {
      const { status, text } = await reader.call(method, path, body);
      expect([status, JSON.parse(text)]).toEqual([403, { error: 'the api key is read-only', code: 'readonly_key' }]);
    }
    const valid = (address: string, id: string) => world.get(`/auth/validate-readonly-api-key?address=${address}&key=${id}`);
    expect((await valid(alice.wallet.checksummedAddress, key.apiKey)).body).toEqual({ valid: true });
    expect((await valid(bob.wallet.checksummedAddress, key.apiKey)).body).toEqual({ valid: false });
    expect((await valid(alice.wallet.checksummedAddress, alice.apiKey)).body).toEqual({ valid: false });
    expect(await alice.ok('GET', '/auth/readonly-api-keys')).toEqual([key.apiKey]);
    expect(await bob.ok('DELETE', '/auth/readonly-api-key', { key: key.apiKey })).toEqual({ deleted: false });
    expect(await alice.ok('DELETE', '/auth/readonly-api-key', { key: key.apiKey })).toEqual({ deleted: true });
    expect((await reader.call('GET', '/data/orders')).status).toBe(401);
    expect((await valid(alice.wallet.checksummedAddress, key.apiKey)).body).toEqual({ valid: false });
    reader.close();
  });

  it('makes, lists and revokes builder keys, the latter by their own headers', async () => {
    const key = await builderKeyOf(alice);
    expect(await alice.ok('GET', '/auth/builder-api-key')).toEqual([
      { key: key.apiKey, createdAt: new Date(world.now).toISOString(), revokedAt: null },
    ]);
    const headers = builderHeaders(key, {
      prefix: 'POLY',
      method: 'DELETE',
      path: '/auth/builder-api-key',
      nowMillis: world.now,
    });
    const response = await fetch(`${world.url}/auth/builder-api-key`, { method: 'DELETE', headers });
    expect([response.status, await response.json()]).toEqual([200, 'OK']);
    expect(await alice.ok('GET', '/auth/builder-api-key')).toMatchObject([{ revokedAt: new Date(world.now).toISOString() }]);
    expect((await fetch(`${world.url}/auth/builder-api-key`, { method: 'DELETE', headers })).status).toBe(401);
  });

  it('revokes every builder key of the caller by L2 headers, in any format', async () => {
    const public_ = await world.trader({ wallet: alice.wallet, headerPrefix: 'POLY', signatureEncoding: 'base64url' });
    for (const [caller, answer] of [
      [alice, { revoked: true }],
      [public_, 'OK'],
    ] as const) {
      await builderKeyOf(caller);
      await world.pass(1);
      await builderKeyOf(caller);
      expect(await caller.ok('DELETE', '/auth/builder-api-key')).toEqual(answer);
      const listed = listOf(await caller.ok('GET', '/auth/builder-api-key'));
      expect(listed.filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
      await world.pass(1);
    }
    expect(await alice.ok('DELETE', '/auth/builder-api-key')).toEqual({ revoked: false });
  });

  it('lets a banned wallet place nothing, and one in closed-only mode only sell', async () => {
    const market = await world.list();
    const ban = (mode: 'full' | 'closed-only' | 'lift') =>
      world.command('ops.clob.keys.ban', { address: alice.wallet.address, mode });
    const drafts = [
      { tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 },
      { tokenId: market.yes, side: 'SELL', pips: 9_000, shares: 5 },
    ] as const;
    await alice.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '50' });
    await ban('closed-only');
    expect(await alice.place(...drafts)).toMatchObject([
      { code: 'closed_only', errorMsg: `'${alice.wallet.address}' address in closed only mode` },
      { success: true },
    ]);
    expect(await alice.ok('GET', '/auth/ban-status/closed-only')).toEqual({ closed_only: true, closedOnly: true });
    await ban('full');
    expect(await alice.place(...drafts)).toMatchObject([
      { code: 'user_banned' },
      { code: 'user_banned', errorMsg: `'${alice.wallet.address}' address banned` },
    ]);
    await ban('lift');
    expect(await alice.place(...drafts)).toMatchObject([{ success: true }, { success: true }]);
    expect(await alice.ok('GET', '/auth/ban-status/closed-only')).toEqual({ closed_only: false, closedOnly: false });
  });
});

function keyOf(body: unknown, idName: string): TradingClient['key'] {
  const fields = fieldsOf(body);
  return {
    apiKey: textOf(fields[idName]),
    secret: textOf(fields['secret']),
    passphrase: textOf(fields['passphrase']),
  };
}
