import type { TradingClient } from '@foretell/client';
import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor } from './harness/browser/visitor';
import { limit } from './harness/orders';
import { WITH_FEE, openMarketNamed, type OpenMarket } from './harness/reads';

const START_MS = 120_000;
const STEP_MS = 120_000;
const DELAY_SECONDS = 2;

jest.setTimeout(STEP_MS);

/** Changes during a session: a market's fee, its delay, and an outage of a service. */
describe('a trader whose exchange changes', () => {
  let site: ConsoleSite;
  let market: OpenMarket;
  let maker: TradingClient;
  let visitor: Visitor;

  beforeAll(async () => {
    site = await ConsoleSite.open();
    market = await openMarketNamed(site.world, WITH_FEE);
    maker = await site.world.trader();
    await maker.split({ conditionId: market.conditionId, amount: '1000' });
    await maker.placeOne(limit(market, 'SELL', 0, 100, 42));
    visitor = await site.visitor({ width: 1_000 });
    await visitor.visit('/wallet');
    await press('Get a play wallet');
    await visitor.page.getByRole('link', { name: /^Play 0x/ }).waitFor();
    await visitor.visit(`/market/${market.conditionId}`);
    await visitor.page.getByRole('heading', { name: 'Trade' }).waitFor();
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  const press = (name: RegExp | string) => visitor.page.getByRole('button', { name }).click();
  const says = (text: RegExp | string) => visitor.page.getByText(text).first().waitFor();
  const field = (name: string) => visitor.page.getByRole('textbox', { name, exact: true });
  const event = (name: string) => visitor.page.locator(`dt:text-is("${name}") + dd`);
  const shows = (name: string, text: string) => event(name).filter({ hasText: text }).waitFor();
  const tab = (name: string) => visitor.page.getByRole('tab', { name, exact: true });
  const set = (...words: readonly string[]) => site.world.opsJson('markets', 'set', market.conditionId, ...words);
  const isOffered = async (shares: string): Promise<void> => {
    const book = await site.world.markets.book(market.tokenIds[0]);
    expect(book.asks.at(-1)).toEqual({ price: '0.42', size: shares });
  };

  it('is shown the fee that the operator has changed while the ticket was open', async () => {
    await field('Shares').fill('10');
    await field('Limit price').fill('42');
    // 0.04 x 10 x 0.42 x 0.58
    await shows('Fee', '$0.09744');
    await set('--fee-rate', '0.07');
    await shows('Fee', '$0.17052');
    await shows('Total at most', '$4.37052');
  });

  it('sends no order that was reviewed with another fee, is shown why, and is shown the new fee', async () => {
    await press(/^Review: buy/);
    await says('The exchange says: It would buy 10 shares for $4.37052 at once, a fee of $0.17052 included.');
    await visitor.withoutNewsUntilPlaced(`${site.world.clob.url}/markets/${market.conditionId}`);
    await set('--fee-rate', '0.1');
    await press('Place the order');
    await says(/^The market’s fee has changed since you reviewed the order\. Nothing was sent/);
    await visitor.withNews();
    await isOffered('100');
    await shows('Fee', '$0.2436');
  });

  it('sees a review end by itself when the fee changes during it', async () => {
    await press(/^Review: buy/);
    await says('The exchange says: It would buy 10 shares for $4.4436 at once, a fee of $0.2436 included.');
    await set('--fee-rate', '0.05');
    await says(/^The market’s fee has changed since you reviewed the order/);
    await visitor.page.getByRole('button', { name: 'Place the order' }).waitFor({ state: 'detached' });
    await press('Change it');
  });

  it('pays the fee that the review showed', async () => {
    await shows('Fee', '$0.1218');
    await press(/^Review: buy/);
    await says('The exchange says: It would buy 10 shares for $4.3218 at once, a fee of $0.1218 included.');
    await press('Place the order');
    await says('Done: You bought 10 shares for $4.3218 at once, a fee of $0.1218 included.');
    await isOffered('90');
    await press('Another order');
  });

  it('is shown that an order waits for the market’s delay, and sees it trade afterwards', async () => {
    await set('--delay', String(DELAY_SECONDS));
    await shows('Delay before it trades', `${DELAY_SECONDS} seconds, while the book may move`);
    await press(/^Review: buy/);
    await says('The exchange says: It would wait for the market’s delay before it trades.');
    expect(await visitor.page.getByText(/^The book has changed since the estimate/).count()).toBe(0);
    await press('Place the order');
    await says('Done: It waits for the market’s delay before it trades.');
    // The other orders of the book decrease once it has traded.
    await visitor.page
      .getByRole('table', { name: market.outcomes[0], exact: true })
      .getByRole('row')
      .filter({ hasText: '42¢' })
      .getByRole('cell', { name: '80', exact: true })
      .first()
      .waitFor();
    await set('--delay', '0');
    await event('Delay before it trades').waitFor({ state: 'detached' });
    expect(visitor.complaints()).toEqual([]);
  });

  it('sees money and open orders during an outage of the data service, and a note about missing data', async () => {
    await press('Another order');
    await field('Limit price').fill('10');
    await press(/^Review: buy/);
    await press('Place the order');
    await says('Done: It rests in the book.');
    await site.world.data.stop();
    await visitor.visit('/portfolio');
    await says('The data service does not answer.');
    await says(
      /^The value of your shares, profit, positions and activity are missing until it does\. Your money and open orders are/,
    );
    // 10,000 less 4.3218, 4.3218 and the 1.00 that the order locks
    await shows('Available', '$9,990.3564');
    await shows('Locked in open orders', '$1.00');
    expect(await event('Value of shares').textContent()).toBe('—');
    await says('Positions could not be loaded.');
    expect(await visitor.violations()).toEqual([]);
    await tab('Open orders (1)').click();
    await visitor.page.getByRole('button', { name: /^Cancel: Buy .*, 10 at 0\.1/ }).waitFor();
  });

  it('may cancel in the meantime', async () => {
    await press(/^Cancel: Buy/);
    await tab('Open orders (0)').waitFor();
    await shows('Available', '$9,991.3564');
  });

  it('sees all data without a reload once the data service is back', async () => {
    await site.world.data.start();
    await visitor.page.getByText('The data service does not answer.').waitFor({ state: 'detached' });
    await tab('Positions (1)').click();
    await visitor.page.getByRole('cell', { name: '20', exact: true }).first().waitFor();
    await event('Value of shares').filter({ hasText: '$' }).waitFor();
    await visitor.page.getByText('could not be loaded.').first().waitFor({ state: 'detached' });
    visitor.complaints();
  });

  it('sees data of the data service marked as old when it fails, while money and orders stay current', async () => {
    await site.world.data.kill();
    await says(
      /^The value of your shares, profit, positions and activity are old until it does\. Your money and open orders are/,
    );
    for (const name of ['Value of shares', 'Account total'])
      await visitor.page.locator(`dt:text-is("${name}") + dd.is-stale`, { hasText: '$' }).waitFor();
    expect(await event('Available').getAttribute('class')).toBe('');
    await site.world.data.start();
    await visitor.page.getByText('The data service does not answer.').waitFor({ state: 'detached' });
    await visitor.page.locator('.is-stale').first().waitFor({ state: 'detached' });
    visitor.complaints();
  });
});
