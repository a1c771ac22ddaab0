import type { TradingClient } from '@foretell/client';
import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor } from './harness/browser/visitor';
import { eventually } from './harness/eventually';
import { limit } from './harness/orders';
import { WITH_FEE, openMarketNamed, type OpenMarket } from './harness/reads';

const START_MS = 120_000;
const STEP_MS = 60_000;
const GTD_SECONDS = 300;

jest.setTimeout(STEP_MS);

/** Whether clicks pass through a toast to the page below; false while no toast is shown. */
const PRESSED_THROUGH = `(() => {
  const toast = document.querySelector('.toast');
  if (toast === null) return false;
  const { x, y, width, height } = toast.getBoundingClientRect();
  return !toast.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})()`;

/** Every kind of order through the ticket, in a market with a taker fee, and the explanations of invalid orders. */
describe('the order ticket', () => {
  let site: ConsoleSite;
  let market: OpenMarket;
  let maker: TradingClient;
  let visitor: Visitor;
  let own: TradingClient;

  beforeAll(async () => {
    site = await ConsoleSite.open();
    market = await openMarketNamed(site.world, WITH_FEE);
    maker = await site.world.trader();
    await maker.split({ conditionId: market.conditionId, amount: '1000' });
    await maker.place([limit(market, 'SELL', 0, 100, 42), limit(market, 'SELL', 0, 50, 45), limit(market, 'BUY', 0, 60, 40)]);
    visitor = await site.visitor({ width: 360, height: 780 });
    await visitor.visit('/wallet');
    await press('Get a play wallet');
    await visitor.page.getByRole('link', { name: /^Play 0x/ }).waitFor();
    own = await ownClient();
    await visitor.visit(`/market/${market.conditionId}`);
    // On a phone the ticket is a sheet, opened by the bar that stays in view.
    await visitor.page.getByRole('group', { name: 'Trade' }).getByRole('button').first().click();
    await visitor.page.getByRole('heading', { name: 'Trade' }).waitFor();
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  const press = (name: RegExp | string) => visitor.page.getByRole('button', { name, exact: true }).click();
  const choose = (name: string) => visitor.page.getByRole('radio', { name, exact: true }).press(' ');
  const field = (name: string) => visitor.page.getByRole('textbox', { name, exact: true });
  const says = (text: RegExp | string) => visitor.page.getByText(text).first().waitFor();
  const shown = (name: string) => visitor.page.locator(`dt:text-is("${name}") + dd`).textContent();
  const review = () => visitor.page.getByRole('button', { name: /^Review: / }).click();
  const available = () => visitor.page.locator('.ticket-available span').first().textContent();

  /** A client of the play wallet, with the private key that the browser stores and an unrestricted API key. */
  async function ownClient(): Promise<TradingClient> {
    const { playWallet } = await site.stored(visitor);
    return site.world.trader({ privateKey: String(playWallet['privateKey']) });
  }

  async function write(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) await field(name).fill(value);
  }

  async function placed(text: RegExp | string): Promise<void> {
    await review();
    await press('Place the order');
    await says(text);
    await press('Another order');
  }

  async function refused(words: readonly (string | RegExp)[]): Promise<void> {
    await review();
    for (const text of words) await says(text);
    await press('Change it');
  }

  it('shows a fee before anything is signed that equals the fee of the dry run, the trade, the balance and the position', async () => {
    await write({ Shares: '120', 'Limit price': '45' });
    // 100 at 42 cents and 20 at 45; 0.04 x (100 x 0.42 x 0.58 + 20 x 0.45 x 0.55) = 1.1724
    await says('120 for $51.00');
    expect(await shown('Fee')).toBe('$1.1724');
    expect(await shown('Total at most')).toBe('$55.188');
    await review();
    await says('The exchange says: It would buy 120 shares for $52.1724 at once, a fee of $1.1724 included.');
    await press('Place the order');
    // Not waitForFunction: the page's policy forbids its repeated evaluation.
    await eventually('a toast lets clicks through', async () => (await visitor.page.evaluate(PRESSED_THROUGH)) === true);
    await says('Done: You bought 120 shares for $52.1724 at once, a fee of $1.1724 included.');
    await eventually('the balance is less by cost and fee', async () => (await available()) === 'You have $9,947.8276 to spend');
    const [position] = await eventually('the position is in data', async () => {
      const found = await site.world.records.positions({ user: own.wallet.address });
      return found[0]?.size === 120 ? found : undefined;
    });
    expect(position).toMatchObject({ size: 120, initialValue: 51, realizedPnl: -1.1724 });
    expect(await visitor.isWiderThanWindow()).toBe(false);
    await press('Another order');
  });

  it('sells at the market, with the fee deducted', async () => {
    await choose('Sell');
    await choose('Market');
    await write({ Shares: '10' });
    // 0.04 x 10 x 0.4 x 0.6 = 0.096
    expect(await shown('Fee')).toBe('$0.096');
    await placed('Done: You sold 10 shares for $3.904 at once, a fee of $0.096 taken off.');
    await eventually('the number of shares decreases', async () => (await available()) === 'You have 110 shares to sell');
  });

  it('sells all or nothing, and explains why nothing is sold', async () => {
    await choose('All or none');
    await write({ Shares: '110', 'Limit price': '40' });
    await refused(['The book cannot fill all of it within your limit price, so none of it would be done.', 'Its price is 40¢.']);
    await write({ Shares: '50' });
    await placed(/^Done: You sold 50 shares for \$19\.52 at once, a fee of \$0\.48 taken off\.$/);
  });

  it('buys for dollars what is available, or says that nothing is', async () => {
    await choose('Buy');
    await choose('Fill a part');
    await write({ Dollars: '5', 'Limit price': '1' });
    await refused(['Nothing in the book is within your limit price.']);
    await write({ 'Limit price': '45' });
    // 5 dollars at 45 cents are 11.111111 shares; their fee is added.
    const fee = await shown('Fee');
    await placed(new RegExp(`^Done: You bought 11\\.1111\\d* shares for \\$5\\.\\d+ at once, a fee of \\${fee} included\\.$`));
  });

  it('rests until a time, and sends the time to the exchange', async () => {
    await choose('Limit');
    await visitor.page.getByRole('combobox', { name: 'Time in force' }).selectOption({ label: '5 minutes' });
    await write({ Shares: '5', 'Limit price': '10' });
    const before = Math.floor(Date.now() / 1_000);
    await placed('Done: It rests in the book.');
    const [order] = await own.openOrders();
    expect(order).toMatchObject({ order_type: 'GTD', price: '0.1', original_size: '5' });
    expect(Number(order?.expiration) - before).toBeGreaterThanOrEqual(GTD_SECONDS);
    await visitor.page.getByRole('combobox', { name: 'Time in force' }).selectOption({ label: 'Good till cancelled' });
  });

  it('only rests when requested, by dollars as well, and says when it would trade', async () => {
    const postOnly = visitor.page.getByRole('checkbox', { name: /^Post only/ });
    await postOnly.check();
    await choose('Dollars');
    await write({ Dollars: '10', 'Limit price': '45' });
    await refused(['The order would trade at once, but it is post-only.', 'Its price is 45¢.']);
    await write({ 'Limit price': '20' });
    expect(await shown('Shares')).toBe('50');
    expect(await shown('Total at most')).toBe('$10.00');
    await placed('Done: It rests in the book.');
    await postOnly.uncheck();
    await choose('Shares');
  });

  it('accepts pasted figures, and explains why an order is invalid', async () => {
    await write({ Shares: ' 1,000.50 ', 'Limit price': '42¢' });
    expect(await shown('Shares')).toBe('1,000.5');
    for (const [shares, cents, words] of [
      ['4', '42', 'An order here is of at least 5 shares ($2.10 at this price).'],
      ['10', '42.5', 'The price must be a multiple of 1¢. Nearest: 43¢.'],
      ['10', '100', 'The price must be between 1¢ and 99¢.'],
      ['0.1+0.2', '42', 'Say how many shares, such as 10.'],
      ['10.00001', '42', 'At this price shares come in steps of 0.00005. Just below: 10.'],
    ] as const) {
      await write({ Shares: shares, 'Limit price': cents });
      await review();
      await says(words);
    }
  });

  it('shows in dollars and shares what is missing', async () => {
    await write({ Shares: '1000000', 'Limit price': '42' });
    await refused([
      'You do not have enough for this order.',
      /^You have \$9,9\d\d\.\d+, of which open orders hold \$10\.50\.$/,
      /^It needs \$429,744\.00\.$/,
    ]);
  });

  it('spends the complete balance, and not more', async () => {
    await press('Max');
    await review();
    await says(/^The exchange says: It would rest in the book/);
    await press('Change it');
  });

  it('treats a double click as one click', async () => {
    await write({ Shares: '5', 'Limit price': '45' });
    await visitor.page.getByRole('button', { name: /^Review: / }).dblclick();
    await says(/^The exchange says: /);
    await visitor.page.getByRole('button', { name: 'Place the order' }).dblclick();
    await says(/^Done: You bought 5 shares/);
    await press('Another order');
    expect(await own.trades({ asset_id: market.tokenIds[0] })).toHaveLength(5);
  });

  it('copies a price from the book, and copies it again over a typed one', async () => {
    const level = visitor.page.getByRole('button', { name: '45¢ into the ticket' }).first();
    for (const typed of ['44', '43']) {
      await write({ 'Limit price': typed });
      await press('Close');
      await level.click();
      await eventually('the price is in the ticket', async () => (await field('Limit price').inputValue()) === '45');
    }
  });

  it('says that the book has moved since the rehearsal', async () => {
    await write({ Shares: '5', 'Limit price': '45' });
    await review();
    await says(/^The exchange says: It would buy 5 shares for/);
    await maker.cancelAll();
    await maker.placeOne(limit(market, 'SELL', 0, 50, 44));
    await press('Place the order');
    await says(/^The book has changed since the preview\. The preview was: It would buy 5 shares for/);
    await press('Another order');
  });

  it('gets another key when its key is revoked, without losing the wallet', async () => {
    const { apiKey } = await site.stored(visitor);
    await own.call('DELETE', `/auth/api-key?apiKey=${apiKey}`);
    await says('The exchange no longer accepts your API key.');
    await visitor.page.getByRole('button', { name: 'Sign in again' }).first().click();
    await visitor.page.getByText('The exchange no longer accepts your API key.').first().waitFor({ state: 'detached' });
    await review();
    await says(/^The exchange says: It would buy 5 shares/);
  });

  it('says that a market no longer accepts orders when it closed while the ticket was open', async () => {
    await visitor.withoutNewsUntilPlaced(`${site.world.clob.url}/markets/${market.conditionId}`);
    await site.world.opsJson('markets', 'pause', market.conditionId);
    await press('Place the order');
    await says('This market does not accept orders now.');
    await visitor.withNews();
    await visitor.page.locator('.ticket-fields').waitFor({ state: 'detached' });
    // The page says so without being loaded again.
    await visitor.page.locator('.market-facts').getByText('Paused', { exact: true }).waitFor();
    visitor.complaints();
  });
});
