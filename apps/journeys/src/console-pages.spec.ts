import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor } from './harness/browser/visitor';
import { addressOfSample, type SamplePlaces } from './harness/browser/sample-places';

const START_MS = 120_000;
const PAGE_MS = 60_000;
const LOOKS = [
  { theme: 'light', width: 1_280 },
  { theme: 'dark', width: 1_280 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 360 },
] as const;
/** What Chromium's own rating calls good. */
const SHIFT_MAX = 0.1;

jest.setTimeout(PAGE_MS);

describe('the pages of the console', () => {
  let site: ConsoleSite;
  let visitor: Visitor;
  let places: SamplePlaces;

  beforeAll(async () => {
    site = await ConsoleSite.open();
    places = await addressOfSample(site.world);
    visitor = await site.visitor();
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

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

  it('lets a reader with a keyboard skip what every page begins with', async () => {
    await visitor.visit('/');
    await visitor.page.keyboard.press('Tab');
    expect(await visitor.focused()).toBe('a Skip to the content');
    await visitor.page.keyboard.press('Enter');
    expect(await visitor.page.evaluate('document.activeElement.id')).toBe('main');
  });
});
