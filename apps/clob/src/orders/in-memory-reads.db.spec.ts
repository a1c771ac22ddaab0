import * as fc from 'fast-check';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { EngineService } from '../engine/engine.service';
import { BalancesQuery } from '../ledger/balances.query';
import { WalletLinks } from '../ledger/wallet-links';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import { fieldsOf, listOf } from '../testing/answer';
import type { Trader } from '../testing/trader';
import { OpenOrdersQuery, type OpenOrderRow } from './open-orders.query';

const TRADERS = 3;
const SEED = 11;

describe('open orders and balances from memory', () => {
  let world: ClobWorld;
  let markets: WorldMarket[];
  let traders: Trader[];

  beforeAll(async () => {
    world = await ClobWorld.open();
    markets = [await world.list(), await world.list({ secondsDelay: 3 })];
    traders = await Promise.all(Array.from({ length: TRADERS }, () => world.trader()));
    for (const trader of traders.slice(0, 2)) await world.link(trader, 'proxy');
  });
  afterAll(() => world?.close());

  const step = fc.record({
    trader: fc.nat({ max: TRADERS - 1 }),
    market: fc.nat({ max: 1 }),
    isYes: fc.boolean(),
    pips: fc.integer({ min: 30, max: 70 }).map((cents) => cents * 100),
    shares: fc.integer({ min: 5, max: 40 }),
    isProxy: fc.boolean(),
    isCancel: fc.nat({ max: 9 }).map((die) => die === 0),
    isGtd: fc.boolean(),
  });

  async function trade(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]): Promise<void> {
    for (const { trader: at, market: which, isYes, pips, shares, isProxy, isCancel, isGtd } of steps) {
      const [trader, market] = [traders[at], markets[which]];
      if (trader === undefined || market === undefined) throw new Error('no such trader or market');
      if (isCancel) {
        await trader.ok('DELETE', '/cancel-market-orders', { market: market.conditionId });
        continue;
      }
      const proxy = world.app.get(WalletLinks).walletOf(trader.wallet.address, 'proxy');
      const payer = isProxy && proxy !== undefined ? { signatureType: 1 as const, maker: proxy } : {};
      const expiry = isGtd ? { orderType: 'GTD' as const, expirationSeconds: Math.floor(world.now / 1_000) + 600 } : {};
      const tokenId = isYes ? market.yes : market.no;
      const [result] = await trader.place({ tokenId, side: 'BUY', pips, shares, ...payer, ...expiry });
      expect(result).toMatchObject({ success: true });
    }
  }

  /** The fields of an order's row in the list, in one order. */
  const shown = ({ orderId, priority, status, wallet, owner, conditionId, outcome, side, orderType, ...rest }: OpenOrderRow) => {
    const { pricePips, sizeMicros, filledMicros, expiresAt, acceptedAt } = rest;
    const who = { orderId, priority, status, wallet, owner };
    return { ...who, conditionId, outcome, side, orderType, pricePips, sizeMicros, filledMicros, expiresAt, acceptedAt };
  };

  it('equal those of the tables, for every filter', async () => {
    const [engine, links, orders] = [world.app.get(EngineService), world.app.get(WalletLinks), world.app.get(OpenOrdersQuery)];
    const balances = world.app.get(BalancesQuery);
    let compared = 0;
    for (const steps of fc.sample(fc.array(step, { minLength: 25, maxLength: 25 }), { numRuns: 4, seed: SEED })) {
      await trade(steps);
      for (const trader of traders) {
        const wallets = links.walletsOf(trader.wallet.address);
        const all = await orders.storedPage({ wallets, beforePriority: 0, limit: 1_000 });
        const some = all[Math.floor(all.length / 2)];
        const filters = [
          { beforePriority: 0, limit: 1_000 },
          { beforePriority: some?.priority ?? 1, limit: 3 },
          { beforePriority: 0, skip: 3, limit: 4 },
          { beforePriority: 0, limit: 2, conditionId: markets[0]?.conditionId },
          { beforePriority: 0, limit: 50, conditionId: markets[1]?.conditionId, outcome: 1 as const },
          { beforePriority: 0, limit: 5, id: some?.orderId ?? 'none' },
        ];
        for (const { id, ...filter } of filters.map((each) => ({ id: undefined, ...each, wallets }))) {
          const held = await engine.openOrders({ ...filter, orderId: id });
          const stored = await orders.storedPage({ ...filter, id });
          expect(held?.map((row) => shown({ ...row, tradeIds: [] }))).toEqual(stored.map(shown));
          expect(await orders.page({ ...filter, id })).toMatchObject(
            stored.map(({ tradeIds, ...row }) => ({ ...shown({ ...row, tradeIds }), tradeIds })),
          );
          compared += stored.length;
        }
        for (const wallet of wallets) {
          for (const market of markets) {
            for (const asset of [
              null,
              { conditionId: market.conditionId, outcome: 0 as const },
              { conditionId: market.conditionId, outcome: 1 as const },
            ])
              expect((await engine.balance(wallet, asset))?.availableMicros).toBe(
                (await balances.one(wallet, asset)).availableMicros,
              );
          }
        }
      }
      await world.pass(2);
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('are returned without a database query', async () => {
    const trader = await world.trader();
    const [market] = markets;
    if (market === undefined) throw new Error('there is no market');
    const orderId = await trader.rest({ tokenId: market.yes, side: 'BUY', pips: 100, shares: 5 });
    const spy = jest.spyOn(world.app.get<Pool>(DATABASE_POOL), 'query');
    const listed = fieldsOf(await trader.ok('GET', '/data/orders'));
    const balance = await trader.balance();
    const asked = (spy.mock.calls as unknown[][]).map(([statement]) => JSON.stringify(statement));
    spy.mockRestore();
    expect(listOf(listed['data']).map(({ id }) => id)).toEqual([orderId]);
    expect(balance).toBe('9999950000');
    expect(asked.filter((text) => /clob\.(orders|balances|projector)/.test(text))).toEqual([]);
  });
});
