import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrderType, Side } from '@polymarket/clob-client-v2';
import type { OrderDraft, TradingClient } from '@foretell/client';
import { eventually } from './harness/eventually';
import { limit } from './harness/orders';
import { publishedCaller } from './harness/published-client';
import { fieldsOf, openMarkets, type Fields, type OpenMarket } from './harness/reads';
import { journalEvents } from './harness/record';
import { expectSound } from './harness/sound';
import { startWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
const STEP_MS = 30_000;

const hex = (id: number): string => `0x${id.toString(16).padStart(64, 'f')}`;

/** A market's row in the public catalog format, with its fee fields. */
const row = (id: number, fee: Fields): Fields => ({
  id: String(id),
  slug: `up-or-down-${id}`,
  question: `Up or down, number ${id}?`,
  conditionId: hex(id),
  questionID: hex(id + 1_000),
  outcomes: '["Up", "Down"]',
  outcomePrices: '["0.5", "0.5"]',
  clobTokenIds: JSON.stringify([`${id}00000000000000000001`, `${id}00000000000000000002`]),
  description: 'Up if it is higher at the end than at the beginning.',
  active: true,
  closed: false,
  archived: false,
  acceptingOrders: true,
  enableOrderBook: true,
  negRisk: false,
  orderMinSize: 5,
  orderPriceMinTickSize: 0.01,
  startDate: '2026-11-01T00:00:00Z',
  endDate: '2099-01-01T00:00:00Z',
  createdAt: '2026-10-31T12:00:00.123456Z',
  volume: '79945.98005599984',
  spread: 0.01,
  ...fee,
});
const WITH_FEE = { feesEnabled: true, makerBaseFee: 1000, takerBaseFee: 1000 };
const LINEAR = row(31, {
  ...WITH_FEE,
  feeType: 'crypto_fees_v2',
  feeSchedule: { rate: 0.07, exponent: 1, takerOnly: true, rebateRate: 0.2 },
});
const SQUARE = row(32, { ...WITH_FEE, feeSchedule: { rate: 0.25, exponent: 2, takerOnly: true, rebateRate: 0.2 } });
const MARKED = row(33, WITH_FEE);
const FREE = row(34, { feesEnabled: false, feeSchedule: null });

/** A fee from the catalog row to the trader's payment: equal at every step. */
describe('the fee of an imported market', () => {
  let world: World;
  let folder: string;
  let imported: Fields;
  let markets: ReadonlyMap<string, OpenMarket>;
  let maker: TradingClient;

  beforeAll(async () => {
    world = await startWorld();
    folder = await mkdtemp(join(tmpdir(), 'fees-'));
    const file = join(folder, 'markets.json');
    await writeFile(file, JSON.stringify([LINEAR, SQUARE, MARKED, FREE]));
    imported = fieldsOf(await world.opsJson('catalog', 'import', file));
    markets = new Map((await openMarkets(world, 4)).map((market) => [market.conditionId, market]));
    maker = await world.trader();
  }, JOURNEY_MS);

  afterAll(async () => {
    await world?.stop();
    await rm(folder, { recursive: true, force: true });
  }, STEP_MS);

  const marketOf = ({ conditionId }: Fields): OpenMarket => {
    const market = markets.get(String(conditionId));
    if (market === undefined) throw new Error(`market ${String(conditionId)} does not take orders`);
    return market;
  };
  const answer = async (path: string): Promise<Fields> => fieldsOf(JSON.parse((await maker.call('GET', path)).text));
  const rehearsed = async (trader: TradingClient, draft: OrderDraft): Promise<Fields> => {
    const [result] = await trader.rehearse([draft]);
    return fieldsOf(result);
  };

  it('is read from the schedule of its row; a base fee without one is reported as not used', () => {
    expect(imported).toMatchObject({
      markets: 4,
      refused: { total: 0 },
      adjusted: { total: 1, rows: [{ id: '33', reason: expect.stringContaining('takerBaseFee 1000') }] },
    });
  });

  it.each([
    ['exponent 1', LINEAR, { rate: 0.07, exponent: 1, taker_only: true }, { r: 0.07, e: 1, to: true }, 1000],
    ['exponent 2', SQUARE, { rate: 0.25, exponent: 2, taker_only: true }, { r: 0.25, e: 2, to: true }, 1000],
    ['a base fee alone', MARKED, null, { r: 0, e: 1, to: true }, 0],
    ['no fees', FREE, null, { r: 0, e: 1, to: true }, 0],
  ])('is in the records of the market: %s', async (_, { conditionId }, schedule, curve, baseFee) => {
    const { tokenIds } = marketOf({ conditionId });
    expect(await answer(`/markets/${String(conditionId)}`)).toMatchObject({
      fee_schedule: schedule,
      taker_base_fee: baseFee,
      maker_base_fee: 0,
    });
    expect(await answer(`/clob-markets/${String(conditionId)}`)).toMatchObject({ fd: curve, tbf: baseFee });
    expect(await answer(`/fee-rate?token_id=${tokenIds[0]}`)).toEqual({ base_fee: baseFee });
  });

  /*
   * 100 shares at 0.40, which cost 40. Exponent 1: 100 x 0.07 x 0.4 x 0.6 = 1.68. Exponent 2: 100 x 0.25 x (0.4 x 0.6)^2 = 1.44.
   */
  it.each([
    ['exponent 1', LINEAR, '1.68', 1_680_000, -1.68],
    ['exponent 2', SQUARE, '1.44', 1_440_000, -1.44],
    ['no fees', FREE, undefined, 0, 0],
  ])(
    'is equal in the dry run, the trade, the balance, the event and the rows of data: %s',
    async (_, fields, feeUsd, feeMicros, realizedPnl) => {
      const traded = { status: 'matched', makingAmount: '40', takingAmount: '100' };
      const market = marketOf(fields);
      const taker = await world.trader();
      const before = Number((await taker.balance()).balance);
      await maker.place([limit(market, 'BUY', 1, 100, 60)]);
      const draft = limit(market, 'BUY', 0, 100, 40);
      const would = await rehearsed(taker, draft);
      expect([would, would['feeUsd']]).toEqual([expect.objectContaining(traded), feeUsd]);
      const [placed] = await taker.place([draft]);
      expect([placed, placed?.feeUsd]).toEqual([expect.objectContaining(traded), feeUsd]);
      expect(before - Number((await taker.balance()).balance)).toBe(40_000_000 + feeMicros);
      const events = await journalEvents(world);
      const trade = events.find((event) => event.type === 'trade.matched.v1' && event.takerOrderId === placed?.orderID);
      expect(trade).toMatchObject({ feeMicros, usdcMicros: 40_000_000, wallet: taker.wallet.address });
      const [position] = await eventually('the position is in data', async () => {
        const found = await world.records.positions({ user: taker.wallet.address });
        return found.length > 0 ? found : undefined;
      });
      expect(position).toMatchObject({ totalBought: 100, initialValue: 40, realizedPnl });
    },
    STEP_MS,
  );

  it.each([
    ['exponent 1', LINEAR],
    ['exponent 2', SQUARE],
  ])(
    'lets an unmodified published client spend its complete balance: %s',
    async (_, fields) => {
      const market = marketOf(fields);
      await maker.place([limit(market, 'BUY', 1, 3_000, 50)]);
      const { client, address } = await publishedCaller(world);
      await world.opsJson('ledger', 'debit', address, '9000', '--reference', `down-to-1000-${address}`);
      const bought = await client.createAndPostMarketOrder(
        { tokenID: market.tokenIds[0], amount: 1_000, side: Side.BUY, userUSDCBalance: 1_000 },
        undefined,
        OrderType.FOK,
      );
      expect(bought).toMatchObject({ success: true, status: 'matched' });
    },
    STEP_MS,
  );

  it(
    'is what an operator set in both records, and so are the other terms',
    async () => {
      const { conditionId } = marketOf(FREE);
      const inCatalog = async (): Promise<Fields> => fieldsOf(await (await fetch(`${world.gamma.url}/public/markets/34`)).json());
      expect(await inCatalog()).toMatchObject({ feesEnabled: false, orderPriceMinTickSize: 0.01, acceptingOrders: true });
      await world.opsJson('markets', 'set', conditionId, '--fee-rate', '0.03', '--tick', '0.001', '--min-size', '15');
      const rewards = ['--rewards-rate', '12.5', '--rewards-min-size', '20', '--rewards-max-spread', '3', '--rebate-rate', '0.5'];
      await world.opsJson('markets', 'set', conditionId, ...rewards);
      await world.opsJson('markets', 'pause', conditionId);
      expect(await answer(`/markets/${conditionId}`)).toMatchObject({
        fee_schedule: { rate: 0.03, exponent: 1, taker_only: true },
        minimum_tick_size: 0.001,
        minimum_order_size: 15,
        accepting_orders: false,
        rewards: { rates: [{ rewards_daily_rate: 12.5 }], min_size: 20, max_spread: 3 },
      });
      const shown = await eventually('the catalog has applied it', async () => {
        const record = await inCatalog();
        return record['acceptingOrders'] === false ? record : undefined;
      });
      expect(shown).toMatchObject({
        feesEnabled: true,
        feeSchedule: { rate: 0.03, exponent: 1, takerOnly: true, rebateRate: 0.5 },
        clobRewards: [expect.objectContaining({ conditionId, rewardsDailyRate: 12.5 })],
        rewardsMinSize: 20,
        rewardsMaxSpread: 3,
        orderPriceMinTickSize: 0.001,
        orderMinSize: 15,
      });
    },
    STEP_MS,
  );

  it('leaves every invariant intact', () => expectSound(world), STEP_MS);
});
