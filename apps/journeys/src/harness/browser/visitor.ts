import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { eventually } from '../eventually';
import { fieldsOf } from '../reads';

/** Given to the page by the browser itself, which its policy does not keep out. */
const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
/** Evaluated in the page: what is wrong, where, and why. */
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
/** Evaluated in the page: figures that go beyond the window, or beyond what has to be moved to see them. */
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

export interface VisitorWish {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** Somebody who looks at the console. What the browser complains of is kept. */
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

  static async come(browser: Browser, baseURL: string, wish: VisitorWish): Promise<Visitor> {
    const { theme = 'light', width = 1_280, height = 900 } = wish;
    // Motion would make what is seen depend on when it is looked at.
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

  /** Goes to an address and waits until the page says what it is and waits for nothing more. */
  async visit(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
    await this.settled();
  }

  /** Until nothing on the page says that it is being loaded. */
  async settled(): Promise<void> {
    await eventually('nothing is being loaded', async () =>
      (await this.page.locator('.loading').count()) === 0 ? true : undefined,
    );
  }

  /** As long as an order can be placed the page hears nothing new of the market at that address: what happens then is tried. */
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

  async look({ theme, width, height = 900 }: VisitorWish): Promise<void> {
    if (theme !== undefined) await this.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    if (width !== undefined) await this.page.setViewportSize({ width, height });
  }

  /** What the browser has complained of since it was asked last, such as a script that failed or was kept out. */
  complaints(): readonly string[] {
    return this.heard.splice(0);
  }

  /** What axe finds against its rules, one line each. */
  async violations(): Promise<readonly string[]> {
    await this.page.evaluate(AXE);
    const found = await this.page.evaluate(AXE_LINES);
    return textsOf(found);
  }

  /** Whether the page is wider than the window, so that a reader would have to move it sideways. */
  async isWiderThanWindow(): Promise<boolean> {
    return Boolean(await this.page.evaluate('document.documentElement.scrollWidth > window.innerWidth'));
  }

  /** Figures of the page that a reader does not see whole without moving something sideways. */
  async cutFigures(): Promise<readonly string[]> {
    return textsOf(await this.page.evaluate(CUT_FIGURES));
  }

  /** What has moved by itself since the address was opened, as Chromium weighs it; less than a tenth is "good" to it. */
  async layoutShift(): Promise<number> {
    const shift = await this.page.evaluate(SHIFT_SUM);
    return Number(shift);
  }

  /** The name of what has the keyboard's focus, and its role or element. */
  async focused(): Promise<string> {
    const focused = await this.page.evaluate(`(() => {
      const { activeElement: at } = document;
      const name = at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent?.trim() ?? '';
      return { kind: at?.tagName.toLowerCase() ?? 'none', name };
    })()`);
    const { kind, name } = fieldsOf(focused);
    return `${String(kind)} ${String(name)}`.trim();
  }

  /** Until the focus is there: a page may move it once it has drawn. */
  async hasFocus(wanted: string): Promise<void> {
    await eventually(`${wanted} has the focus`, async () => ((await this.focused()) === wanted ? true : undefined));
  }

  /** Presses Tab until what has the focus is called so; fails when it is not reached. */
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
  if (!Array.isArray(value)) throw new TypeError('the page gave no list');
  return value.map(String);
}
