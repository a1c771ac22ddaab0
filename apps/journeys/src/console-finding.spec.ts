import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor } from './harness/browser/visitor';

const START_MS = 120_000;
const STEP_MS = 90_000;
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1_280, height: 720 };

jest.setTimeout(STEP_MS);

/** Finding an event or a market from any page: search, watchlist, addresses. */
describe('a visitor who looks for a market', () => {
  let site: ConsoleSite;
  let visitor: Visitor;

  beforeAll(async () => {
    site = await ConsoleSite.open();
    visitor = await site.visitor(WIDE);
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  const search = () => visitor.page.getByRole('combobox', { name: 'Search markets' });
  const option = (name: RegExp) => visitor.page.getByRole('option', { name });
  const heading = (name: RegExp | string) => visitor.page.getByRole('heading', { level: 1, name }).waitFor();

  it('reaches the search by a key from any page, and a market by the arrows', async () => {
    await visitor.visit('/leaderboard');
    await visitor.page.keyboard.press('/');
    await visitor.hasFocus('input Search markets');
    await visitor.page.keyboard.type('united league');
    await option(/^Norland Football League champion/).waitFor();
    await option(/^Harbour United Norland Football League/).waitFor();
    expect(await visitor.violations()).toEqual([]);
    await visitor.page.keyboard.press('ArrowUp');
    await visitor.page.keyboard.press('Enter');
    await visitor.page.waitForURL(/\/market\/will-harbour-united-win-the-norland-football-league$/);
    await heading('Will Harbour United win the Norland Football League?');
    expect(await visitor.page.title()).toBe('Will Harbour United win the Norland Football League? · Foretell');
  });

  it('lists all results with Enter, and takes a press on one', async () => {
    await search().fill('norland');
    await option(/^Norland inflation in February/).waitFor();
    await search().press('Enter');
    await heading('Results for “norland”');
    expect(await search().inputValue()).toBe('norland');
    await visitor.page.getByRole('link', { name: 'All markets' }).click();
    await heading('Markets');
    await search().fill('inflation');
    await option(/^Norland inflation in February/).click();
    await heading('Norland inflation in February');
  });

  it('has the search on a phone, says when nothing is found, and closes with Escape', async () => {
    await visitor.look(PHONE);
    await visitor.visit('/wallet');
    await search().fill('xyzzy');
    await visitor.page.getByText('No open events found for “xyzzy”.').waitFor();
    await search().fill('norland');
    await option(/^Norland inflation/).waitFor();
    expect([await visitor.violations(), await visitor.isWiderThanWindow()]).toEqual([[], false]);
    await search().press('Escape');
    await option(/^Norland inflation/).waitFor({ state: 'detached' });
    await visitor.look(WIDE);
  });

  it('puts an event on the watchlist, which has a page', async () => {
    await visitor.visit('/watchlist');
    await visitor.page.getByText('Press ☆ on an event to add it here.').waitFor();
    await visitor.visit('/event/norland-inflation-in-february');
    await visitor.page.getByRole('button', { name: 'Watch: Norland inflation in February' }).click();
    await visitor.page.getByRole('link', { name: 'Watchlist' }).click();
    await visitor.page.getByRole('article').getByRole('link', { name: 'Norland inflation in February' }).waitFor();
    expect(await visitor.violations()).toEqual([]);
  });

  it('shows the balance on every page, on a phone, too', async () => {
    await visitor.visit('/wallet');
    await visitor.page.getByRole('button', { name: 'Get a play wallet' }).click();
    await visitor.page.getByRole('link', { name: /^Play 0x/ }).waitFor();
    for (const look of [WIDE, PHONE])
      for (const path of ['/', '/leaderboard', '/event/norland-inflation-in-february']) {
        await visitor.look(look);
        await visitor.visit(path);
        await visitor.page.getByRole('banner').getByText('$10,000.00').waitFor();
      }
    expect(visitor.complaints()).toEqual([]);
  });
});
