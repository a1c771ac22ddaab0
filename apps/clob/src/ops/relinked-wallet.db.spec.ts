import { type AuthenticatedCaller } from '@foretell/platform-auth';
import type { Address } from '@foretell/signing';
import { EngineService } from '../engine/engine.service';
import { PlacementService, type CheckedOrder } from '../orders/placement.service';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { TestOrder } from '../testing/signed-order';
import type { Trader } from '../testing/trader';

describe('a wallet whose link is replaced', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let thief: Trader;
  let owner: Trader;
  let wallet: Address;

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    [market, thief, owner] = [await world.list(), await world.trader(), await world.trader()];
    wallet = await world.link(thief, 'safe');
  });

  const relink = (kind: 'safe' | 'proxy' = 'safe') =>
    world.command('ops.clob.wallets.link', { wallet, owner: owner.wallet.address, kind, replace: true });
  const buy = (tokenId: string, pips = 5_000): TestOrder => {
    return { tokenId, side: 'BUY', pips, shares: 100, maker: wallet, signatureType: 2 };
  };
  const money = async () => {
    const reply = await world.command('ops.clob.ledger.show', { wallet });
    return reply.ok ? reply.result : reply;
  };
  /** The thief's order as it waits for the writer, its signature checked by the link of that moment. */
  const onItsWay = async (draft: TestOrder): Promise<CheckedOrder> => {
    const caller = { address: thief.wallet.address, apiKey: thief.apiKey, network: '' } as AuthenticatedCaller;
    const checked = await world.app.get(PlacementService).checked(caller, thief.sign(draft).item);
    if ('error' in checked) throw new Error(checked.error);
    return checked;
  };

  it('has no open or delayed order left: the new owner signed none', async () => {
    const delaying = await world.list({ secondsDelay: 5 });
    await owner.rest({ tokenId: delaying.no, side: 'BUY', pips: 5_000, shares: 100 });
    await thief.rest(buy(market.yes));
    expect(await thief.place(buy(delaying.yes))).toMatchObject([{ status: 'delayed' }]);
    expect(await relink()).toMatchObject({ ok: true });
    expect(await world.book(market.yes)).toEqual({ bids: [], asks: [] });
    await world.pass(6);
    expect(await money()).toMatchObject({ available: '1000', locked: '0', positions: [] });
    expect(await owner.place({ ...buy(market.yes) })).toMatchObject([{ status: 'live' }]);
  });

  it('has none left after the command that was interrupted is repeated', async () => {
    await thief.rest(buy(market.yes));
    // As far as the command gets before its process ends.
    await world.database.pool.query('update clob.wallet_links set owner = $2 where wallet = $1', [wallet, owner.wallet.address]);
    expect(await relink()).toMatchObject({ ok: true });
    expect(await money()).toMatchObject({ available: '1000', locked: '0' });
  });

  it('keeps its orders when the command asks for the link that it has', async () => {
    await thief.rest(buy(market.yes));
    const link = { wallet, owner: thief.wallet.address, kind: 'safe' } as const;
    expect(await world.command('ops.clob.wallets.link', link)).toMatchObject({ ok: true });
    expect(await money()).toMatchObject({ locked: '50' });
  });

  it('takes no order that its former owner signed and that arrives at the writer afterwards', async () => {
    const { app: other, url } = await world.replica();
    try {
      await world.untilListed(url, market);
      const [here, there] = [await onItsWay(buy(market.yes)), await onItsWay(buy(market.yes, 4_000))];
      await relink();
      const settled = [await world.submit(here.submission), await other.get(EngineService).submit(there.submission)];
      expect(settled).toMatchObject([1, 2].map(() => ({ type: 'barred', reason: 'wallet_not_linked' })));
      expect(await money()).toMatchObject({ available: '1000', locked: '0' });
      expect(await owner.place({ ...buy(market.yes) })).toMatchObject([{ status: 'live' }]);
    } finally {
      await other.close();
    }
  });
});
