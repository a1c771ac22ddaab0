import { TradingClient, walletFromPrivateKey } from '@foretell/client';
import type { ApiKeyKind } from '@foretell/platform-auth';
import { randomBytes } from 'node:crypto';
import { PostgresApiKeyStore } from '../keys/api-key.store';
import { fieldsOf } from '../testing/answer';
import { ClobWorld, type ClobProcess } from '../testing/clob-world';

describe('the keys that a wallet may make', () => {
  let world: ClobWorld;
  let replica: ClobProcess;
  beforeAll(async () => {
    world = await ClobWorld.open({}, { keysPerAddressMax: 2 });
    replica = await world.replica();
  });
  afterAll(async () => {
    await replica?.app.close();
    await world?.close();
  });

  it('have a maximum that includes revoked ones; existing keys are still returned', async () => {
    const wallet = await walletFromPrivateKey(randomBytes(32));
    const client = new TradingClient({ url: world.url, wallet, clock: () => world.now });
    try {
      const [first, second] = [await client.createKey(0n), await client.createKey(7n)];
      const refusal = { status: 400, code: 'too_many_keys', message: expect.stringContaining('2 trading keys') };
      await expect(client.createKey(8n)).rejects.toMatchObject(refusal);
      expect([await client.createKey(0n), await client.deriveKey(7n)]).toEqual([first, second]);
      await client.call('DELETE', `/auth/api-key?apiKey=${first.apiKey}`);
      await expect(client.createKey(9n)).rejects.toMatchObject(refusal);
    } finally {
      client.close();
    }
  });

  it('are counted by kind and by wallet', async () => {
    const alice = await world.trader();
    await alice.ok('POST', '/auth/readonly-api-key');
    // Within one second the same request is signed, which makes no second key.
    await world.pass(1);
    await alice.ok('POST', '/auth/readonly-api-key');
    await world.pass(1);
    expect(await alice.call('POST', '/auth/readonly-api-key')).toMatchObject({
      status: 400,
      body: { code: 'too_many_keys', details: { maximum: 2 } },
    });
    await alice.ok('POST', '/auth/builder-api-key');
    expect((await world.trader()).apiKey).not.toBe(alice.apiKey);
  });

  it.each<[ApiKeyKind, (client: TradingClient, each: number) => Promise<unknown>]>([
    ['trading', (client, each) => client.createKey(BigInt(each + 1))],
    ['scoped', (client, each) => client.createSessionKey(Math.floor(world.now / 1_000) + 600 + each)],
    ['scoped', (client, each) => client.createScopedKey({ permission: 'read', expiresAt: world.now / 1_000 + 600 + each })],
    ['readonly', (client, each) => madeBy(client, '/auth/readonly-api-key', each)],
    ['builder', (client, each) => madeBy(client, '/auth/builder-api-key', each)],
  ])('are no more when %s keys are requested at the same moment of several processes', async (kind, make) => {
    const { wallet, key } = await world.trader();
    const clients = [world.url, replica.url].map((url) => new TradingClient({ url, wallet, clock: () => world.now }));
    clients.forEach((client) => client.useKey(key));
    try {
      const requests = Array.from({ length: 12 }, (_, each) => make(clients[each % 2] as TradingClient, each));
      const settled = await Promise.allSettled(requests);
      const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      expect(await world.app.get(PostgresApiKeyStore).countOf(kind, wallet.address)).toBe(2);
      // The wallet's first key is a trading key.
      expect(refused).toHaveLength(kind === 'trading' ? 11 : 10);
      for (const each of refused) expect(each).toMatchObject({ status: 400, code: 'too_many_keys', details: { maximum: 2 } });
    } finally {
      clients.forEach((client) => client.close());
    }
  });

  it('are the same key for the same request, also at the same moment and for the last one', async () => {
    const { wallet } = await world.trader();
    const client = new TradingClient({ url: world.url, wallet, clock: () => world.now });
    try {
      const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => client.createKey(7n)));
      for (const each of others) expect(each).toEqual(first);
    } finally {
      client.close();
    }
  });

  /** Creates a key; each number makes another request, and so another key. */
  async function madeBy(client: TradingClient, path: string, each: number): Promise<void> {
    const { status, text } = await client.call('POST', path, JSON.stringify({ each }));
    if (status !== 200) throw Object.assign(new Error(text), { status, ...fieldsOf(JSON.parse(text)) });
  }
});
