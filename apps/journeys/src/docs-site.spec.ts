import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startChromium } from './harness/browser/chromium';
import { serveConsole } from './harness/browser/console-server';
import { Visitor } from './harness/browser/visitor';
import { ROOT } from './harness/repository';

const START_MS = 120_000;
const STEP_MS = 120_000;
const LOOKS = [
  { theme: 'light', width: 1_280 },
  { theme: 'dark', width: 1_280 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 360 },
] as const;
/** The home page, guides with code, wide tables, and every kind of generated page. */
const PAGES = [
  '/',
  '/start/quickstart',
  '/trade/authentication',
  '/trade/errors',
  '/interface',
  '/operate/configuration',
  '/operate/restore',
  '/decisions/prisma',
  '/change/architecture',
  '/reference/clob/',
  '/reference/gamma/',
  '/reference/data/',
];
const SERVICES = {
  CONSOLE_CLOB_URL: 'http://clob.localhost',
  CONSOLE_GAMMA_URL: 'http://gamma.localhost',
  CONSOLE_DATA_URL: 'http://data.localhost',
};

/** Chromium calls no idle callback on a page that draws no further frame, except after its timeout. */
const NEVER_IDLE = `window.requestIdleCallback = (callback, { timeout } = {}) =>
  timeout === undefined ? 0 : setTimeout(callback, timeout);`;

jest.setTimeout(STEP_MS);

/** The documentation as `npm run docs` built it, served under the console's content security policy. */
describe('the site of the documentation', () => {
  let server: ChildProcess;
  let browser: Browser;
  let visitor: Visitor;

  beforeAll(async () => {
    if (!existsSync(join(ROOT, 'dist', 'docs', 'index.html'))) throw new Error('build it first: npx nx run tools:docs');
    const { url, server: started } = await serveConsole(SERVICES);
    server = started;
    browser = await startChromium();
    visitor = await Visitor.come(browser, url, {});
  }, START_MS);

  afterAll(async () => {
    await browser?.close();
    server?.kill('SIGTERM');
  });

  /** The reference is drawn in the browser. */
  const untilDrawn = async (path: string): Promise<void> => {
    if (path.startsWith('/reference')) await visitor.page.locator('section .section-header').first().waitFor();
  };

  it.each(PAGES)('%s has no findings of axe and no errors of the browser, at any width and in both themes', async (path) => {
    await visitor.look(LOOKS[0]);
    await visitor.visit(`/docs${path}`);
    await untilDrawn(path);
    for (const look of LOOKS) {
      await visitor.look(look);
      const found = { look, violations: await visitor.violations(), isWider: await visitor.isWiderThanWindow() };
      expect(found).toEqual({ look, violations: [], isWider: false });
    }
    expect(visitor.complaints()).toEqual([]);
  });

  it('finds a page by its words, in a browser that is never idle', async () => {
    await visitor.look(LOOKS[0]);
    await visitor.page.addInitScript(NEVER_IDLE);
    await visitor.visit('/docs/');
    await visitor.page.getByRole('button', { name: 'Search' }).click();
    await visitor.page.getByPlaceholder('Search').fill('heartbeat');
    await visitor.page.getByRole('link', { name: 'Market making' }).first().click();
    await visitor.page.getByRole('heading', { level: 1, name: 'Market making' }).waitFor();
    expect(visitor.complaints()).toEqual([]);
  });
});
