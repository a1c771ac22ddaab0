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
/** What Chromium's own rating calls good. */
const SHIFT_MAX = 0.1;
/** What the surfaces call an event, a market and an outcome. */
const NAMES = new Set(['title', 'question', 'groupItemTitle', 'outcome']);
/** From the top of the page to the key: the site's places are passed on the way. */
const KEYS_MAX = 20;

/** What a screen reader would read out from now on: changes in and of what says that it is live. */
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

/** One site for all of it: what is stopped in one part is back before the next. */
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
      ['a profile', () => places.profile],
      ['the wallet', () => '/wallet'],
      ['the portfolio of nobody', () => '/portfolio'],
      ['the operator’s door', () => '/operator'],
      ['an address without a page', () => '/nowhere'],
    ])(
      '%s: axe finds nothing, the browser complains of nothing, nothing jumps, at any width and in both themes',
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

    it('is no wider than the window whatever events, markets and outcomes are called', async () => {
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
      // The page asks again and again, and what it asks is passed on from here: not once the surfaces are stopped.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
    });

    it('is dark or light as the system is, until the reader chooses, and from then on as chosen', async () => {
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
      await colours.selectOption('As the system');
      expect(await ground()).toBe(dark);
      await page.close();
    });

    it('lets a reader with a keyboard skip what every page begins with', async () => {
      await visitor.visit('/');
      await visitor.page.keyboard.press('Tab');
      await visitor.hasFocus('a Skip to the content');
      await visitor.page.keyboard.press('Enter');
      await eventually('the content has the focus', async () =>
        (await visitor.page.evaluate('document.activeElement.id')) === 'main' ? true : undefined,
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
      // It would be refused, and the browser complain of it, until the page is left.
      await operator.page.goto('about:blank');
      operator.complaints();
    });

    it('shows by the key alone how each surface is, without anything that axe finds', async () => {
      await enter(site.operatorKey);
      for (const name of ['Trading', 'Catalog', 'Data']) await panel(name).getByText('Ready', { exact: true }).waitFor();
      await panel('Trading')
        .getByText(/held by this process, for .*, epoch 1/)
        .waitFor();
      await panel('Trading').getByText('never asked: npm run ops -- doctor').waitFor();
      expect(await panel('Trading').getByRole('table').count()).toBeGreaterThanOrEqual(3);
      for (const theme of ['light', 'dark'] as const) {
        await operator.look({ theme, width: 360 });
        expect([await operator.violations(), await operator.isWiderThanWindow()]).toEqual([[], false]);
      }
      expect(operator.complaints()).toEqual([]);
    });

    it('shows what the doctor found once it was asked', async () => {
      expect(await site.world.ops('doctor')).toMatchObject({ exitCode: 0 });
      for (const name of ['Trading', 'Catalog', 'Data'])
        await panel(name)
          .getByText(/^all \d+ checks held, \d+ s ago$/)
          .waitFor();
    });

    it('shows that a surface is away, what was known of it as old, and that it is back', async () => {
      await site.world.gamma.kill();
      await panel('Catalog').getByText('No answer', { exact: true }).waitFor();
      expect(await panel('Catalog').locator('.is-stale').count()).toBe(1);
      expect(await panel('Trading').locator('.is-stale').count()).toBe(0);
      await site.world.gamma.start();
      await panel('Catalog').getByText('Ready', { exact: true }).waitFor();
      expect(await panel('Catalog').locator('.is-stale').count()).toBe(0);
    });

    it('forgets the key when it is told to, and when the page is left', async () => {
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

    /** Until every visitor sees so many shares at a price of the first outcome's book; null: no order there. */
    async function allSee(cents: string, shares: string | null): Promise<void> {
      for (const { page } of visitors) {
        const ladder = page.getByRole('table', { name: market.outcomes[0], exact: true });
        const rows = ladder.getByRole('row').filter({ hasText: cents });
        if (shares === null) await rows.first().waitFor({ state: 'detached' });
        else await rows.getByRole('cell', { name: shares, exact: true }).first().waitFor();
      }
    }

    it('shows its book, and each fill and cancel as it happens', async () => {
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

    it('reads nothing out of what changes in its book', async () => {
      const [visitor] = visitors;
      if (visitor === undefined) throw new Error('nobody looks');
      await visitor.page.evaluate(LISTEN);
      for (let shares = 6; shares < 26; shares += 1) await maker.placeOne(limit(market, 'BUY', 0, shares, 5));
      await allSee('5¢', '310');
      expect(await visitor.page.evaluate('window.readOut')).toEqual([]);
    });

    it('says that its stream was cut, shows what it knows as old, and comes back with what is so now', async () => {
      const cuts = visitors.map(({ page }) => page.getByText('Cut off: what is shown may be old.', { exact: false }).first());
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
