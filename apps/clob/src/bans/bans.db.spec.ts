import { PrismaService } from '@foretell/platform-prisma';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { EngineService } from '../engine/engine.service';
import { fieldsOf, listOf } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

describe('S7: bans hold in the writer', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    market = await world.list();
    [alice, bob] = await Promise.all([world.trader(), world.trader()]);
    for (const trader of [alice, bob])
      await trader.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '50' });
  });

  const ban = async (mode: 'full' | 'closed-only' | 'lift', address: string = alice.wallet.address): Promise<void> => {
    const banned = mode !== 'lift';
    expect(await world.command('ops.clob.keys.ban', { address, mode })).toMatchObject({ ok: true, result: { address, banned } });
  };
  const move = (trader: Trader, path: 'split' | 'merge', wallet?: string) =>
    trader.call('POST', `/positions/${path}`, { conditionId: market.conditionId, amount: '5', ...(wallet ? { wallet } : {}) });
  const buy = { side: 'BUY', pips: 4_000, shares: 5 } as const;
  const sell = { side: 'SELL', pips: 6_000, shares: 5 } as const;
  const openOrders = async (trader: Trader): Promise<unknown[]> =>
    listOf(fieldsOf(await trader.ok('GET', '/data/orders'))['data']).map(({ id }) => id);
  const closedOnly = () => ({ code: 'closed_only', error: `'${alice.wallet.address}' address in closed only mode` });
  const banned = () => ({ code: 'user_banned', error: `'${alice.wallet.address}' address banned` });

  it('let a closed-only account reduce what it holds, and open nothing', async () => {
    await ban('closed-only');
    expect(await move(alice, 'split')).toMatchObject({ status: 400, body: closedOnly() });
    for (const tokenId of [market.yes, market.no])
      expect(await alice.place({ ...buy, tokenId }, { ...sell, tokenId })).toMatchObject([
        { success: false, code: 'closed_only' },
        { success: true },
      ]);
    expect(await move(alice, 'merge')).toMatchObject({ status: 200 });
    expect(await alice.ok('DELETE', '/cancel-all')).toMatchObject({ canceled: [expect.any(String), expect.any(String)] });
    expect(await alice.place({ ...sell, tokenId: market.no, shares: 46 })).toMatchObject([{ code: 'not_enough_balance' }]);
  });

  it('are listed, newest first, and for a wallet with those of its owner', async () => {
    const safe = `0x${'5a'.repeat(20)}`;
    const link = { wallet: safe, owner: bob.wallet.address, kind: 'safe' } as const;
    expect(await world.command('ops.clob.wallets.link', link)).toMatchObject({ ok: true });
    const since = world.now;
    await ban('closed-only');
    await ban('full', bob.wallet.address);
    const ofAlice = { address: alice.wallet.address, mode: 'closed-only', since };
    const ofBob = { address: bob.wallet.address, mode: 'full', since };
    const listed = async (request: { address?: string }) => {
      const reply = await world.command('ops.clob.keys.bans', request);
      return reply.ok ? reply.result.bans : [];
    };
    expect(await listed({})).toEqual(expect.arrayContaining([ofAlice, ofBob]));
    expect(await listed({ address: safe })).toEqual([ofBob]);
    expect(await listed({ address: alice.wallet.address })).toEqual([ofAlice]);
    await ban('lift', bob.wallet.address);
    expect(await listed({ address: safe })).toEqual([]);
  });

  it('cancel the open orders that would open a position, and leave those that reduce one', async () => {
    await alice.rest({ ...buy, tokenId: market.yes });
    await alice.rest({ ...buy, tokenId: market.no });
    const sale = await alice.rest({ ...sell, tokenId: market.yes });
    await ban('closed-only');
    expect(await openOrders(alice)).toEqual([sale]);
    expect(await world.book(market.yes)).toEqual({ bids: [], asks: ['0.6 x 5'] });
  });

  it('let a banned account do nothing, and leave none of its orders open', async () => {
    await alice.rest({ ...buy, tokenId: market.yes });
    await alice.rest({ ...sell, tokenId: market.yes });
    await ban('full');
    expect(await openOrders(alice)).toEqual([]);
    for (const path of ['split', 'merge'] as const)
      expect(await move(alice, path)).toMatchObject({ status: 400, body: banned() });
    expect(await alice.place({ ...buy, tokenId: market.yes }, { ...sell, tokenId: market.yes })).toMatchObject([
      { success: false, code: 'user_banned', errorMsg: banned().error },
      { success: false, code: 'user_banned' },
    ]);
    const dry = await alice.ok('POST', '/orders/dry-run', [alice.sign({ ...buy, tokenId: market.yes }).item]);
    expect(dry).toMatchObject([{ success: false, code: 'user_banned' }]);
    expect(await bob.place({ ...sell, tokenId: market.yes, pips: 4_000 })).toMatchObject([{ status: 'live' }]);
    await ban('lift');
    expect(await move(alice, 'split')).toMatchObject({ status: 200 });
  });

  it('end an order that its market still delays', async () => {
    market = await world.list({ secondsDelay: 3 });
    await bob.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '50' });
    await bob.rest({ ...sell, tokenId: market.yes, pips: 4_000 });
    expect(await alice.place({ ...buy, tokenId: market.yes })).toMatchObject([{ status: 'delayed' }]);
    await ban('closed-only');
    await world.pass(4);
    expect([await alice.balance(market.yes), await openOrders(alice)]).toEqual(['0', []]);
  });

  it('hold for a command that passed every check of the process that took it', async () => {
    await ban('full');
    const { conditionId } = market;
    const settled = await world.submit({
      command: { type: 'splitPosition', wallet: alice.wallet.address, conditionId, sizeMicros: 5 as never },
    });
    expect(settled).toMatchObject({ type: 'barred', reason: 'user_banned' });
  });

  it('hold for the wallets that a banned key signs for, and for a wallet that is banned itself', async () => {
    const linked = await world.link(alice, 'safe');
    const maker = { maker: linked, signatureType: 2 } as const;
    await alice.rest({ ...buy, ...maker, tokenId: market.yes });
    await ban('full', linked);
    expect(await openOrders(alice)).toEqual([]);
    expect(await move(alice, 'split', linked)).toMatchObject({ status: 400, body: { code: 'user_banned' } });
    expect(await move(alice, 'split')).toMatchObject({ status: 200 });
    await ban('lift', linked);
    expect(await move(alice, 'split', linked)).toMatchObject({ status: 200 });
    await alice.rest({ ...buy, ...maker, tokenId: market.yes });
    await ban('full');
    expect(await openOrders(alice)).toEqual([]);
    expect(await alice.place({ ...buy, ...maker, tokenId: market.yes })).toMatchObject([{ code: 'user_banned' }]);
  });

  it('end the orders of a wallet that is linked to a banned key', async () => {
    const carol = await world.trader();
    await ban('full', carol.wallet.address);
    const linked = await world.link(alice, 'safe');
    await alice.rest({ ...buy, maker: linked, signatureType: 2, tokenId: market.yes });
    const link = { wallet: linked, owner: carol.wallet.address, kind: 'safe', replace: true } as const;
    expect(await world.command('ops.clob.wallets.link', link)).toMatchObject({ ok: true });
    expect(await world.book(market.yes)).toEqual({ bids: [], asks: [] });
  });
});

describe('S7: a ban whose cancels were lost with the writer', () => {
  it('is carried out by the writer that follows', async () => {
    const world = await ClobWorld.open();
    let other: NestExpressApplication | undefined;
    try {
      const market = await world.list();
      const alice = await world.trader();
      await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 5 });
      // As far as the command gets before its process ends.
      const ban = { address: alice.wallet.address, closedOnly: false, bannedAt: 1 };
      await world.app.get(PrismaService).clobBan.create({ data: ban });
      ({ app: other } = await world.process());
      const engine = other.get(EngineService);
      await world.until('the other process follows', async () => (await engine.check()) === null);
      await world.app.close();
      await engine.writing;
      const filter = { wallets: [alice.wallet.address], beforePriority: Number.MAX_SAFE_INTEGER, limit: 10 };
      await world.until('no order is open', async () => (await engine.openOrders(filter)).length === 0);
    } finally {
      await other?.close();
      await world.close();
    }
  });
});
