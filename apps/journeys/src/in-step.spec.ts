import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitOrder } from '@foretell/client';
import type { ListedMarket, MarketRecord } from '@foretell/contracts';
import { eventually } from './harness/eventually';
import { openMarkets, type Fields, type OpenMarket } from './harness/reads';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
const STEP_MS = 60_000;

/** Catalog and trading each own a part of a market's state, and each shows the other's changes. */
describe('catalog and trading stay in step', () => {
  let world: World;
  let markets: readonly OpenMarket[];
  let folder: string;

  beforeAll(async () => {
    world = await startSampleWorld();
    markets = await openMarkets(world, 4);
    folder = mkdtempSync(join(tmpdir(), 'foretell-step-'));
  }, JOURNEY_MS);

  afterAll(async () => {
    await world?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, STEP_MS);

  const chosen = (index: number): OpenMarket => {
    const market = markets[index];
    if (market === undefined) throw new Error('the sample has too few open markets');
    return market;
  };
  const listed = async ({ conditionId }: OpenMarket): Promise<ListedMarket> => {
    const [market] = await world.catalog.markets({ conditionId });
    if (market === undefined) throw new Error(`the catalog does not list ${conditionId}`);
    return market;
  };
  const traded = ({ conditionId }: OpenMarket): Promise<MarketRecord> => world.markets.market(conditionId);

  /** Imports a newer catalog row of the market, as an operator would. */
  async function reimport(market: OpenMarket, change: Fields): Promise<void> {
    const file = join(folder, 'change.json');
    const row = { ...(await listed(market)), ...change, updatedAt: new Date().toISOString() };
    writeFileSync(file, JSON.stringify([row]));
    const { exitCode, out } = await world.ops('catalog', 'import', file);
    expect(`${exitCode} ${out}`).toMatch(/^0 .*1 markets stored/);
  }

  it(
    'shows in the catalog what trading closes',
    async () => {
      expect(await listed(chosen(0))).toMatchObject({ active: true, closed: false });
      await world.opsJson('markets', 'close', chosen(0).conditionId);
      await eventually('the catalog shows the market as closed', async () => (await listed(chosen(0))).closed === true);
    },
    STEP_MS,
  );

  it(
    'shows in the catalog what trading resolves',
    async () => {
      await world.opsJson('markets', 'resolve', chosen(1).conditionId, chosen(1).outcomes[0]);
      await eventually('the catalog shows the market as closed', async () => (await listed(chosen(1))).closed === true);
      expect(await traded(chosen(1))).toMatchObject({
        closed: true,
        status: 'resolved',
        tokens: [
          { winner: true, price: 1 },
          { winner: false, price: 0 },
        ],
      });
    },
    STEP_MS,
  );

  it(
    'pauses and resumes trading as the catalog deactivates and activates a market',
    async () => {
      await reimport(chosen(2), { active: false });
      await eventually('trading is paused', async () => (await traded(chosen(2))).status === 'paused');
      await reimport(chosen(2), { active: true });
      await eventually('orders are accepted again', async () => (await traded(chosen(2))).accepting_orders === true);
    },
    STEP_MS,
  );

  it(
    'closes for good what the catalog closes, and cancels its orders',
    async () => {
      const trader = await world.trader();
      const [tokenId] = chosen(3).tokenIds;
      const draft = limitOrder({ tokenId, side: 'BUY', price: '0.3', size: '10', isNegRisk: chosen(3).isNegRisk });
      expect(await trader.place([draft])).toMatchObject([{ success: true, status: 'live' }]);
      await reimport(chosen(3), { closed: true });
      await eventually('the order is cancelled', async () => (await trader.openOrders()).length === 0);
      await eventually('the market is closed', async () => (await traded(chosen(3))).closed === true);
      expect(await traded(chosen(3))).toMatchObject({ closed: true, status: 'closed', accepting_orders: false });
    },
    STEP_MS,
  );
});
