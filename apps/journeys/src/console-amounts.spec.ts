import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor } from './harness/browser/visitor';
import { limit } from './harness/orders';
import { freshPrivateKey } from './harness/private-key';
import { openMarkets, type OpenMarket } from './harness/reads';

const START_MS = 120_000;
const STEP_MS = 90_000;
/** A phone, a tablet, two on each side of the width where the ticket moves, and wide windows. */
const WIDTHS = [360, 768, 860, 861, 961, 1_180, 1_280];
/** Bought at 42.37 cents; worth 90 cents. */
const SHARES = 400_000_000.123;

jest.setTimeout(STEP_MS);

describe('amounts of nine digits', () => {
  let site: ConsoleSite;
  let market: OpenMarket;
  let owner: string;
  let visitor: Visitor;

  beforeAll(async () => {
    site = await ConsoleSite.open();
    const { world } = site;
    [market] = (await openMarkets(world, 1)) as [OpenMarket];
    const privateKey = freshPrivateKey();
    const [maker, taker] = [await world.trader(), await world.trader({ privateKey })];
    owner = taker.wallet.checksummedAddress;
    for (const { wallet } of [maker, taker])
      await world.opsJson('ledger', 'credit', wallet.checksummedAddress, '900000000', '--reference', wallet.checksummedAddress);
    await maker.split({ conditionId: market.conditionId, amount: '500000000' });
    await maker.placeOne(limit(market, 'SELL', 0, SHARES, 42));
    await taker.placeOne(limit(market, 'BUY', 0, SHARES, 42));
    for (const [side, cents] of [
      ['BUY', 89],
      ['SELL', 91],
    ] as const)
      await maker.placeOne(limit(market, side, 0, 1_000, cents));
    await taker.placeOne(limit(market, 'BUY', 0, 123_456_789, 80));
    visitor = await site.visitor();
    await visitor.visit('/');
    await site.signIn(visitor, taker, privateKey);
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  it.each([
    ['the leaderboard', () => '/leaderboard', '$168,000,000.05'],
    ['a profile', () => `/profile/${owner}`, '$168,000,000.05'],
    ['the portfolio', () => '/portfolio', '$360,000,000.11'],
    ['a market', () => `/market/${market.conditionId}`, '123,456,789'],
  ])('%s: all are visible at any width', async (_page, path, amount) => {
    await visitor.visit(path());
    await visitor.page.getByText(amount).first().waitFor();
    for (const width of WIDTHS) {
      await visitor.look({ width });
      const found = { width, hidden: await visitor.cutFigures(), isWider: await visitor.isWiderThanWindow() };
      expect(found).toEqual({ width, hidden: [], isWider: false });
    }
    expect(await visitor.violations()).toEqual([]);
    expect(visitor.complaints()).toEqual([]);
  });
});
