import type { TradingClient } from '@foretell/client';
import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor } from './harness/browser/visitor';
import { eventually } from './harness/eventually';
import { offeredMarket } from './harness/offered-market';
import { limit } from './harness/orders';
import type { OpenMarket } from './harness/reads';

const START_MS = 120_000;
const STEP_MS = 150_000;
/** Tab presses from the top of a market's page to its ticket: every level of two books is a tab stop on the way. */
const KEYS_MAX = 120;
const LOOKS = (['light', 'dark'] as const).flatMap((theme) => [360, 1_280].map((width) => ({ theme, width })));

jest.setTimeout(STEP_MS);

describe('a new user with a browser', () => {
  let site: ConsoleSite;
  let market: OpenMarket;
  let maker: TradingClient;
  let newcomer: Visitor;
  let other: Visitor;

  beforeAll(async () => {
    site = await ConsoleSite.open();
    ({ market, maker } = await offeredMarket(site.world, 50));
    newcomer = await site.visitor();
    other = await site.visitor({ theme: 'dark' });
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  const place = (): string => `/market/${market.conditionId}`;
  const rows = ({ page }: Visitor, cents: string) =>
    page.getByRole('table', { name: market.outcomes[0], exact: true }).getByRole('row').filter({ hasText: cents });
  const level = (visitor: Visitor, cents: string, shares: string) =>
    rows(visitor, cents).getByRole('cell', { name: shares, exact: true }).first().waitFor();
  const field = ({ page }: Visitor, name: string) => page.getByRole('textbox', { name, exact: true });
  const press = ({ page }: Visitor, name: RegExp | string) => page.getByRole('button', { name }).click();
  /** Dollars that the portfolio shows under a name. */
  const dollars = async ({ page }: Visitor, name: string): Promise<number> => {
    const shown = page.locator(`dt:text-is("${name}") + dd .figure`);
    // The title is the exact amount of one that is rounded.
    const exact = (await shown.getAttribute('title')) ?? (await shown.textContent());
    return Number(String(exact).replace(/[$,]/g, ''));
  };
  const cash = (visitor: Visitor): Promise<number> => dollars(visitor, 'Available');
  /** Waits until the page has loaded them. */
  const knownCash = (visitor: Visitor): Promise<number> =>
    eventually('the cash is known', async () => {
      const dollars = await cash(visitor);
      return Number.isNaN(dollars) ? undefined : dollars;
    });

  async function write(visitor: Visitor, shares: string, cents: string): Promise<void> {
    await field(visitor, 'Shares').fill(shares);
    await field(visitor, 'Limit price').fill(cents);
  }

  async function send(visitor: Visitor): Promise<void> {
    await press(visitor, /^Review: buy/);
    await press(visitor, 'Place the order');
    await visitor.page.getByText(/^Done: /).waitFor();
  }

  it('gets a sandbox key with play money, and is still signed in on another page', async () => {
    await newcomer.visit('/wallet');
    await press(newcomer, 'Get a play wallet');
    await newcomer.page.getByRole('link', { name: /^Play 0x/ }).waitFor();
    await newcomer.page.getByText('$10,000', { exact: false }).first().waitFor();
    await newcomer.visit('/portfolio');
    await newcomer.page.getByText('You hold no shares yet.').waitFor();
    await newcomer.page.getByRole('link', { name: /^Play 0x/ }).waitFor();
  });

  it('stores a key that may only trade, for a day at most, and a private key marked with its purpose', async () => {
    const { all, session, apiKey, playWallet } = await site.stored(newcomer);
    const key = await site.world.opsJson('keys', 'show', apiKey);
    expect(key).toMatchObject({ permission: 'trade', parent: null, expiresAt: session['endsAt'], revokedAt: null });
    const hours = (Number(session['endsAt']) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThanOrEqual(24);
    // No unrestricted key was ever created.
    expect(await site.world.opsJson('keys', 'list', String(session['address']))).toEqual([key]);
    expect(playWallet['use']).toBe('play wallet, for testing; not for real money');
    const names = ['foretell.play-wallet', 'foretell.wallet'].map((name) => `${name}:${site.world.clob.url}`);
    expect(Object.keys(all).sort()).toEqual(names);
  });

  it('sees the cost of an order before signing, and the result of the rehearsal before placing', async () => {
    await newcomer.visit(place());
    await level(newcomer, '42¢', '50');
    await write(newcomer, '10', '42');
    await newcomer.page.locator('dt:text-is("Fills now") + dd', { hasText: '10 for $4.20' }).waitFor();
    await press(newcomer, /^Review: buy/);
    await newcomer.page.getByText(/^The exchange says: It would buy 10 shares for \$4\.2/).waitFor();
  });

  it('keeps a signed order with its own outcome, and keeps the typed values', async () => {
    await newcomer.page
      .getByRole('button', { name: new RegExp(`^${market.outcomes[1]}\\b`) })
      .first()
      .click();
    await newcomer.page.getByRole('button', { name: `Review: buy ${market.outcomes[1]}` }).waitFor();
    expect(await field(newcomer, 'Shares').inputValue()).toBe('10');
    expect(await newcomer.page.getByText(/^The exchange says/).count()).toBe(0);
    await newcomer.page.getByRole('radio', { name: market.outcomes[0], exact: true }).check();
    await newcomer.page.getByText(/^The exchange says: It would buy 10 shares/).waitFor();
  });

  it('buys, and the other browser shows the fill at once', async () => {
    await other.visit(place());
    await level(other, '42¢', '50');
    await press(newcomer, 'Place the order');
    await newcomer.page.getByText(/^Done: You bought 10 shares for \$4\.2/).waitFor();
    await level(other, '42¢', '40');
    await level(newcomer, '42¢', '40');
    await newcomer.visit('/portfolio');
    await newcomer.page.getByRole('tab', { name: 'Positions (1)' }).waitFor();
    const position = newcomer.page.getByRole('table').getByRole('row').nth(1);
    for (const name of [market.outcomes[0], '10', '42¢'])
      await position.getByRole('cell', { name, exact: true }).first().waitFor();
    // 10,000 less $4.20 and the fee is free; the shares are valued by the book.
    const total = await eventually('the account total is known', async () => {
      const shown = await Promise.all(['Account total', 'Value of shares', 'Available'].map((name) => dollars(newcomer, name)));
      return shown.some(Number.isNaN) ? undefined : shown;
    });
    expect(total[0]).toBeCloseTo(Number(total[1]) + Number(total[2]), 6);
  });

  it('goes from a position to the ticket that sells it', async () => {
    await newcomer.page.getByRole('link', { name: `Sell ${market.outcomes[0]}:` }).click();
    await newcomer.page.getByRole('radio', { name: 'Sell', exact: true, checked: true }).waitFor();
    await newcomer.page.getByText('You have 10 shares to sell').waitFor();
    await newcomer.page.getByRole('button', { name: `Review: sell ${market.outcomes[0]}` }).waitFor();
    await newcomer.visit('/portfolio');
  });

  it('places an order that rests, sees it in the other browser, and cancels it', async () => {
    await newcomer.visit(place());
    await write(newcomer, '5', '10');
    await send(newcomer);
    await level(other, '10¢', '5');
    await newcomer.visit('/portfolio');
    await newcomer.page.getByRole('tab', { name: 'Open orders (1)' }).click();
    await press(newcomer, /^Cancel: Buy .*, 5 at 0\.1/);
    await newcomer.page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
    await rows(other, '10¢').first().waitFor({ state: 'detached' });
  });

  it('is asked to sign in again when the key expires, and keeps the typed values', async () => {
    await newcomer.visit(place());
    await write(newcomer, '7', '11');
    await newcomer.page.getByText('Split dollars into sets').click();
    await field(newcomer, 'Sets').fill('3');
    const { apiKey } = await site.stored(newcomer);
    await site.world.database.pool.query('update clob.api_keys set expires_at = 1 where api_key = $1', [apiKey]);
    await newcomer.page
      .getByText(/^Your sign-in has ended\./)
      .first()
      .waitFor();
    await newcomer.page.getByRole('button', { name: 'Sign in again' }).first().click();
    await newcomer.page
      .getByText(/^Your sign-in has ended\./)
      .first()
      .waitFor({ state: 'detached' });
    expect((await site.stored(newcomer)).apiKey).not.toBe(apiKey);
    const typed = ['Shares', 'Limit price', 'Sets'].map((name) => field(newcomer, name).inputValue());
    expect(await Promise.all(typed)).toEqual(['7', '11', '3']);
    await press(newcomer, /^Review: buy/);
    await newcomer.page.getByText('The exchange says: It would rest in the book.').waitFor();
    // The browser logs each refusal.
    newcomer.complaints();
  });

  it('has pages without findings of axe, in both themes, at phone width and full width', async () => {
    for (const path of ['/portfolio', '/wallet', place()]) {
      await newcomer.visit(path);
      if (path === place()) await write(newcomer, '10', '42');
      for (const look of LOOKS) {
        await newcomer.look(look);
        const found = { path, look, violations: await newcomer.violations(), isWider: await newcomer.isWiderThanWindow() };
        expect(found).toEqual({ path, look, violations: [], isWider: false });
      }
    }
    await newcomer.look({ theme: 'light', width: 1_280 });
    expect([newcomer.complaints(), other.complaints()]).toEqual([[], []]);
  });

  it('can use everything by keyboard', async () => {
    const hands = await site.visitor();
    await hands.visit('/wallet');
    await hands.tabTo(/Get a play wallet/, KEYS_MAX);
    await hands.page.keyboard.press('Enter');
    await hands.page.getByRole('link', { name: /^Play 0x/ }).waitFor();
    await hands.visit(place());
    await hands.tabTo(/^input Shares$/, KEYS_MAX);
    await hands.page.keyboard.type('5');
    await hands.tabTo(/^input Limit price$/, KEYS_MAX);
    await hands.page.keyboard.type('42');
    await hands.page.keyboard.press('Enter');
    await hands.page.getByRole('button', { name: 'Place the order' }).waitFor();
    // Escape returns to the editor; Tab then leads to the review, whose buttons are next.
    await hands.page.keyboard.press('Escape');
    await hands.page.getByRole('button', { name: /^Review: buy/ }).waitFor();
    await hands.hasFocus('input Shares');
    await hands.page.keyboard.press('Enter');
    await hands.page.getByRole('button', { name: 'Place the order' }).waitFor();
    await hands.tabTo(/^button Place the order/, 1);
    await hands.page.keyboard.press('Enter');
    await level(other, '42¢', '35');
    expect(hands.complaints()).toEqual([]);
  });

  it('splits dollars into sets and merges them again', async () => {
    await newcomer.visit(place());
    await newcomer.page.getByText('Split dollars into sets').click();
    await field(newcomer, 'Sets').fill('3');
    await press(newcomer, 'Split');
    await newcomer.page.getByText('$3 became 3 shares of each outcome.').waitFor();
    await newcomer.visit('/portfolio');
    await newcomer.page.getByRole('tab', { name: 'Positions (2)' }).waitFor();
    await press(newcomer, 'Merge 3 sets');
    await newcomer.page.getByText('3 sets were merged into $3.').waitFor();
    await newcomer.page.getByRole('tab', { name: 'Positions (1)' }).waitFor();
  });

  it('is shown why an order is invalid', async () => {
    await newcomer.visit(place());
    await write(newcomer, '1000000', '42');
    await press(newcomer, /^Review: buy/);
    await newcomer.page.locator('.note-error').waitFor();
    await press(newcomer, 'Change it');
    await field(newcomer, 'Shares').fill('');
    await press(newcomer, /^Review: buy/);
    await newcomer.page.getByText('Say how many shares, such as 10.').waitFor();
    expect(newcomer.complaints()).toEqual([]);
  });

  it('shows a notice on any page when a resting order is filled', async () => {
    await newcomer.visit(place());
    await write(newcomer, '5', '10');
    await send(newcomer);
    // A fill before the page follows the account would show no notice.
    const isFollowing = newcomer.page
      .waitForEvent('websocket', (socket) => socket.url().endsWith('/ws/user'))
      .then((socket) => socket.waitForEvent('framereceived'));
    await newcomer.visit('/leaderboard');
    await isFollowing;
    await maker.placeOne(limit(market, 'SELL', 0, 5, 10));
    await newcomer.page
      .getByRole('status')
      .getByText(`Your order was filled: you bought 5 ${market.outcomes[0]} at 10¢ in`)
      .waitFor();
    expect(newcomer.complaints()).toEqual([]);
  });

  it('cannot sell once the market is closed, and is paid when it resolves, a dollar for each share of the winner', async () => {
    await newcomer.visit('/portfolio');
    await newcomer.page.getByRole('tab', { name: 'Positions (1)' }).waitFor();
    await newcomer.page.getByRole('link', { name: /^Sell / }).waitFor();
    await site.world.opsJson('markets', 'close', market.conditionId);
    await newcomer.page.getByRole('cell', { name: 'Awaiting result' }).waitFor();
    expect(await newcomer.page.getByRole('link', { name: /^Sell / }).count()).toBe(0);
    const before = await knownCash(newcomer);
    await site.world.opsJson('markets', 'resolve', market.conditionId, market.outcomes[0]);
    await newcomer.page
      .getByRole('status')
      .getByText(/^Paid out: \$15\.00 for/)
      .waitFor();
    await newcomer.page.getByRole('tab', { name: 'Activity' }).click();
    await newcomer.page.getByRole('cell', { name: 'Paid out', exact: true }).first().waitFor();
    await eventually(
      'the wallet is fifteen dollars richer',
      async () => Math.round((await cash(newcomer)) * 1e6) === Math.round((before + 15) * 1e6),
    );
    await newcomer.visit(place());
    await newcomer.page.getByText('This market does not accept orders now.').waitFor();
    expect([newcomer.complaints(), other.complaints()]).toEqual([[], []]);
  });

  it('leaves neither a valid key nor data in the browser after signing out', async () => {
    const { apiKey } = await site.stored(newcomer);
    await newcomer.visit('/wallet');
    await newcomer.page.getByText('This is a play wallet, for testing; not for real money.').waitFor();
    await press(newcomer, 'Sign out and forget the wallet');
    await newcomer.page.getByRole('button', { name: 'Get a play wallet' }).waitFor();
    expect(await site.world.opsJson('keys', 'show', apiKey)).toMatchObject({ revokedAt: expect.any(Number), revokedBy: null });
    expect((await site.stored(newcomer)).all).toEqual({});
    expect(newcomer.complaints()).toEqual([]);
  });
});
