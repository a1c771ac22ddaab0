import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page, Route } from 'playwright-core';
import { tradeForAWhile, type BusySite } from './harness/browser/busy-site';
import { serveConsole } from './harness/browser/console-server';
import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor, VisitorOptions } from './harness/browser/visitor';
import { fieldsOf, listOf } from './harness/reads';
import { ROOT } from './harness/repository';

const FOLDER = join(ROOT, 'docs', 'console');
const BYTES_MAX = 115_000;
const START_MS = 600_000;
const STEP_MS = 60_000;
/** Pause between trades: a price history has a point a minute. */
const PAUSE_MS = 18_000;
/** Time for charts and books, which do not report that they are drawn, and for a second poll. */
const SETTLED_MS = 6_000;
const [WIDE, PHONE] = [
  { width: 1_000, height: 660 },
  { width: 360, height: 780 },
];

/** The machine's name in the pictures, in place of the real one. */
const MACHINE = 'exchange-1';

jest.setTimeout(STEP_MS);

describe('the pictures of the console', () => {
  let site: ConsoleSite;
  let busy: BusySite;
  let visitor: Visitor;

  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    site = await ConsoleSite.open();
    busy = await tradeForAWhile(site.world, PAUSE_MS);
    await site.world.ops('demo');
    await site.world.ops('doctor');
    visitor = await site.visitor({ ...WIDE });
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  async function picture(name: string, path: string, options: VisitorOptions): Promise<void> {
    await visitor.look(options);
    await visitor.visit(path);
    await shoot(name);
  }

  async function shoot(name: string, shown: Page | Locator = visitor.page): Promise<void> {
    await visitor.settled();
    // A headless Chromium reserves the space of a scroll bar but draws none.
    await visitor.page.evaluate("document.documentElement.style.scrollbarGutter = 'auto'");
    await delay(SETTLED_MS);
    const path = join(FOLDER, `${name}.png`);
    await shown.screenshot({ path });
    expect(statSync(path).size).toBeLessThanOrEqual(BYTES_MAX);
    expect(visitor.complaints()).toEqual([]);
  }

  it('shows the events', () => picture('home', '/', { ...WIDE, theme: 'light' }));

  it('shows the events on a phone', () => picture('home-phone', '/', { ...PHONE, theme: 'dark' }));

  it('shows the events in a site’s own look', async () => {
    const { world } = site;
    const { url, server } = await serveConsole({
      CONSOLE_CLOB_URL: world.clob.url,
      CONSOLE_GAMMA_URL: world.gamma.url,
      CONSOLE_DATA_URL: world.data.url,
      CONSOLE_BRAND_FILE: join(ROOT, 'apps', 'console', 'brand-example', 'brand.json'),
    });
    await picture('brand', url, { ...WIDE, theme: 'light' });
    server.kill('SIGTERM');
  });

  it('shows what the search finds, on a page of a phone', async () => {
    await visitor.look({ ...PHONE, theme: 'light' });
    await visitor.visit('/leaderboard');
    await visitor.page.keyboard.press('/');
    await visitor.page.keyboard.type('united');
    await visitor.page.getByRole('option').first().waitFor();
    await shoot('search-phone');
  });

  it('shows an event', async () => picture('event', await eventPath(site, busy), { ...WIDE, theme: 'dark' }));

  it('shows a market with its live book and its prices', async () => {
    await visitor.look({ ...WIDE, height: 940, theme: 'light' });
    await visitor.visit(`/market/${busy.market.conditionId}`);
    await visitor.page.getByRole('button', { name: '1 hour' }).click();
    await shoot('market');
  });

  it('shows the books of a market on a phone', async () => {
    await visitor.look({ ...PHONE, theme: 'light' });
    await visitor.visit(`/market/${busy.market.conditionId}`);
    await visitor.page.getByRole('heading', { name: 'Books' }).scrollIntoViewIfNeeded();
    await visitor.page.mouse.wheel(0, PHONE.height / 4);
    await shoot('market-phone');
  });

  it('shows the leaderboard', () => picture('leaderboard', '/leaderboard', { ...WIDE, height: 600, theme: 'dark' }));

  it('shows a trader', async () => {
    const { wallet } = busy.maker;
    await picture('profile', `/profile/${wallet.checksummedAddress}`, { ...WIDE, height: 520, theme: 'light' });
  });

  it('shows the ways to sign in', () => picture('wallet', '/wallet', { ...WIDE, height: 600, theme: 'dark' }));

  it('shows the operator the health of the services', async () => {
    await visitor.look({ ...WIDE, height: 720, theme: 'dark' });
    await visitor.page.route('**/operator/status', elsewhere);
    await visitor.visit('/operator');
    await visitor.page.getByLabel('Operator’s key').fill(site.operatorKey);
    await visitor.page.keyboard.press('Enter');
    await visitor.page.getByText('Ready', { exact: true }).first().waitFor();
    await visitor.page.getByText(`on ${MACHINE},`).nth(2).waitFor();
    await shoot('operator');
    await visitor.page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('shows a signed-in trader the portfolio', async () => {
    await site.signIn(visitor, busy.owner, busy.privateKey);
    await picture('portfolio', '/portfolio', { ...WIDE, theme: 'light' });
  });

  it('shows a ticket with its fee, and the result of the rehearsal', async () => {
    // Tall enough for the complete ticket: the page's header does not cover it.
    await visitor.look({ ...WIDE, height: 1_300, theme: 'light' });
    await visitor.visit(`/market/${busy.withFee.conditionId}`);
    await visitor.page.getByRole('textbox', { name: 'Shares', exact: true }).fill('120');
    await visitor.page.getByRole('textbox', { name: 'Limit price', exact: true }).fill('50');
    await visitor.page.getByRole('button', { name: /^Review: buy/ }).click();
    await visitor.page.getByText(/^The exchange says: It would buy/).waitFor();
    await shoot('ticket', visitor.page.getByRole('region', { name: 'Trade', exact: true }));
  });
});

/** Replaces the name of the machine in a service's status. */
async function elsewhere(route: Route): Promise<void> {
  const response = await route.fetch();
  const status = fieldsOf(await response.json());
  await route.fulfill({ response, json: { ...status, process: { ...fieldsOf(status['process']), host: MACHINE } } });
}

/** The console's address of a market's event. */
async function eventPath({ world }: ConsoleSite, { market }: BusySite): Promise<string> {
  const events = listOf(await (await fetch(`${world.gamma.url}/public/events?limit=100`)).json());
  const mine = events.find(({ markets }) => listOf(markets).some(({ conditionId }) => conditionId === market.conditionId));
  if (mine === undefined) throw new Error('the market that was traded has no event');
  return `/event/${String(mine['slug'])}`;
}
