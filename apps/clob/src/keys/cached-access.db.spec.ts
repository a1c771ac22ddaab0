import { DATABASE_POOL, VITAL_POOL, type Pool } from '@foretell/platform-prisma';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { WalletLinks } from '../ledger/wallet-links';
import { AccessNotices } from '../notices/access-notices';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { PostgresApiKeyStore } from './api-key.store';
import { Bans } from './bans';

describe('keys, bans and links in memory', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let other: NestExpressApplication;
  let url: string;
  let alice: Trader;
  let elsewhere: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    market = await world.list();
    ({ app: other, url } = await world.process());
    for (const app of [world.app, other])
      await world.until('changes arrive', () => Promise.resolve(app.get(AccessNotices).isCurrent()));
  });
  afterAll(async () => {
    await other?.close();
    await world?.close();
  });
  beforeEach(async () => {
    alice = await world.trader();
    elsewhere = world.at(url, alice);
  });

  const statusAt = async (app: NestExpressApplication): Promise<number> => {
    return (await (app === other ? elsewhere : alice).get('/auth/api-keys')).status;
  };
  const asked = (app: NestExpressApplication): { readonly texts: string[]; stop(): void } => {
    const texts: string[] = [];
    const spies = [DATABASE_POOL, VITAL_POOL].map((token) => jest.spyOn(app.get<Pool>(token), 'query'));
    const stop = (): void => {
      for (const [statement] of spies.flatMap((spy) => spy.mock.calls as unknown[][]))
        texts.push(typeof statement === 'string' ? statement : JSON.stringify(statement));
      for (const spy of spies) spy.mockRestore();
    };
    return { texts, stop };
  };
  const aboutAccess = (texts: readonly string[]): readonly string[] =>
    texts.filter((text) => /api_keys|bans|wallet_links/.test(text));

  it('send no query to the database for an order', async () => {
    await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 });
    const texts: string[] = [];
    // A machine that is late for a second trusts the tables alone: then the orders say nothing, and others are placed.
    await world.until('orders are placed while changes arrive', async () => {
      const trust = jest.spyOn(world.app.get(AccessNotices), 'isCurrent');
      const queries = asked(world.app);
      for (let turn = 0; turn < 5; turn += 1) await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 });
      queries.stop();
      const answers = trust.mock.results.map(({ value }) => value as unknown);
      trust.mockRestore();
      texts.splice(0, texts.length, ...queries.texts);
      return answers.length > 0 && !answers.includes(false);
    });
    expect(aboutAccess(texts)).toEqual([]);
  });

  it('refuse a revoked key at once where it was revoked, and soon elsewhere', async () => {
    expect([await statusAt(world.app), await statusAt(other)]).toEqual([200, 200]);
    await alice.ok('DELETE', '/auth/api-key');
    expect(await statusAt(world.app)).toBe(401);
    await world.until('the other process refuses the key', async () => (await statusAt(other)) === 401);
  });

  it('ban an address at once, also for orders that another process takes, and let it in again', async () => {
    const { address } = alice.wallet;
    const draft = { tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 } as const;
    await world.app.get(Bans).set(address, 'full', world.now);
    for (const trader of [alice, elsewhere])
      expect(await trader.place(draft)).toMatchObject([{ success: false, code: 'user_banned' }]);
    await world.until('the other process knows', () => Promise.resolve(other.get(Bans).of(address)?.mode === 'full'));
    await other.get(Bans).set(address, 'lift', world.now);
    expect(other.get(Bans).of(address)).toBeNull();
    await world.until('this process knows', () => Promise.resolve(world.app.get(Bans).of(address) === null));
    expect(await alice.place(draft)).toMatchObject([{ success: true }]);
  });

  it('follow a link to another owner in both processes', async () => {
    const wallet = await world.link(alice, 'safe');
    const owners = () => [world.app, other].map((app) => app.get(WalletLinks).ownerOf(wallet)?.owner);
    expect(owners()[0]).toBe(alice.wallet.address);
    await world.until('the other process knows', () => Promise.resolve(owners()[1] === alice.wallet.address));
    const bob = await world.trader();
    await other.get(WalletLinks).link(wallet, { owner: bob.wallet.address, kind: 'proxy', atMillis: world.now, replaces: true });
    await world.until('this process knows', () => Promise.resolve(owners()[0] === bob.wallet.address));
    const links = world.app.get(WalletLinks);
    expect(links.walletsOf(alice.wallet.address)).toEqual([alice.wallet.address]);
    expect(links.walletOf(bob.wallet.address, 'proxy')).toBe(wallet);
  });

  it('take a wallet from its owner only when the operator says so, and hold that everywhere once it is answered', async () => {
    const wallet = await world.link(alice, 'safe');
    const bob = await world.trader();
    const link = { wallet, owner: bob.wallet.address, kind: 'safe' } as const;
    expect(await world.command('ops.clob.wallets.link', link)).toEqual({
      ok: false,
      error: `${wallet} is linked to ${alice.wallet.address} as a safe wallet; --replace takes it from there`,
    });
    const again = { ...link, owner: alice.wallet.address };
    expect(await world.command('ops.clob.wallets.link', again)).toEqual({ ok: true, result: again });
    expect(await world.command('ops.clob.wallets.link', { ...link, replace: true })).toEqual({ ok: true, result: link });
    for (const app of [world.app, other])
      expect(app.get(WalletLinks).ownerOf(wallet)).toEqual({ owner: bob.wallet.address, signatureType: 2 });
  });

  it('catch up with changes after a lost connection, and read the tables until then', async () => {
    expect(await statusAt(other)).toBe(200);
    await world.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'foretell-clob-notices' and datname = current_database()`,
    );
    await world.until('the feed is lost', () => Promise.resolve(!other.get(AccessNotices).isCurrent()));
    await world.app.get(PostgresApiKeyStore).revoke(alice.apiKey, world.now);
    const seen = asked(other);
    expect(await statusAt(other)).toBe(401);
    seen.stop();
    expect(aboutAccess(seen.texts).length).toBeGreaterThan(0);
    await world.until('changes arrive again', () => Promise.resolve(other.get(AccessNotices).isCurrent()));
    expect([await statusAt(world.app), await statusAt(other)]).toEqual([401, 401]);
  });
});
