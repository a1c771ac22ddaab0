import type { NestExpressApplication } from '@nestjs/platform-express';
import { fieldsOf, type Fields } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { TestOrder } from '../testing/signed-order';
import type { Trader } from '../testing/trader';

const OPEN_MAX = 3;

type Signed = ReturnType<Trader['sign']>;

/** Dry runs are computed from the core of the process that receives them, writer or follower. */
describe('a dry run', () => {
  let world: ClobWorld;
  let markets: readonly WorldMarket[];
  let standby: NestExpressApplication;
  let replicaUrl: string;

  beforeAll(async () => {
    world = await ClobWorld.open({ OPEN_ORDERS_MAX: String(OPEN_MAX) });
    markets = [await world.list(), await world.list()];
    ({ app: standby, url: replicaUrl } = await world.replica());
  });
  afterAll(async () => {
    await standby?.close();
    await world?.close();
  });

  /** The results of a dry run at the writer, of one at the replica, and of placing the orders. */
  const said = async (trader: Trader, drafts: readonly TestOrder[]): Promise<readonly unknown[]> => {
    const items = drafts.map((draft) => trader.sign(draft).item);
    const there = world.at(replicaUrl, trader);
    const rehearsed = [await trader.ok('POST', '/orders/dry-run', items), await there.ok('POST', '/orders/dry-run', items)];
    return [...rehearsed, await trader.ok('POST', '/orders', items)].map((results) =>
      (results as Fields[]).map(({ code, status, makingAmount, takingAmount }) => ({ code, status, makingAmount, takingAmount })),
    );
  };
  const draft = (market: number, side: 'BUY' | 'SELL', pips: number, shares: number): TestOrder => ({
    tokenId: markets[market]?.yes ?? '',
    side,
    pips,
    shares,
  });

  it('sees the orders that were acknowledged just before, as placing does', async () => {
    const [maker, taker] = [await world.trader(), await world.trader()];
    for (const pips of [4_000, 4_100]) await maker.rest({ tokenId: markets[0]?.no ?? '', side: 'BUY', pips, shares: 10 });
    const [first, ...others] = await said(taker, [
      draft(0, 'BUY', 5_900, 15),
      draft(0, 'BUY', 6_000, 30),
      draft(0, 'BUY', 5_000, 5),
    ]);
    expect(first).toEqual([
      { code: undefined, status: 'matched', makingAmount: '5.9', takingAmount: '10' },
      { code: undefined, status: 'matched', makingAmount: '6', takingAmount: '10' },
      { code: undefined, status: 'live', makingAmount: '', takingAmount: '' },
    ]);
    expect(others).toEqual([first, first]);
  });

  it('counts what the wallet has open in other markets', async () => {
    const trader = await world.trader();
    await trader.place(draft(0, 'BUY', 1_000, 5), draft(0, 'BUY', 1_100, 5), draft(1, 'BUY', 1_000, 5));
    const [first, ...others] = await said(trader, [draft(1, 'BUY', 1_200, 5)]);
    expect(first).toMatchObject([{ code: 'too_many_open_orders' }]);
    expect(others).toEqual([first, first]);
  });

  it('accepts an unsigned order of the caller’s own wallet, which placing does not', async () => {
    const [maker, taker] = [await world.trader(), await world.trader()];
    await maker.rest({ tokenId: markets[1]?.no ?? '', side: 'BUY', pips: 4_000, shares: 10 });
    const unsigned = ({ item }: { readonly item: Fields }): Fields => ({
      ...item,
      order: { ...fieldsOf(item['order']), signature: '0x' },
    });
    const [good, late, last] = [5, 5, 6].map((shares) => taker.sign(draft(1, 'BUY', 6_000, shares))) as [Signed, Signed, Signed];
    // Mixed with signed ones, each in its own position.
    const results = await taker.ok('POST', '/orders/dry-run', [unsigned(good), late.item, unsigned(last)]);
    expect(results).toMatchObject([
      { success: true, status: 'matched', orderID: good.orderId, takingAmount: '5' },
      { success: true, status: 'matched', orderID: late.orderId },
      { success: true, status: 'live', orderID: last.orderId },
    ]);
    expect(await taker.ok('POST', '/orders', [unsigned(good)])).toMatchObject([
      { success: false, code: 'invalid_signature', details: { reason: 'malformed_signature' } },
    ]);
    const stranger = await world.trader();
    const foreign = { ...unsigned(good), owner: stranger.apiKey };
    expect(await stranger.ok('POST', '/orders/dry-run', [foreign])).toMatchObject([
      { success: false, code: 'invalid_signature' },
    ]);
  });
});
