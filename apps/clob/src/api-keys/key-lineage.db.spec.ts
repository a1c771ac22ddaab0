import { HttpCaller, TradingClient } from '@foretell/client';
import { blockedBackend } from '@foretell/testing';
import { unixMillis } from '@foretell/units';
import { PostgresApiKeyStore } from '../keys/api-key.store';
import { fieldsOf } from '../testing/answer';
import { ClobWorld } from '../testing/clob-world';
import { StreamReader } from '../testing/stream-reader';
import type { Trader } from '../testing/trader';

describe('S10: what descends from a leaked key', () => {
  let world: ClobWorld;
  let alice: Trader;
  const closing: { close(): void }[] = [];

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(async () => {
    for (const each of closing) each.close();
    await world?.close();
  });
  beforeEach(async () => {
    alice = await world.trader();
  });

  const clientOf = (body: unknown): TradingClient => {
    const { apiKey, key, secret, passphrase } = fieldsOf(body);
    const client = new TradingClient({ url: world.url, wallet: alice.wallet, clock: () => world.now });
    client.useKey({ apiKey: String(apiKey ?? key), secret: String(secret), passphrase: String(passphrase) });
    closing.push(client);
    return client;
  };
  const made = async (kind: 'scoped' | 'readonly' | 'builder', scope?: object): Promise<TradingClient> =>
    clientOf(await alice.ok('POST', `/auth/${kind}-api-key`, scope));
  const status = async (client: TradingClient): Promise<number> => (await client.call('GET', '/data/orders')).status;
  const statuses = (...clients: TradingClient[]): Promise<number[]> => Promise.all(clients.map(status));

  it('is revoked with it, and its streams end', async () => {
    const trade = await made('scoped', { permission: 'trade' });
    const read = await made('readonly');
    const stream = await StreamReader.open(world.url, 'user', { type: 'user', auth: trade.key, since: 0 });
    await stream.until('it follows', ({ messages }) => messages.length > 0);
    expect(await statuses(trade, read)).toEqual([200, 200]);
    await alice.ok('DELETE', '/auth/api-key');
    expect(await statuses(trade, read)).toEqual([401, 401]);
    await stream.until('the end', ({ closed }) => closed !== null);
    expect(stream.closed).toEqual({ code: 1008, reason: 'the api key is no longer valid' });
  });

  it('is revoked by an operator with it, and named', async () => {
    const trade = await made('scoped', { permission: 'trade' });
    expect(await world.command('ops.clob.keys.revoke', { apiKey: alice.apiKey })).toEqual({
      ok: true,
      result: { apiKey: alice.apiKey, revoked: true, descendants: [trade.key.apiKey] },
    });
    expect(await status(trade)).toBe(401);
    expect(await world.command('ops.clob.keys.show', { apiKey: trade.key.apiKey })).toMatchObject({
      ok: true,
      result: { parent: alice.apiKey, revokedBy: 'tester' },
    });
  });

  it('is revoked by an operator with all keys of its wallet, whose address may be written in two cases', async () => {
    const { checksummedAddress } = alice.wallet;
    expect(checksummedAddress).not.toBe(alice.wallet.address);
    await world.command('ops.clob.keys.revoke-all', { address: checksummedAddress });
    expect(await world.command('ops.clob.keys.show', { apiKey: alice.apiKey })).toMatchObject({
      ok: true,
      result: { revokedBy: 'tester' },
    });
  });

  it('leaves the other keys of the wallet as they are', async () => {
    const second = clientOf(await world.trader({ wallet: alice.wallet }).then(() => alice.key));
    await second.createKey(1n);
    const trade = await made('scoped', { permission: 'trade' });
    await second.call('DELETE', '/auth/api-key');
    expect([await status(second), await status(trade)]).toEqual([401, 200]);
  });

  it('cannot be made while the key is being revoked', async () => {
    const { pool } = world.database;
    const { address } = alice.wallet;
    const parent = await world.app.get(PostgresApiKeyStore).find(alice.apiKey);
    if (parent === undefined) throw new Error('alice has no key');
    const apiKey = '00000000-0000-4000-8000-000000000000';
    const child = { ...parent, apiKey, kind: 'scoped', nonce: '9', parent: parent.apiKey } as const;
    const ahead = await pool.connect();
    try {
      await ahead.query('begin');
      await ahead.query('update clob.api_keys set revoked_at = 1 where api_key = $1', [alice.apiKey]);
      const late = new PostgresApiKeyStore(pool).insertIfAbsent(child, { maximum: 100 });
      await blockedBackend(pool);
      await ahead.query('commit');
      expect(await late).toBeNull();
    } finally {
      ahead.release();
    }
    expect(await new PostgresApiKeyStore(pool).countOf('scoped', address)).toBe(0);
  });

  it('is found by a revocation that waited until it was made', async () => {
    const { pool } = world.database;
    const store = new PostgresApiKeyStore(pool);
    const parent = await store.find(alice.apiKey);
    if (parent === undefined) throw new Error('alice has no key');
    const apiKey = '00000000-0000-4000-8000-000000000001';
    const ahead = await pool.connect();
    try {
      await ahead.query('begin');
      await ahead.query('select from clob.api_keys where api_key = $1 for share', [alice.apiKey]);
      const revoked = store.revoke(alice.apiKey, unixMillis(1));
      await blockedBackend(pool);
      await ahead.query(
        `insert into clob.api_keys (kind, address, nonce, api_key, permission, created_at, parent)
         values ('scoped', $1, '9', $2, 'trade', 1, $3)`,
        [alice.wallet.address, apiKey, alice.apiKey],
      );
      await ahead.query('commit');
      expect([...(await revoked)].sort()).toEqual([alice.apiKey, apiKey].sort());
    } finally {
      ahead.release();
    }
  });

  it('goes with every key of a wallet that revokes all, by its own signature or by a key', async () => {
    const all = [await made('scoped', { permission: 'trade' }), await made('readonly')];
    const builder = await made('builder');
    const refused = await all[0]?.call('DELETE', '/auth/api-keys');
    expect([refused?.status, JSON.parse(refused?.text ?? '{}')]).toMatchObject([403, { code: 'key_permission' }]);
    expect(await alice.ok('DELETE', '/auth/api-keys')).toEqual({ revoked: 4 });
    expect(await statuses(...all, clientOf(alice.key))).toEqual([401, 401, 401]);
    expect((await builder.call('DELETE', '/auth/builder-api-key')).status).toBe(401);

    await clientOf(alice.key).createKey(1n);
    const timestamp = String(Math.floor(world.now / 1_000));
    const caller = new HttpCaller(world.url);
    closing.push(caller);
    const headers = {
      SERVICE_ADDRESS: alice.wallet.checksummedAddress,
      SERVICE_SIGNATURE: alice.wallet.signClobAuth({ timestamp, nonce: 0n }, 137),
      SERVICE_TIMESTAMP: timestamp,
    };
    const byWallet = await caller.call({ method: 'DELETE', path: '/auth/api-keys', headers });
    expect([byWallet.status, JSON.parse(byWallet.text)]).toEqual([200, { revoked: 1 }]);
    const nobody = await caller.call({ method: 'DELETE', path: '/auth/api-keys', headers: {} });
    expect(nobody.status).toBe(401);
  });

  it('goes with every key of an address that an operator names', async () => {
    const trade = await made('scoped', { permission: 'trade' });
    const { address } = alice.wallet;
    const answer = await world.command('ops.clob.keys.revoke-all', { address });
    expect(answer).toMatchObject({ ok: true, result: { address } });
    expect(await statuses(trade, clientOf(alice.key))).toEqual([401, 401]);
    expect(await world.command('ops.clob.keys.revoke-all', { address })).toEqual({ ok: true, result: { address, revoked: [] } });
  });
});
