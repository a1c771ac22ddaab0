import { TradingClient } from '@foretell/client';
import { MasterKeys, Secret } from '@foretell/platform-auth';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { fieldsOf, listOf } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

interface Key {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

describe('keys that may do less', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  const clients: TradingClient[] = [];

  beforeAll(async () => {
    world = await ClobWorld.open();
    market = await world.list();
  });
  afterEach(() => clients.splice(0).forEach((client) => client.close()));
  afterAll(() => world?.close());
  beforeEach(async () => {
    alice = await world.trader();
  });

  const clientOf = (key: Key, url = world.url): TradingClient => {
    const client = new TradingClient({ url, wallet: alice.wallet, headerPrefix: 'SERVICE', clock: () => world.now });
    client.useKey(key);
    clients.push(client);
    return client;
  };
  const keyOf = (body: unknown): Key => {
    const { apiKey, secret, passphrase } = fieldsOf(body);
    return { apiKey: String(apiKey), secret: String(secret), passphrase: String(passphrase) };
  };
  const scoped = async (scope: object): Promise<TradingClient> =>
    clientOf(keyOf(await alice.ok('POST', '/auth/scoped-api-key', scope)));
  const refusal = async (client: TradingClient, method: string, path: string, body?: unknown) => {
    const { status, text } = await client.call(method, path, body === undefined ? undefined : JSON.stringify(body));
    const { code, details } = fieldsOf(JSON.parse(text));
    return { status, code, details };
  };

  it('are shown to operators with what each may do, and with who revoked one', async () => {
    const expiresAt = Math.floor(world.now / 1_000) + 600;
    const { key } = await scoped({ permission: 'cancel', expiresAt, networks: ['127.0.0.1', '::1/128'] });
    const { address } = alice.wallet;
    const first = {
      apiKey: alice.apiKey,
      address,
      kind: 'trading',
      permission: 'all',
      networks: [],
      expiresAt: null,
      parent: null,
    };
    const second = {
      apiKey: key.apiKey,
      address,
      kind: 'scoped',
      permission: 'cancel',
      networks: ['127.0.0.1', '::1/128'],
      parent: alice.apiKey,
    };
    const good = { createdAt: world.now, revokedAt: null, revokedBy: null, reference: null };
    const listed = await world.command('ops.clob.keys.list', { address });
    if (!listed.ok) throw new Error(listed.error);
    expect(listed.result.keys).toHaveLength(2);
    expect(listed.result.keys).toEqual(
      expect.arrayContaining([
        { ...first, ...good },
        { ...second, ...good, expiresAt: expiresAt * 1_000 },
      ]),
    );
    expect(JSON.stringify(listed)).not.toContain(key.secret);
    for (const _twice of [1, 2]) await world.command('ops.clob.keys.revoke', { apiKey: key.apiKey });
    expect(await world.command('ops.clob.keys.show', { apiKey: key.apiKey })).toMatchObject({
      ok: true,
      result: { ...second, revokedAt: world.now, revokedBy: 'tester', reference: 'spec' },
    });
    await alice.ok('DELETE', '/auth/api-key');
    expect(await world.command('ops.clob.keys.show', { apiKey: alice.apiKey })).toMatchObject({
      ok: true,
      result: { ...first, revokedAt: world.now, revokedBy: null, reference: null },
    });
    const unknown = { ok: false, error: 'unknown API key nobody' };
    expect(await world.command('ops.clob.keys.show', { apiKey: 'nobody' })).toEqual(unknown);
  });

  it('cancel and read, and place nothing', async () => {
    const orderId = await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 });
    const client = await scoped({ permission: 'cancel' });
    expect((await client.call('GET', '/data/orders')).status).toBe(200);
    const { item } = alice.sign({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 }, client.key.apiKey);
    const needed = { status: 403, code: 'key_permission', details: { permission: 'cancel', needed: 'trade' } };
    expect(await refusal(client, 'POST', '/orders', [item])).toEqual(needed);
    expect(await refusal(client, 'POST', '/positions/split', {})).toEqual(needed);
    const cancelled = await client.call('DELETE', '/order', JSON.stringify({ orderID: orderId }));
    expect(JSON.parse(cancelled.text)).toMatchObject({ canceled: [orderId] });
  });

  it('trade, and make or revoke no other key', async () => {
    const client = await scoped({ permission: 'trade' });
    const { item } = alice.sign({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 }, client.key.apiKey);
    expect(JSON.parse((await client.call('POST', '/orders', JSON.stringify([item]))).text)).toMatchObject([{ success: true }]);
    for (const [method, path, body] of [
      ['POST', '/auth/scoped-api-key', { permission: 'trade' }],
      ['POST', '/auth/readonly-api-key', undefined],
      ['POST', '/auth/builder-api-key', undefined],
      ['DELETE', `/auth/api-key?apiKey=${alice.apiKey}`, undefined],
    ] as const)
      expect(await refusal(client, method, path, body)).toMatchObject({ status: 403, code: 'key_permission' });
  });

  it('only read, are listed with what they may do, and are revoked by their wallet', async () => {
    const expiresAt = Math.floor(world.now / 1_000) + 60;
    const client = await scoped({ permission: 'read', expiresAt, networks: ['127.0.0.0/8', '::1'] });
    expect((await client.call('GET', '/data/orders')).status).toBe(200);
    expect(await refusal(client, 'DELETE', '/cancel-all')).toMatchObject({ status: 403, code: 'readonly_key' });
    const { apiKey } = client.key;
    expect(listOf(await alice.ok('GET', '/auth/scoped-api-keys'))).toEqual([
      {
        apiKey,
        permission: 'read',
        networks: ['127.0.0.0/8', '::1'],
        expiresAt: new Date(expiresAt * 1_000).toISOString(),
        createdAt: new Date(world.now).toISOString(),
        revokedAt: null,
      },
    ]);
    await world.pass(60);
    expect(await refusal(client, 'GET', '/data/orders')).toMatchObject({ status: 401, details: { part: 'expired' } });
    expect(await alice.ok('DELETE', `/auth/api-key?apiKey=${apiKey}`)).toEqual({ revoked: true });
    expect(await refusal(client, 'GET', '/data/orders')).toMatchObject({ status: 401, details: { part: 'api_key' } });
  });

  it('are made and listed by the client, which keeps its own', async () => {
    const own = clientOf(alice.key);
    const made = await own.createScopedKey({ permission: 'cancel', networks: ['127.0.0.0/8', '::1'] });
    expect(own.key).toEqual(alice.key);
    expect(await own.scopedKeys()).toMatchObject([{ apiKey: made.apiKey, permission: 'cancel', expiresAt: null }]);
    await expect(clientOf(made).createScopedKey({ permission: 'read' })).rejects.toMatchObject({
      status: 403,
      code: 'key_permission',
    });
  });

  it('list a builder’s trades from their own networks, as they list orders', async () => {
    await alice.ok('POST', '/auth/builder-api-key');
    const [near, far] = [
      await scoped({ permission: 'read', networks: ['127.0.0.0/8', '::1'] }),
      await scoped({ permission: 'read', networks: ['203.0.113.0/24'] }),
    ];
    expect((await near.call('GET', '/builder/trades')).status).toBe(200);
    expect(await refusal(far, 'GET', '/builder/trades')).toMatchObject({ status: 403, code: 'key_network' });
  });

  it('are refused from other networks', async () => {
    const client = await scoped({ permission: 'trade', networks: ['203.0.113.0/24'] });
    expect(await refusal(client, 'GET', '/data/orders')).toMatchObject({
      status: 403,
      code: 'key_network',
      details: { address: expect.stringContaining('127.0.0.1') },
    });
  });

  it.each([
    [{}, 'invalid_payload'],
    [{ permission: 'all' }, 'invalid_payload'],
    [{ permission: 'read', expiresAt: 1 }, 'invalid_expiry'],
    [{ permission: 'read', expiresAt: '9999999999' }, 'invalid_payload'],
    [{ permission: 'read', networks: ['elsewhere'] }, 'invalid_networks'],
    // Otherwise any network would do.
    [{ permission: 'read', networks: [''] }, 'invalid_networks'],
    [{ permission: 'read', networks: [' ', ','] }, 'invalid_networks'],
    [{ permission: 'read', networks: ['10.0.0.1', ''] }, 'invalid_networks'],
    [{ permission: 'read', networks: ['10.0.0.1,10.0.0.2'] }, 'invalid_networks'],
    [{ permission: 'read', networks: Array(21).fill('10.0.0.1') }, 'invalid_payload'],
    [{ permission: 'read', networks: null }, 'invalid_payload'],
    [{ permission: 'read', expiresAt: null }, 'invalid_payload'],
    [[], 'invalid_payload'],
  ])('are not made of %j: %s', async (scope, code) => {
    const { status, body } = await alice.call('POST', '/auth/scoped-api-key', scope);
    expect({ status, ...fieldsOf(body) }).toMatchObject({ status: 400, code, error: expect.any(String) });
  });

  it('outlive a change of the master key as long as the old one is held, and are made again after', async () => {
    const oldKey = { ...alice.key };
    const { auth } = world.config;
    const serviceWith = async (masterKeys: MasterKeys): Promise<{ app: NestExpressApplication; url: string }> => {
      // A repeated request does not count again.
      const config = { ...world.config, sandboxCreditMicros: null, keysPerAddressMax: 1, auth: { ...auth, masterKeys } };
      return world.process(config);
    };
    const newest = new Secret(Buffer.alloc(32, 9));
    const both = await serviceWith(new MasterKeys(2, newest, new Map([[1, auth.masterKeys.newest]])));
    const after = await serviceWith(new MasterKeys(2, newest));
    try {
      const statusAt = async (url: string, key: Key): Promise<number> =>
        (await clientOf(key, url).call('GET', '/auth/api-keys')).status;
      expect([await statusAt(both.url, oldKey), await statusAt(after.url, oldKey)]).toEqual([200, 401]);
      const same = new TradingClient({ url: both.url, wallet: alice.wallet, headerPrefix: 'SERVICE', clock: () => world.now });
      expect(await same.createKey(0n)).toEqual(oldKey);
      const newClient = new TradingClient({
        url: after.url,
        wallet: alice.wallet,
        headerPrefix: 'SERVICE',
        clock: () => world.now,
      });
      const newKey = await newClient.createKey(0n);
      expect(newKey.apiKey).not.toBe(oldKey.apiKey);
      expect(await statusAt(after.url, newKey)).toBe(200);
      await world.until('the other process refuses the old key', async () => (await statusAt(both.url, oldKey)) === 401);
      clients.push(same, newClient);
    } finally {
      await Promise.all([both.app.close(), after.app.close()]);
    }
  });
});
