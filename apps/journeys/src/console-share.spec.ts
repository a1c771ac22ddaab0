import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { startChromium } from './harness/browser/chromium';
import { serveConsole, type ServedConsole } from './harness/browser/console-server';
import { Visitor } from './harness/browser/visitor';
import { freePort } from './harness/free-port';
import { ROOT } from './harness/repository';

const BRAND_FOLDER = join(ROOT, 'apps', 'console', 'brand-example');
const SPRING = {
  title: 'Will “spring” <b>come</b> & $& stay?',
  description: `First line.\n\n${'A long rule about "spring". '.repeat(30)}`,
  image: 'https://images.example.org/spring.png',
};
const CONDITION = `0x${'ab'.repeat(32)}`;
const START_MS = 60_000;

jest.setTimeout(START_MS);

/** Titles, share metadata and the look of a site, with a catalog of two records. */
describe('the console’s server', () => {
  const asked: string[] = [];
  let catalog: Server;
  let isDown = false;
  let plain: ServedConsole;
  let own: ServedConsole;

  beforeAll(async () => {
    const port = await freePort();
    catalog = createServer((request, response) => {
      asked.push(request.url ?? '');
      const answers: Readonly<Record<string, object>> = {
        '/public/events/slug/spring': SPRING,
        '/public/events/slug/far': { ...SPRING, image: 'https://elsewhere.example/far.png' },
        '/public/markets/slug/wet%3Aspring': { question: 'Wet?', description: '', image: '' },
        [`/public/markets/${CONDITION}`]: { question: 'By its condition?' },
      };
      const answer = answers[request.url ?? ''];
      response.writeHead(isDown ? 503 : answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
    }).listen(port, '127.0.0.1');
    const settings = {
      CONSOLE_CATALOG_URL: `http://127.0.0.1:${port}`,
      CONSOLE_PICTURE_ORIGINS: 'https://images.example.org, https://more.example.org:8443',
    };
    plain = await serveConsole(settings);
    own = await serveConsole({ ...settings, CONSOLE_BRAND_FILE: join(BRAND_FOLDER, 'brand.json') });
  });
  afterAll(() => {
    for (const each of [plain, own]) each?.server.kill('SIGTERM');
    catalog?.close();
    catalog?.closeAllConnections();
  });

  const get = (path: string, { url } = plain) => fetch(`${url}${path}`);
  const pageAt = async (path: string, of = plain) => (await get(path, of)).text();

  it('gives an event its title, description and picture where a link is shared, as text and never as markup', async () => {
    const answer = await get('/event/spring');
    const page = await answer.text();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    const title = 'Will “spring” &lt;b&gt;come&lt;/b&gt; &amp; $&amp; stay?';
    expect(page).toContain(`<title>${title} · Foretell</title>`);
    expect(page).toContain(`<meta property="og:title" content="${title}" />`);
    expect(page).toContain('<meta property="og:description" content="First line. A long rule about &quot;spring&quot;. A long');
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image" />');
    expect(page).toContain('<meta property="og:image" content="https://images.example.org/spring.png" />');
    expect(page).toContain(`<h1 class="page-title">${title}</h1>`);
    expect(page).not.toContain('<b>');
    expect(page).toContain('<div id="root">');
  });

  it('shows the title before scripts run, and while the answer with the event is awaited', async () => {
    const browser = await startChromium();
    try {
      const { page } = await Visitor.come(browser, plain.url, {});
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/assets/*.js', async (route) => {
        await released;
        await route.continue();
      });
      await page.route('**/public/events/slug/spring', () => undefined);
      await page.goto('/event/spring', { waitUntil: 'commit' });
      const heading = page.getByRole('heading', { level: 1 });
      expect(await heading.textContent()).toBe(SPRING.title);
      release();
      await page.getByRole('link', { name: 'Portfolio' }).waitFor();
      await page.locator('.loading').first().waitFor();
      expect(await heading.allTextContents()).toEqual([SPRING.title]);
      await page.getByRole('link', { name: 'Watchlist' }).click();
      await page.getByRole('heading', { level: 1, name: 'Watchlist' }).waitFor();
    } finally {
      await browser.close();
    }
  });

  it('lets the browser connect to the services while scripts load', async () => {
    const page = await pageAt('/');
    for (const port of [3_001, 3_002, 3_003])
      expect(page).toContain(`<link rel="preconnect" href="http://127.0.0.1:${port}" crossorigin="anonymous" />`);
  });

  it('names no picture of an origin that the operator does not allow', async () => {
    const page = await pageAt('/event/far');
    expect(page).toContain('<meta name="twitter:card" content="summary" />');
    expect(page).not.toContain('elsewhere.example');
    const { headers } = await get('/');
    expect(headers.get('content-security-policy')).toContain(
      "img-src 'self' data: https://images.example.org https://more.example.org:8443;",
    );
  });

  it('gives a market its question, by slug and by condition id', async () => {
    const [bySlug, byId] = [await pageAt('/market/wet%3Aspring'), await pageAt(`/market/${CONDITION}`)];
    expect(bySlug).toContain('<meta property="og:title" content="Wet?" />');
    expect(bySlug).toContain('<meta property="og:description" content="Prediction markets: prices');
    expect(byId).toContain('<title>By its condition? · Foretell</title>');
  });

  it('answers 404 with the page where there is no such event or market', async () => {
    for (const path of ['/event/nothing', '/market/nothing', '/event/%00', '/event/%E0%A4%A', `/market/${'x'.repeat(300)}`]) {
      const answer = await get(path);
      expect([path, answer.status, (await answer.text()).includes('There is no such')]).toEqual([path, 404, true]);
    }
  });

  it('asks the catalog for events and markets only, and once a minute for each', async () => {
    asked.length = 0;
    for (const path of ['/event/spring', '/event/spring?x=1', '/event/..%2F..%2Fadmin', '/event/a/b', '/portfolio', '/'])
      await pageAt(path);
    expect(asked).toEqual([]);
    await pageAt('/event/http:%5C%5Celsewhere.example');
    await Promise.all(['/event/new', '/event/new'].map((path) => pageAt(path)));
    expect(asked).toEqual(['/public/events/slug/new']);
  });

  it('serves its page as it is while the catalog does not answer, and asks again afterwards', async () => {
    isDown = true;
    const answer = await get('/event/later');
    expect([answer.status, await answer.text()]).toEqual([200, await pageAt('/')]);
    isDown = false;
    expect((await get('/event/later')).status).toBe(404);
  });

  it('takes a site’s name, logo, colours and font from one file', async () => {
    const page = await pageAt('/event/spring', own);
    expect(page).toContain('stay? · Northwind Markets</title>');
    expect(page).toContain('<meta property="og:site_name" content="Northwind Markets" />');
    expect(page).not.toContain('Foretell');
    expect(await (await get('/icon.svg', own)).text()).toBe(readFileSync(join(BRAND_FOLDER, 'logo.svg'), 'utf8'));
    const browser = await startChromium();
    try {
      const visitor = await Visitor.come(browser, own.url, { theme: 'dark' });
      await visitor.visit('/watchlist');
      expect(await visitor.page.title()).toBe('Watchlist · Northwind Markets');
      await visitor.page.getByRole('banner').getByText('Northwind Markets').waitFor();
      const style = 'getComputedStyle(document.documentElement)';
      expect(await visitor.page.evaluate(`${style}.backgroundColor`)).toBe('rgb(20, 17, 13)');
      expect(await visitor.page.evaluate(`${style}.fontFamily`)).toContain('Georgia');
      for (const theme of ['light', 'dark'] as const) {
        await visitor.look({ theme, width: 390 });
        expect(await visitor.violations()).toEqual([]);
      }
      expect(visitor.complaints()).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('lets a brand set each colour token of the build', async () => {
    const tokens = readFileSync(join(ROOT, 'apps', 'console', 'src', 'theme', 'tokens.css'), 'utf8');
    const named = [...tokens.matchAll(/--([\w-]+): light-dark/g)].map(([, name]) => name);
    const brand = readFileSync(join(ROOT, 'tools', 'console', 'brand.mjs'), 'utf8');
    const [, list = ''] = /COLOURS = \[([\s\S]*?)\];/.exec(brand) ?? [];
    expect([...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name).sort()).toEqual(named.sort());
  });
});
