import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually } from '../eventually';
import { fieldsOf } from '../reads';

/** Injected by the browser itself, so the page's policy does not block it. */
const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
/** Evaluated in the page: each violation with its place and reason. */
const AXE_LINES = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) =>
      [id + ':', help, 'at', target.join(' '), failureSummary.replaceAll(/\\s+/g, ' ')].join(' '))))`;
const SHIFT_SUM = `new Promise((resolve) => {
  let sum = 0;
  const add = (list) => list.getEntries().forEach((entry) => { if (!entry.hadRecentInput) sum += entry.value; });
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 50);
})`;
/** Evaluated in the page: figures that extend beyond the window, or beyond a container that would have to be scrolled. */
const CUT_FIGURES = `[...document.querySelectorAll('main .figure')].filter((figure) => {
  const { left, right, width } = figure.getBoundingClientRect();
  for (let at = figure.parentElement; at !== null; at = at.parentElement) {
    const frame = at.getBoundingClientRect();
    const { overflowX, paddingLeft, paddingRight } = getComputedStyle(at);
    const [from, to] = [frame.left + parseFloat(paddingLeft) - 1, frame.right - parseFloat(paddingRight) + 1];
    if (width > 0 && overflowX !== 'visible' && (left < from || right > to)) return true;
  }
  return right > window.innerWidth + 1;
}).map(({ textContent }) => textContent)`;
const WAIT_MILLIS = 30_000;

export interface VisitorOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** A visitor of the console. Records the browser's errors. */
export class Visitor {
  private readonly heard: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('pageerror', ({ message }) => this.heard.push(`uncaught: ${message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.heard.push(`${message.type()}: ${message.text()}`);
    });
  }

  static async come(browser: Browser, baseURL: string, options: VisitorOptions): Promise<Visitor> {
    const { theme = 'light', width = 1_280, height = 900 } = options;
    // Motion would make what is visible depend on timing.
    const context = await browser.newContext({
      baseURL,
      colorScheme: theme,
      viewport: { width, height },
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'UTC',
    });
    context.setDefaultTimeout(WAIT_MILLIS);
    return new Visitor(context, await context.newPage());
  }

  /** Opens an address and waits until the page has its heading and nothing on it shows that it is loading. */
  async visit(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
    await this.settled();
  }

  /** Waits until nothing on the page shows that it is loading. */
  async settled(): Promise<void> {
    await eventually('nothing is being loaded', async () => (await this.page.locator('.loading').count()) === 0);
  }

  /**
   * While an order can be placed, the page receives no updates of the market at that address. This lets a test change the market
   * unnoticed.
   */
  async withoutNewsUntilPlaced(url: string): Promise<void> {
    const known = await (await fetch(url)).text();
    await this.page.route(url, async (route) => {
      const response = await route.fetch();
      const isPlaced = (await this.page.getByRole('button', { name: 'Place the order' }).count()) === 0;
      await route.fulfill(isPlaced ? { response } : { response, body: known });
    });
  }

  async withNews(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'wait' });
  }

  async look({ theme, width, height = 900 }: VisitorOptions): Promise<void> {
    if (theme !== undefined) await this.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    if (width !== undefined) await this.page.setViewportSize({ width, height });
    // A chart takes its new size in the frame after the page's.
    await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }

  /** The browser's errors since the last call, such as a failed or blocked script. */
  complaints(): readonly string[] {
    return this.heard.splice(0);
  }

  /** Violations that axe finds, one line each. */
  async violations(): Promise<readonly string[]> {
    await this.page.evaluate(AXE);
    const found = await this.page.evaluate(AXE_LINES);
    return textsOf(found);
  }

  /** Whether the page is wider than the window, so that a reader would have to scroll sideways. */
  async isWiderThanWindow(): Promise<boolean> {
    return Boolean(await this.page.evaluate('document.documentElement.scrollWidth > window.innerWidth'));
  }

  /** Figures of the page that are only visible after scrolling something sideways. */
  async cutFigures(): Promise<readonly string[]> {
    return textsOf(await this.page.evaluate(CUT_FIGURES));
  }

  /** Layout shift since the address was opened, as Chromium computes it; less than a tenth is "good". */
  async layoutShift(): Promise<number> {
    const shift = await this.page.evaluate(SHIFT_SUM);
    return Number(shift);
  }

  /** The name of the focused element, and its role or tag. */
  async focused(): Promise<string> {
    const focused = await this.page.evaluate(`(() => {
      const { activeElement: at } = document;
      const name = at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent?.trim() ?? '';
      return { kind: at?.tagName.toLowerCase() ?? 'none', name };
    })()`);
    const { kind, name } = fieldsOf(focused);
    return `${String(kind)} ${String(name)}`.trim();
  }

  /** Waits for the focus: a page may move it after rendering. */
  async hasFocus(wanted: string): Promise<void> {
    await eventually(`${wanted} has the focus`, async () => (await this.focused()) === wanted);
  }

  /** Presses Tab until the focused element has that name; fails when it is not reached. */
  async tabTo(wanted: RegExp, keysMax: number): Promise<void> {
    const passed: string[] = [];
    while (passed.length < keysMax) {
      await this.page.keyboard.press('Tab');
      const at = await this.focused();
      if (wanted.test(at)) return;
      passed.push(at);
    }
    throw new Error(`${keysMax} tabs did not reach ${String(wanted)}; passed were: ${passed.join(' | ')}`);
  }
}

function textsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new TypeError('the page returned no list');
  return value.map(String);
}
