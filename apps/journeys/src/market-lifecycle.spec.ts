import type { TradingClient } from '@foretell/client';
import type { ActivityItem, OrderBookSummary } from '@foretell/contracts';
import { eventually } from './harness/eventually';
import { limit } from './harness/orders';
import { openMarket, type OpenMarket } from './harness/reads';
import { catalogIsCaughtUp } from './harness/record';
import { expectSound } from './harness/sound';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
const STEP_MS = 30_000;

/** From a catalog file to the leaderboard. The tests run in order, each on the state of the previous one. */
describe('from the catalog to the leaderboard', () => {
  let world: World;
  let market: OpenMarket;
  let alice: TradingClient;
  let bob: TradingClient;

  beforeAll(async () => {
    world = await startSampleWorld();
    market = await openMarket(world);
    [alice, bob] = [await world.trader(), await world.trader()];
  }, JOURNEY_MS);

  afterAll(() => world?.stop(), STEP_MS);

  it('the catalog serves the market with its event', async () => {
    const [listed] = await world.catalog.markets({ conditionId: market.conditionId });
    expect(listed).toMatchObject({ conditionId: market.conditionId, slug: market.slug, active: true, closed: false });
    expect(JSON.parse(listed?.clobTokenIds ?? '')).toEqual(market.tokenIds);
    const [event] = listed?.events ?? [];
    expect(await world.catalog.event(event?.id ?? '')).toMatchObject({ slug: event?.slug });
  });

  it(
    'importing the same catalog again changes nothing',
    async () => {
      await catalogIsCaughtUp(world);
      const before = await world.catalog.markets({ limit: 500 });
      await world.importSample();
      expect(await world.catalog.markets({ limit: 500 })).toEqual(before);
    },
    STEP_MS,
  );

  it('a signed order rests on the book, mirrored in the other token', async () => {
    const [result] = await alice.place([limit(market, 'BUY', 0, 10, 60)]);
    expect(result).toMatchObject({ success: true, errorMsg: '', status: 'live', makingAmount: '', takingAmount: '' });
    expect(await book(0)).toMatchObject({ bids: [{ price: '0.6', size: '10' }], asks: [] });
    expect(await book(1)).toMatchObject({ bids: [], asks: [{ price: '0.4', size: '10' }] });
    expect(await alice.openOrders()).toMatchObject([
      { id: result?.orderID, side: 'BUY', price: '0.6', original_size: '10', size_matched: '0' },
    ]);
  });

  it('a bid for the other outcome mints a pair with it', async () => {
    const [result] = await bob.place([limit(market, 'BUY', 1, 10, 40)]);
    expect(result).toMatchObject({ success: true, status: 'matched', makingAmount: '4', takingAmount: '10' });
    expect(await book(0)).toMatchObject({ bids: [], asks: [] });
    const account = await world.opsJson('ledger', 'show', alice.wallet.address);
    expect(account).toMatchObject({
      available: '9994',
      locked: '0',
      positions: [{ conditionId: market.conditionId, available: '10' }],
    });
  });

  it('both traders see the trade, each from their side', async () => {
    const [[taken], [made]] = await Promise.all([bob.trades(), alice.trades()]);
    expect(taken).toMatchObject({
      market: market.conditionId,
      side: 'BUY',
      size: '10',
      price: '0.4',
      type: 'TAKER',
      outcome: market.outcomes[1],
    });
    expect(made).toMatchObject({ id: taken?.id, type: 'MAKER', taker_order_id: taken?.taker_order_id });
    expect(taken?.maker_orders).toMatchObject([{ matched_amount: '10', price: '0.6', side: 'BUY', outcome: market.outcomes[0] }]);
  });

  it(
    'the data service shows the activity of both',
    async () => {
      const rows = await Promise.all([alice, bob].map((trader) => activity(trader, 1)));
      const common = { conditionId: market.conditionId, type: 'TRADE', side: 'BUY', size: 10 };
      expect(rows.flat()).toMatchObject([
        {
          ...common,
          proxyWallet: expect.stringMatching(new RegExp(alice.wallet.address, 'i')),
          price: 0.6,
          usdcSize: 6,
          outcomeIndex: 0,
          asset: `${market.conditionId}:0`,
        },
        {
          ...common,
          proxyWallet: expect.stringMatching(new RegExp(bob.wallet.address, 'i')),
          price: 0.4,
          usdcSize: 4,
          outcomeIndex: 1,
          asset: `${market.conditionId}:1`,
        },
      ]);
    },
    STEP_MS,
  );

  it('both are the holders', async () => {
    const tokens = await world.records.holders({ market: market.conditionId });
    const amounts = tokens.flatMap(({ holders }) =>
      holders.map(({ proxyWallet, outcomeIndex, amount }) => [proxyWallet.toLowerCase(), outcomeIndex, amount] as const),
    );
    expect(amounts.sort((left, right) => left[1] - right[1])).toEqual([
      [alice.wallet.address, 0, 10],
      [bob.wallet.address, 1, 10],
    ]);
  });

  it(
    'the resolution pays the winner, and the leaderboard shows the profit',
    async () => {
      await world.opsJson('markets', 'resolve', market.conditionId, market.outcomes[0]);
      expect(await world.opsJson('ledger', 'show', alice.wallet.address)).toMatchObject({ available: '10004', positions: [] });
      const [redeemed] = await activity(alice, 2);
      expect(redeemed).toMatchObject({ type: 'REDEEM', conditionId: market.conditionId, usdcSize: 10 });
      const board = await eventually('the leaderboard shows both', async () => {
        const rows = await world.records.leaderboard({ timePeriod: 'ALL' });
        return rows.length === 2 && rows[0]?.pnl === 4 && rows[1]?.pnl === -4 ? rows : undefined;
      });
      expect(board.map(({ rank, proxyWallet, vol, pnl }) => [rank, proxyWallet.toLowerCase(), vol, pnl])).toEqual([
        ['1', alice.wallet.address, 6, 4],
        ['2', bob.wallet.address, 4, -4],
      ]);
    },
    STEP_MS,
  );

  it('a resolved market takes no orders', async () => {
    const [result] = await bob.place([limit(market, 'BUY', 1, 10, 40)]);
    expect(result).toMatchObject({ success: false, status: 'error', orderID: '' });
    expect(result?.errorMsg).not.toBe('');
  });

  it('every invariant holds', () => expectSound(world), STEP_MS);

  function book(outcome: 0 | 1): Promise<OrderBookSummary> {
    return world.markets.book(market.tokenIds[outcome]);
  }

  function activity(trader: TradingClient, rows: number): Promise<readonly ActivityItem[]> {
    return eventually(`${rows} activity rows`, async () => {
      const found = await world.records.activity({ user: trader.wallet.address });
      return found.length >= rows ? found : undefined;
    });
  }
});
