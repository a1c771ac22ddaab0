import { TradingClient, walletFromPrivateKey, type Wallet } from '@foretell/client';
import { randomBytes } from 'node:crypto';
import { PostgresApiKeyStore } from '../keys/api-key.store';
import { fieldsOf } from '../testing/answer';
import { ClobWorld } from '../testing/clob-world';

const MAXIMUM = 3;
const DAY_SECONDS = 86_400;
/** A statement may be signed a minute ahead and be sent a minute late. */
const REPLAY_SECONDS = 120;

describe('a key of a sign-in', () => {
  let world: ClobWorld;
  let wallet: Wallet;
  const clients: TradingClient[] = [];

  beforeAll(async () => {
    world = await ClobWorld.open({}, { keysPerAddressMax: MAXIMUM });
  });
  beforeEach(async () => {
    wallet = await walletFromPrivateKey(randomBytes(32));
  });
  afterEach(() => clients.splice(0).forEach((client) => client.close()));
  afterAll(() => world?.close());

  const newClient = (): TradingClient => {
    const client = new TradingClient({ url: world.url, wallet, clock: () => world.now });
    clients.push(client);
    return client;
  };
  const nowSeconds = (): number => Math.floor(world.now / 1_000);
  const signIn = async (seconds = DAY_SECONDS): Promise<TradingClient> => {
    const client = newClient();
    await client.createSessionKey(nowSeconds() + seconds);
    return client;
  };
  const statusOf = async (client: TradingClient, method = 'GET', path = '/data/orders'): Promise<number> =>
    (await client.call(method, path)).status;
  const refusal = async (client: TradingClient, method: string, path: string, body?: object) => {
    const { status, text } = await client.call(method, path, body === undefined ? undefined : JSON.stringify(body));
    return { status, ...fieldsOf(JSON.parse(text)) };
  };
  const rows = (): Promise<number> => world.app.get(PostgresApiKeyStore).countOf('scoped', wallet.address);

  it('is made by the wallet’s signature alone, may trade until the signed instant, and brings the sandbox’s credit', async () => {
    const client = await signIn(60);
    expect(await client.balance()).toMatchObject({ available: '10000000000' });
    expect(await client.scopedKeys()).toMatchObject([
      { apiKey: client.key.apiKey, permission: 'trade', networks: [], expiresAt: new Date(world.now + 60_000).toISOString() },
    ]);
    expect(await refusal(client, 'POST', '/auth/scoped-api-key', { permission: 'read' })).toMatchObject({
      status: 403,
      code: 'key_permission',
    });
    await world.pass(60);
    expect(await refusal(client, 'GET', '/data/orders')).toMatchObject({ status: 401, details: { part: 'expired' } });
  });

  it('is the same for the same statement, and none after it was revoked', async () => {
    const [client, again] = [await signIn(), await signIn()];
    expect(again.key).toEqual(client.key);
    await client.revokeOwnKey();
    await expect(signIn()).rejects.toMatchObject({ status: 400, code: 'api_key_revoked' });
    await world.pass(1);
    expect((await signIn()).key).not.toEqual(client.key);
  });

  it('needs a statement of its own: neither is good for the other', async () => {
    const swapped = new TradingClient({
      url: world.url,
      wallet,
      clock: () => world.now,
      auth: { domainName: 'ClobAuthDomain', message: (await exchangeAuth()).session_message },
      session: { domainName: 'ClobAuthDomain', message: (await exchangeAuth()).message },
    });
    clients.push(swapped);
    const refused = { status: 401, code: 'invalid_l1', details: { part: 'signature' } };
    await expect(swapped.createKey(BigInt(nowSeconds() + 60))).rejects.toMatchObject(refused);
    await expect(swapped.createSessionKey(nowSeconds() + 60)).rejects.toMatchObject(refused);
  });

  it.each([0, -1, 8 * DAY_SECONDS])('is not made to end %d seconds from now', async (seconds) => {
    await expect(signIn(seconds)).rejects.toMatchObject({ status: 400, code: 'invalid_expiry' });
  });

  it('revokes itself, and no other key', async () => {
    const other = await signIn(3_600);
    const client = await signIn();
    expect(await refusal(client, 'DELETE', `/auth/api-key?apiKey=${other.key.apiKey}`)).toMatchObject({
      status: 403,
      code: 'key_permission',
      details: { permission: 'trade', needed: 'all' },
    });
    expect(await client.revokeOwnKey()).toEqual({ revoked: true });
    expect([await statusOf(client), await statusOf(other)]).toEqual([401, 200]);
  });

  it.each(['read', 'cancel', 'trade'] as const)('of a bot that may only %s revokes itself as well', async (permission) => {
    const owner = newClient();
    await owner.createKey();
    const bot = newClient();
    bot.useKey(await owner.createScopedKey({ permission }));
    expect(await bot.revokeOwnKey()).toEqual({ revoked: true });
    expect([await statusOf(bot), await statusOf(owner)]).toEqual([401, 200]);
  });

  it('counts until it is revoked or expires, and for the two minutes in which its statement may come again', async () => {
    const first = await signIn(DAY_SECONDS);
    await signIn(DAY_SECONDS + 1);
    await signIn(REPLAY_SECONDS + 1);
    const full = { status: 400, code: 'too_many_keys', details: { maximum: MAXIMUM } };
    await expect(signIn(DAY_SECONDS + 2)).rejects.toMatchObject(full);
    await first.revokeOwnKey();
    await expect(signIn(DAY_SECONDS + 2)).rejects.toMatchObject(full);
    await world.pass(REPLAY_SECONDS + 1);
    await signIn(DAY_SECONDS);
    await signIn(DAY_SECONDS + 1);
    await expect(signIn(DAY_SECONDS + 2)).rejects.toMatchObject(full);
  });

  it('lets an address sign in for ever, and fills no table: of those that have ended the newest stay', async () => {
    for (let round = 0; round < 4 * MAXIMUM; round++) {
      const client = await signIn();
      await client.revokeOwnKey();
      await world.pass(REPLAY_SECONDS + 1);
    }
    expect(await rows()).toBe(MAXIMUM + 1);
    const last = await signIn();
    expect(await statusOf(last)).toBe(200);
  });

  it('cannot be made without end by a leaked key, which counts what it makes while that is good', async () => {
    const leaked = newClient();
    await leaked.createKey();
    for (let made = 0; made < MAXIMUM; made++) {
      await leaked.createScopedKey({ permission: 'trade' });
      await world.pass(1);
    }
    await world.pass(DAY_SECONDS);
    await expect(leaked.createScopedKey({ permission: 'trade' })).rejects.toMatchObject({ code: 'too_many_keys' });
  });

  async function exchangeAuth(): Promise<{ message: string; session_message: string }> {
    const { auth } = (await (await fetch(`${world.url}/exchange`)).json()) as {
      auth: { message: string; session_message: string };
    };
    return auth;
  }
});
