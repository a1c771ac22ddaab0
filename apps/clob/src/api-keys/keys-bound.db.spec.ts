import { TradingClient, walletFromPrivateKey } from '@foretell/client';
import { randomBytes } from 'node:crypto';
import { ClobWorld } from '../testing/clob-world';

describe('the keys that a wallet may make', () => {
  let world: ClobWorld;
  beforeAll(async () => {
    world = await ClobWorld.open({}, { keysPerAddressMax: 2 });
  });
  afterAll(() => world?.close());

  it('are so many, revoked ones included; those that there are are answered as before', async () => {
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
});
