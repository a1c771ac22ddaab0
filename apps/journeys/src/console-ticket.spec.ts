import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor } from './harness/browser/visitor';
import { eventually } from './harness/eventually';
import { limit } from './harness/orders';
import { openMarkets, type OpenMarket } from './harness/reads';

const START_MS = 120_000;
const STEP_MS = 90_000;
/** A full trader's ticket within reach of the keyboard. */
const KEYS_MAX = 25;
const SIZES = [
  { width: 1_280, height: 720 },
  { width: 1_366, height: 768 },
  { width: 390, height: 844 },
];
const PHONE_WIDTH = 390;

jest.setTimeout(STEP_MS);

/** The ticket: visible at every window size, with offered prices, and with the reader's own positions and orders. */
describe('the place of the ticket', () => {
  let site: ConsoleSite;
  let market: OpenMarket;
  let visitor: Visitor;

  beforeAll(async () => {
    site = await ConsoleSite.open();
    const [first] = await openMarkets(site.world, 1);
    if (first === undefined) throw new Error('the sample has no open market');
    market = first;
    const maker = await site.world.trader();
    await maker.split({ conditionId: market.conditionId, amount: '100' });
    await maker.place([limit(market, 'SELL', 0, 50, 42), limit(market, 'BUY', 0, 50, 39)]);
    visitor = await site.visitor();
    await visitor.visit('/wallet');
    await press('Get a play wallet');
    await visitor.page.getByRole('link', { name: /^Play 0x/ }).waitFor();
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  const press = (name: RegExp | string) => visitor.page.getByRole('button', { name }).click();
  const field = (name: string) => visitor.page.getByRole('textbox', { name, exact: true });
  const choose = (name: string) => visitor.page.getByRole('radio', { name, exact: true }).press(' ');
  const priceIs = (cents: string) =>
    eventually(`the price is ${cents}`, async () => (await field('Limit price').inputValue()) === cents);

  it.each(SIZES)('has its button in view, with a whole order written, at $width x $height', async ({ width, height }) => {
    await visitor.look({ theme: 'light', width, height });
    await visitor.visit(`/market/${market.conditionId}`);
    if (width === PHONE_WIDTH) await visitor.page.getByRole('group', { name: 'Trade' }).getByRole('button').first().click();
    await field('Shares').fill('10');
    const review = visitor.page.getByRole('button', { name: /^Review: buy/ });
    await review.waitFor();
    const box = await review.boundingBox();
    expect(await visitor.page.evaluate('window.scrollY')).toBe(0);
    expect(box?.y ?? height).toBeLessThanOrEqual(height - (box?.height ?? 0));
    await visitor.page.locator('dt:text-is("Total at most") + dd', { hasText: '$4.' }).waitFor();
    expect([await visitor.violations(), await visitor.isWiderThanWindow()]).toEqual([[], false]);
    if (width !== PHONE_WIDTH) return;
    await visitor.page.keyboard.press('Escape');
    await review.waitFor({ state: 'hidden' });
  });

  it('is loaded with the pages that have one, and with no other', async () => {
    const { page } = await site.visitor();
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    const loadsTicket = async (path: string): Promise<boolean> => {
      files.length = 0;
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      return files.some((file) => file.startsWith('/assets/order-ticket-'));
    };
    expect(await loadsTicket('/')).toBe(false);
    expect(await loadsTicket(`/market/${market.conditionId}`)).toBe(true);
  });

  it('takes the best price of each side and outcome, and keeps no number whose meaning changed', async () => {
    await visitor.look({ theme: 'light', width: 1_280, height: 720 });
    await visitor.visit(`/market/${market.conditionId}`);
    await priceIs('42');
    await choose('Sell');
    await priceIs('39');
    await choose(market.outcomes[1]);
    await priceIs('58');
    await choose('Buy');
    await priceIs('61');
    await field('Limit price').fill('87');
    await choose(market.outcomes[0]);
    await priceIs('42');
    await press('Add 100 shares');
    await choose('Market');
    await eventually('the shares became dollars', async () => (await field('Dollars').inputValue()) === '42');
  });

  it('is reached by a few Tabs', async () => {
    await visitor.visit(`/market/${market.conditionId}`);
    await visitor.tabTo(/^input Shares$/, KEYS_MAX);
  });

  it('warns of insufficient funds before the review, and shows the position and orders of the reader', async () => {
    await visitor.visit(`/market/${market.conditionId}`);
    await field('Shares').fill('1000000');
    await visitor.page.getByText(/^Not enough: this order needs \$42/).waitFor();
    await field('Shares').fill('10');
    await press(/^Review: buy/);
    await press('Place the order');
    await visitor.page.getByText(/^Done: You bought 10 shares/).waitFor();
    await visitor.page.getByText(`You hold 10 ${market.outcomes[0]}, 42¢ on average`).waitFor();
    await press('Another order');
    await field('Limit price').fill('10');
    await press(/^Review: buy/);
    await press('Place the order');
    await visitor.page.getByText('Done: It rests in the book.').waitFor();
    await visitor.page.getByText('Your order is here').first().waitFor({ state: 'attached' });
    const mine = visitor.page.getByRole('region', { name: 'Your positions and orders' });
    await mine.getByRole('button', { name: /^Cancel: Buy .*, 10 at 0\.1/ }).click();
    await mine.getByRole('button', { name: /^Cancel: Buy/ }).waitFor({ state: 'detached' });
    expect(visitor.complaints()).toEqual([]);
  });

  it('is on the event’s page, too, for the market that is chosen there', async () => {
    const { event } = await site.world.markets.market(market.conditionId);
    await visitor.visit(`/event/${event.slug}`);
    await visitor.page
      .getByRole('link', { name: new RegExp(`^Buy ${market.outcomes[0]} 42`) })
      .first()
      .click();
    await priceIs('42');
    for (const theme of ['light', 'dark'] as const) {
      await visitor.look({ theme, width: 1_280 });
      expect([await visitor.violations(), await visitor.isWiderThanWindow()]).toEqual([[], false]);
    }
    expect(visitor.complaints()).toEqual([]);
  });
});
