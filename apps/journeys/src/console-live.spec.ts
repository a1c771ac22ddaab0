import type { TradingClient } from '@foretell/client';
import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor } from './harness/browser/visitor';
import { limit } from './harness/orders';
import { openMarkets, type OpenMarket } from './harness/reads';

const START_MS = 120_000;
const STEP_MS = 90_000;

jest.setTimeout(STEP_MS);

describe('a market in two browsers', () => {
  let site: ConsoleSite;
  let market: OpenMarket;
  let maker: TradingClient;
  let visitors: readonly Visitor[];

  beforeAll(async () => {
    site = await ConsoleSite.open();
    const [first] = await openMarkets(site.world, 1);
    if (first === undefined) throw new Error('the sample has no open market');
    market = first;
    maker = await site.world.trader();
    await maker.split({ conditionId: market.conditionId, amount: '100' });
    await maker.placeOne(limit(market, 'SELL', 0, 50, 42));
    visitors = [await site.visitor(), await site.visitor({ theme: 'dark', width: 360 })];
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  /** Until every visitor sees so many shares at a price of the first outcome's book; null: no order there. */
  async function allSee(cents: string, shares: string | null): Promise<void> {
    for (const { page } of visitors) {
      const ladder = page.getByRole('table', { name: market.outcomes[0], exact: true });
      const rows = ladder.getByRole('row').filter({ hasText: cents });
      if (shares === null) await rows.first().waitFor({ state: 'detached' });
      else await rows.getByRole('cell', { name: shares, exact: true }).first().waitFor();
    }
  }

  it('shows its book, and each fill and cancel as it happens', async () => {
    for (const visitor of visitors) await visitor.visit(`/market/${market.conditionId}`);
    await allSee('42¢', '50');
    const taker = await site.world.trader();
    await taker.placeOne(limit(market, 'BUY', 0, 10, 42));
    await allSee('42¢', '40');
    const { orderID } = await taker.placeOne(limit(market, 'BUY', 0, 5, 10));
    await allSee('10¢', '5');
    await taker.cancel(orderID);
    await allSee('10¢', null);
  });

  it('says that its stream was cut, shows what it knows as old, and comes back with what is so now', async () => {
    const cuts = visitors.map(({ page }) => page.getByText('Cut off: what is shown may be old.', { exact: false }).first());
    await site.world.clob.kill();
    for (const cut of cuts) await cut.waitFor();
    for (const { page } of visitors) expect(await page.locator('.is-stale').count()).toBeGreaterThan(0);
    await site.world.clob.start();
    for (const cut of cuts) await cut.waitFor({ state: 'detached' });
    await maker.placeOne(limit(market, 'SELL', 0, 5, 43));
    await allSee('43¢', '5');
    await allSee('42¢', '40');
  });
});
