import type { TradingClient } from '@foretell/client';
import { ConsoleSite } from './harness/browser/console-site';
import { eventually } from './harness/eventually';
import { addressOfSample, type SamplePlaces } from './harness/browser/sample-places';
import type { Visitor } from './harness/browser/visitor';
import { offeredMarket } from './harness/offered-market';
import { limit } from './harness/orders';
import type { OpenMarket } from './harness/reads';

const START_MS = 120_000;
const STEP_MS = 90_000;
const LOOKS = [
  { theme: 'light', width: 1_280 },
  { theme: 'dark', width: 1_280 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 360 },
] as const;
/** The limit of Chromium's rating "good". */
const SHIFT_MAX = 0.1;
/** Fields with names of events, markets and outcomes. */
const NAMES = new Set(['title', 'question', 'groupItemTitle', 'outcome']);
/** Events that the list loads at a time. */
const PAGE_EVENTS = 20;
/** Tab presses from the top of the page to the key, past the site's navigation. */
const KEYS_MAX = 20;

/** Records what a screen reader would announce from now on: changes in live regions, and new ones. */
const LISTEN = `(() => {
  const live = '[role=status], [role=alert], [role=log], [aria-live]';
  window.readOut = [];
  new MutationObserver((changes) => changes.forEach(({ target, addedNodes }) => {
    const place = (target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement)?.closest(live);
    const added = [...addedNodes].filter((node) => node instanceof Element && (node.matches(live) || node.querySelector(live)));
    [place, ...added].filter(Boolean).forEach((each) => window.readOut.push(each.textContent));
  })).observe(document.body, { subtree: true, childList: true, characterData: true });
})()`;

jest.setTimeout(STEP_MS);

/** One site for all tests: a service that one test stops is started again before the next. */
describe('the console', () => {
  let site: ConsoleSite;

  beforeAll(async () => {
    site = await ConsoleSite.open();
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  describe('its pages', () => {
    let visitor: Visitor;
    let places: SamplePlaces;

    beforeAll(async () => {
      places = await addressOfSample(site.world);
      visitor = await site.visitor();
    });

    it.each([
      ['home', () => '/'],
      ['an event', () => places.event],
      ['a market', () => places.market],
      ['the leaderboard', () => '/leaderboard'],
      ['the watchlist', () => '/watchlist'],
      ['a profile', () => places.profile],
      ['the wallet', () => '/wallet'],
      ['the portfolio without a sign-in', () => '/portfolio'],
      ['the operator’s sign-in', () => '/operator'],
      ['an address without a page', () => '/nowhere'],
    ])(
      '%s: no findings of axe, no errors of the browser, no layout shift, at any width and in both themes',
      async (_page, path) => {
        await visitor.look(LOOKS[0]);
        await visitor.visit(path());
        expect(await visitor.layoutShift()).toBeLessThan(SHIFT_MAX);
        for (const look of LOOKS) {
          await visitor.look(look);
          const found = { look, violations: await visitor.violations(), isWider: await visitor.isWiderThanWindow() };
          expect(found).toEqual({ look, violations: [], isWider: false });
        }
        expect(visitor.complaints()).toEqual([]);
      },
    );

    it('is no wider than the window with names of any length', async () => {
      const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(2);
      const { page } = await site.visitor({ width: 360 });
      const renamed = (key: string, value: unknown): unknown =>
        key === 'outcomes' ? JSON.stringify([long, long]) : NAMES.has(key) ? long : value;
      await page.route(/\/(public\/events|markets\/0x)/, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: JSON.stringify(JSON.parse(await answer.text(), renamed)) });
      });
      for (const path of ['/', places.event, places.market]) {
        await page.goto(path);
        await page.getByText(long).first().waitFor();
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect([path, await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')]).toEqual([path, false]);
      }
      // The page polls through this route, which must not forward requests once the services are stopped.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    });

    it('is where it was left, with all that was loaded, after Back', async () => {
      const { page } = await site.visitor();
      await page.goto('/');
      await page.getByRole('button', { name: 'Show more' }).click();
      const cards = page.getByRole('article');
      await cards.nth(PAGE_EVENTS + 1).waitFor();
      const link = cards
        .nth(PAGE_EVENTS + 1)
        .getByRole('heading')
        .getByRole('link');
      await link.scrollIntoViewIfNeeded();
      const scrolled = await page.evaluate('window.scrollY');
      expect(scrolled).toBeGreaterThan(0);
      await link.click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForURL(/\/event\//);
      await eventually('the next page begins at its top', async () => (await page.evaluate('window.scrollY')) === 0);
      await page.goBack();
      await cards.nth(PAGE_EVENTS + 1).waitFor();
      await eventually(
        'the list is where it was left',
        async () => Math.abs(Number(await page.evaluate('window.scrollY')) - Number(scrolled)) < 50,
      );
      await page.close();
    });

    it('follows the system theme until the reader chooses one, and then keeps the choice', async () => {
      const { page } = await site.visitor({ theme: 'dark' });
      const colours = page.getByLabel('Colours');
      const [dark, light] = ['rgb(13, 16, 20)', 'rgb(245, 246, 248)'];
      const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
      await page.goto('/wallet');
      await colours.waitFor();
      expect(await ground()).toBe(dark);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await ground()).toBe(light);
      await colours.selectOption('Dark');
      expect(await ground()).toBe(dark);
      await page.reload();
      await colours.waitFor();
      expect(await ground()).toBe(dark);
      await page.emulateMedia({ colorScheme: 'dark' });
      await colours.selectOption('Light');
      expect(await ground()).toBe(light);
      await colours.selectOption('System');
      expect(await ground()).toBe(dark);
      await page.close();
    });

    it('lets a keyboard user skip the header of every page', async () => {
      await visitor.visit('/');
      await visitor.page.keyboard.press('Tab');
      await visitor.hasFocus('a Skip to the content');
      await visitor.page.keyboard.press('Enter');
      await eventually(
        'the content has the focus',
        async () => (await visitor.page.evaluate('document.activeElement.id')) === 'main',
      );
    });
  });

  describe('the operator’s page', () => {
    let operator: Visitor;

    beforeAll(async () => {
      operator = await site.visitor();
    });

    const panel = (name: string) => operator.page.getByRole('region', { name });
    const enter = async (key: string): Promise<void> => {
      await operator.visit('/operator');
      await operator.tabTo(/^input Operator’s key$/, KEYS_MAX);
      await operator.page.keyboard.type(key);
      await operator.page.keyboard.press('Enter');
    };

    it('shows nothing for another key, and says so', async () => {
      await enter('not-the-key');
      for (const name of ['Trading', 'Catalog', 'Data']) {
        await panel(name).getByText("The operator's key is missing or wrong.").waitFor();
      }
      // Leaves the page: its refused requests would continue and log errors.
      await operator.page.goto('about:blank');
      operator.complaints();
    });

    it('shows the health of each service by the key alone, without findings of axe', async () => {
      await enter(site.operatorKey);
      for (const name of ['Trading', 'Catalog', 'Data']) await panel(name).getByText('Ready', { exact: true }).waitFor();
      await panel('Trading')
        .getByText(/held by this process, for .*, epoch 1/)
        .waitFor();
      await panel('Trading').getByText('not run yet: npm run ops -- doctor').waitFor();
      expect(await panel('Trading').getByRole('table').count()).toBeGreaterThanOrEqual(3);
      for (const theme of ['light', 'dark'] as const) {
        await operator.look({ theme, width: 360 });
        expect([await operator.violations(), await operator.isWiderThanWindow()]).toEqual([[], false]);
      }
      expect(operator.complaints()).toEqual([]);
    });

    it('shows the result of the doctor once it has run', async () => {
      expect(await site.world.ops('doctor')).toMatchObject({ exitCode: 0 });
      for (const name of ['Trading', 'Catalog', 'Data'])
        await panel(name)
          .getByText(/^all \d+ checks held, \d+ s ago$/)
          .waitFor();
    });

    it('shows an outage of a service with its last data marked as old, and its return', async () => {
      await site.world.gamma.kill();
      await panel('Catalog').getByText('No answer', { exact: true }).waitFor();
      expect(await panel('Catalog').locator('.is-stale').count()).toBe(1);
      expect(await panel('Trading').locator('.is-stale').count()).toBe(0);
      await site.world.gamma.start();
      await panel('Catalog').getByText('Ready', { exact: true }).waitFor();
      expect(await panel('Catalog').locator('.is-stale').count()).toBe(0);
    });

    it('deletes the key on request, and when the page is left', async () => {
      await operator.page.getByRole('button', { name: 'Forget the key' }).click();
      expect(await operator.page.getByLabel('Operator’s key').inputValue()).toBe('');
      await enter(site.operatorKey);
      await panel('Trading').getByText('Ready', { exact: true }).waitFor();
      await operator.page.reload();
      await operator.page.getByLabel('Operator’s key').waitFor();
      const kept = await operator.page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
      expect(kept).not.toContain(site.operatorKey);
    });
  });

  describe('a market in two browsers', () => {
    let market: OpenMarket;
    let maker: TradingClient;
    let visitors: readonly Visitor[];

    beforeAll(async () => {
      ({ market, maker } = await offeredMarket(site.world, 50));
      visitors = [await site.visitor(), await site.visitor({ theme: 'dark', width: 360 })];
    });

    /** Waits until every visitor sees this number of shares at a price of the first outcome's book; null: no order there. */
    async function allSee(cents: string, shares: string | null): Promise<void> {
      for (const { page } of visitors) {
        const ladder = page.getByRole('table', { name: market.outcomes[0], exact: true });
        const rows = ladder.getByRole('row').filter({ hasText: cents });
        if (shares === null) await rows.first().waitFor({ state: 'detached' });
        else await rows.getByRole('cell', { name: shares, exact: true }).first().waitFor();
      }
    }

    it('shows its book, and each fill and cancel at once', async () => {
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

    it('announces no changes of its book to screen readers', async () => {
      const [visitor] = visitors;
      if (visitor === undefined) throw new Error('nobody looks');
      await visitor.page.evaluate(LISTEN);
      for (let shares = 6; shares < 26; shares += 1) await maker.placeOne(limit(market, 'BUY', 0, shares, 5));
      await allSee('5¢', '310');
      expect(await visitor.page.evaluate('window.readOut')).toEqual([]);
    });

    it('shows that its stream was cut, marks its data as old, and returns with current data', async () => {
      const cuts = visitors.map(({ page }) =>
        page.getByText('Connection lost: the page may be out of date.', { exact: false }).first(),
      );
      await site.world.clob.kill();
      for (const cut of cuts) await cut.waitFor();
      for (const { page } of visitors) await page.locator('.is-stale').first().waitFor();
      await site.world.clob.start();
      for (const cut of cuts) await cut.waitFor({ state: 'detached' });
      await maker.placeOne(limit(market, 'SELL', 0, 5, 43));
      await allSee('43¢', '5');
      await allSee('42¢', '40');
    });
  });
});
