import type { TradingClient } from '@foretell/client';
import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor } from './harness/browser/visitor';
import { limit } from './harness/orders';
import { openMarkets, type OpenMarket } from './harness/reads';

const START_MS = 120_000;
const STEP_MS = 90_000;
const KEYS_MAX = 120;

jest.setTimeout(STEP_MS);

describe('a newcomer with a browser', () => {
  let site: ConsoleSite;
  let market: OpenMarket;
  let maker: TradingClient;
  let newcomer: Visitor;
  let other: Visitor;

  beforeAll(async () => {
    site = await ConsoleSite.open();
    const [first] = await openMarkets(site.world, 1);
    if (first === undefined) throw new Error('the sample has no open market');
    market = first;
    maker = await site.world.trader();
    await maker.split({ conditionId: market.conditionId, amount: '100' });
    await maker.placeOne(limit(market, 'SELL', 0, 50, 42));
    newcomer = await site.visitor();
    other = await site.visitor({ theme: 'dark' });
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  const place = (): string => `/market/${market.conditionId}`;
  const ladder = (visitor: Visitor) => visitor.page.getByRole('table', { name: market.outcomes[0], exact: true });
  const level = (visitor: Visitor, cents: string, shares: string) =>
    ladder(visitor).getByRole('row').filter({ hasText: cents }).getByRole('cell', { name: shares, exact: true }).first();

  async function getPlayWallet(visitor: Visitor): Promise<void> {
    await visitor.visit('/wallet');
    await visitor.page.getByRole('button', { name: 'Get a play wallet' }).click();
    await visitor.page.getByRole('link', { name: /^Play 0x/ }).waitFor();
  }

  async function order(visitor: Visitor, shares: string, cents: string): Promise<void> {
    await visitor.page.getByLabel('Shares', { exact: true }).last().fill(shares);
    await visitor.page.getByLabel('Price in cents').fill(cents);
    await visitor.page.getByRole('button', { name: /^Review: buy/ }).click();
    await visitor.page.getByRole('button', { name: 'Place the order' }).click();
  }

  it('sees the live book, and what the order would be before it is signed', async () => {
    await other.visit(place());
    await level(other, '42¢', '50').waitFor();
    await getPlayWallet(newcomer);
    await newcomer.visit(place());
    await level(newcomer, '42¢', '50').waitFor();
  });

  it('buys with a key of the sandbox, and the other browser sees the fill as it happens', async () => {
    await order(newcomer, '10', '42');
    await level(other, '42¢', '40').waitFor();
    await level(newcomer, '42¢', '40').waitFor();
    await newcomer.visit('/portfolio');
    const position = newcomer.page.getByRole('region', { name: 'Positions' }).getByRole('row').nth(1);
    await position.getByRole('cell', { name: '10', exact: true }).waitFor();
  });

  it('places an order that rests, and cancels it', async () => {
    await newcomer.visit(place());
    await order(newcomer, '5', '10');
    await level(other, '10¢', '5').waitFor();
    await newcomer.visit('/portfolio');
    await newcomer.page.getByRole('tab', { name: 'Open orders (1)' }).click();
    await newcomer.page
      .getByRole('button', { name: /^Cancel/ })
      .first()
      .click();
    await newcomer.page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
    await level(other, '10¢', '5').waitFor({ state: 'detached' });
  });

  it('has pages without anything that axe finds, once there is something on them', async () => {
    for (const path of ['/portfolio', '/wallet', place()]) {
      await newcomer.visit(path);
      for (const look of [
        { theme: 'light', width: 1_280 },
        { theme: 'dark', width: 360 },
      ] as const) {
        await newcomer.look(look);
        const found = { path, look, violations: await newcomer.violations(), isWider: await newcomer.isWiderThanWindow() };
        expect(found).toEqual({ path, look, violations: [], isWider: false });
      }
    }
    await newcomer.look({ theme: 'light', width: 1_280 });
    expect([newcomer.complaints(), other.complaints()]).toEqual([[], []]);
  });

  it('can do all of it by the keyboard alone', async () => {
    const hands = await site.visitor();
    await hands.visit('/wallet');
    await hands.tabTo(/Get a play wallet/, KEYS_MAX);
    await hands.page.keyboard.press('Enter');
    await hands.page.getByRole('link', { name: /^Play 0x/ }).waitFor();
    await hands.visit(place());
    await hands.tabTo(/^input Shares$/, KEYS_MAX);
    await hands.page.keyboard.type('5');
    await hands.tabTo(/^input Price in cents$/, KEYS_MAX);
    await hands.page.keyboard.type('42');
    await hands.tabTo(/^button Review: buy/, KEYS_MAX);
    await hands.page.keyboard.press('Enter');
    await hands.page.getByRole('button', { name: 'Place the order' }).waitFor();
    await hands.tabTo(/^button Place the order/, KEYS_MAX);
    await hands.page.keyboard.press('Enter');
    await level(other, '42¢', '35').waitFor();
    expect(hands.complaints()).toEqual([]);
  });

  it('sees that a stream was cut, what it showed as old, and that it is back', async () => {
    const book = other.page.getByText('Cut off: what is shown may be old.', { exact: false }).first();
    await site.world.clob.kill();
    await book.waitFor();
    expect(await other.page.locator('.is-stale').count()).toBeGreaterThan(0);
    await site.world.clob.start();
    await book.waitFor({ state: 'detached' });
    await maker.placeOne(limit(market, 'SELL', 0, 5, 43));
    await level(other, '43¢', '5').waitFor();
    expect(await other.page.locator('.is-stale').count()).toBe(0);
  });

  it('is paid when the market resolves', async () => {
    await newcomer.visit('/portfolio');
    await newcomer.page.getByText('$9,995.80').first().waitFor();
    await site.world.opsJson('markets', 'resolve', market.conditionId, market.outcomes[0]);
    await newcomer.visit('/portfolio');
    await newcomer.page.getByText('$10,005.80').first().waitFor();
  });
});
