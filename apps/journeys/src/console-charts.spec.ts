import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor } from './harness/browser/visitor';
import { offeredMarket } from './harness/offered-market';
import { limit } from './harness/orders';

const START_MS = 120_000;
const STEP_MS = 90_000;
const DAY_SECONDS = 86_400;
/** The longest label: “20 min ago”. */
const AGE_MILLIS = 20 * 60_000;

jest.setTimeout(STEP_MS);

describe('the chart of a market', () => {
  let site: ConsoleSite;
  let path: string;

  beforeAll(async () => {
    site = await ConsoleSite.open();
    const { market } = await offeredMarket(site.world, 50);
    await (await site.world.trader()).placeOne(limit(market, 'BUY', 0, 10, 42));
    path = `/market/${market.conditionId}`;
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  it('reads the price at a time where the pointer is on it', async () => {
    for (const visitor of [await site.visitor(), await site.visitor({ theme: 'dark', width: 360 })]) {
      await visitor.visit(path);
      const chart = visitor.page.locator('.chart');
      await chart.hover();
      expect(await chart.locator('.chart-reading').textContent()).toMatch(/\d:\d\d.*\d¢$/);
    }
  });

  it('is next to the ticket, which cannot be closed, on a wide screen', async () => {
    const visitor = await site.visitor();
    await visitor.visit(path);
    await visitor.page.getByRole('heading', { name: 'Trade' }).waitFor();
    // The style sheets of single pages come after those of every page.
    expect(await visitor.page.getByRole('button', { name: 'Close' }).count()).toBe(0);
  });

  it('stands below outcomes whose names and last trades a phone shows whole', async () => {
    const { market } = await offeredMarket(site.world, 10);
    await (await site.world.trader()).placeOne(limit(market, 'BUY', 0, 10, 42));
    const { page } = await site.visitor({ width: 390 });
    await page.clock.setFixedTime(Date.now() + AGE_MILLIS);
    await page.goto(`${site.url}/market/${market.conditionId}`);
    await page.locator('.outcome', { hasText: 'Last trade, ' }).first().waitFor();
    const cut = await page.evaluate(`[...document.querySelectorAll('.outcome')].filter((button) =>
      button.scrollWidth > button.clientWidth || button.querySelector('.outcome-label').clientWidth < 15).length`);
    expect(cut).toBe(0);
  });

  it('has a single price in its middle', async () => {
    const visitor = await site.visitor();
    // Later than the trades, which are not drawn before the line begins.
    const history = [{ t: Math.floor(Date.now() / 1_000) + DAY_SECONDS, p: 0.4 }];
    const headers = { 'access-control-allow-origin': '*' };
    await visitor.page.route('**/prices-history*', (route) => route.fulfill({ json: { history }, headers }));
    await visitor.visit(path);
    await visitor.page.locator('.chart').hover();
    expect(Math.abs((await middleOf(visitor, '.u-cursor-pt')) - (await middleOf(visitor, '.u-over')))).toBeLessThan(2);
  });
});

/** Horizontal middle of the first element of a selector. */
async function middleOf({ page }: Visitor, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return box.x + box.width / 2;
}
