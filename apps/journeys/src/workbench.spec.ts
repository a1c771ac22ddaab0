import { spawn, type ChildProcess } from 'node:child_process';
import type { Browser } from 'playwright-core';
import { startChromium } from './harness/browser/chromium';
import { Visitor } from './harness/browser/visitor';
import { endChildWithUs } from './harness/end-with-us';
import { limit } from './harness/orders';
import { fieldsOf, openMarket } from './harness/reads';
import { appMain } from './harness/repository';
import { startWorld, type World } from './harness/world';

const JOURNEY_MS = 300_000;
const WALLET = `0x${'ab'.repeat(20)}`;
const PAGES = [
  '/',
  '/markets',
  '/market?market=rain-in-lisbon',
  '/results',
  '/new-event',
  '/import',
  `/wallet?wallet=${WALLET}`,
  '/approvals',
  '/report?from=2026-01-01&to=2026-12-31',
  '/dead-letters',
  '/limits',
  '/checks',
  '/audit',
];

/** An operator's browser at a workbench of their own. */
interface Operator {
  readonly visitor: Visitor;
  readonly server: ChildProcess;
}

describe('the workbench', () => {
  let world: World;
  let browser: Browser;
  const servers: ChildProcess[] = [];

  beforeAll(async () => {
    world = await startWorld({
      logLevel: 'warn',
      environmentOf: () => ({
        CREDIT_APPROVAL_ABOVE: '1000',
        RESOLUTION_DISPUTE_SECONDS: '0',
        RESOLUTION_GRACE_SECONDS: '0',
      }),
    });
    browser = await startChromium();
  }, JOURNEY_MS);

  afterAll(async () => {
    for (const server of servers) server.kill();
    await browser?.close();
    await world?.stop();
  }, JOURNEY_MS);

  const come = async (actor: string): Promise<Operator> => {
    const env = { ...world.operator.environment, OPS_ACTOR: actor };
    const server = spawn(process.execPath, [appMain('ops'), 'serve', '--port', '0'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    servers.push(server);
    endChildWithUs(server);
    const address = await new Promise<string>((resolve) => {
      server.stdout.on('data', (text: Buffer) => {
        const found = /http:\S+/.exec(text.toString());
        if (found !== null) resolve(found[0]);
      });
    });
    const visitor = await Visitor.come(browser, new URL(address).origin, {});
    await visitor.visit(address);
    return { visitor, server };
  };

  it(
    'takes an operator through a day, and another one approves',
    async () => {
      const [alice, bob] = [(await come('alice')).visitor, (await come('bob')).visitor];
      const { page } = alice;
      await alice.visit('/new-event');
      await page.getByLabel('Title').fill('Rain in Lisbon');
      await page.getByLabel('Slug').fill('rain-in-lisbon');
      await page.getByLabel('End').fill('2020-01-01T12:00Z');
      await page.getByLabel('Questions').fill('Will it rain in Lisbon?');
      await page.getByLabel('Rules').fill('By the weather service.');
      await page.getByRole('button', { name: 'Create the event' }).click();
      await page.getByText('Choose a time in the future.').waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe('Rain in Lisbon');
      await page.getByLabel('End').fill('2099-01-01T12:00Z');
      await page.getByRole('button', { name: 'Create the event' }).click();
      await page.getByText('Nothing is created yet').waitFor();
      await page.getByRole('button', { name: 'Create the event' }).click();
      await page.getByText('Done.').waitFor();
      await page.reload();
      await page.getByText('was not executed again').waitFor();

      await expect(listed(alice)).resolves.toContain('Will it rain in Lisbon?');
      await resolveByTwo(alice, bob);
      await creditByTwo(alice, bob);
      for (const mode of ['full', 'lift']) {
        await alice.visit(`/wallet?wallet=${WALLET}`);
        await page.getByLabel('Mode').selectOption(mode);
        await page.getByRole('button', { name: 'Set the ban' }).click();
        await page.getByText(mode === 'full' ? `${WALLET} is banned (full)` : `${WALLET} is not banned`).waitFor();
        await alice.visit('/wallet');
        await page.getByText(mode === 'full' ? WALLET : 'Bans: none.').waitFor();
      }
      await alice.visit('/audit');
      const audit = await page.locator('main').innerText();
      for (const said of [
        'clob.ledger.approve',
        'clob.ledger.decline',
        'clob.keys.ban',
        'gamma.catalog.import',
        'clob.resolutions.finalize',
        'bob',
      ])
        expect(audit).toContain(said);
      const today = new Date().toISOString().slice(0, 10);
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      await alice.visit(`/report?from=${today}&to=${tomorrow}`);
      const report = await page.locator('main').innerText();
      for (const said of ['deposit-1', '2 500.00', 'to the micro']) expect(report).toContain(said);

      await checkPages(alice);
      expect((await world.ops('doctor')).exitCode).toBe(0);
    },
    JOURNEY_MS,
  );

  /** A credit that the other operator approves, and one that is declined. */
  async function creditByTwo(alice: Visitor, bob: Visitor): Promise<void> {
    const ask = async (usdc: string, reference: string): Promise<void> => {
      await alice.visit(`/wallet?wallet=${WALLET}`);
      await alice.page.locator('#credit-AMOUNT').fill(usdc);
      await alice.page.locator('#credit-reference').fill(reference);
      await alice.page.getByRole('button', { name: 'Credit', exact: true }).click();
      await alice.page.getByText('another operator must approve it').waitFor();
    };
    await ask('2500', 'deposit-1');
    await alice.visit('/approvals');
    await alice.page.getByRole('button', { name: 'Approve' }).click();
    await alice.page.getByText('alice requested this credit').first().waitFor();
    await bob.visit('/approvals');
    await bob.page.getByRole('button', { name: 'Approve' }).click();
    await bob.page.getByText('approved and credited deposit-1').waitFor();
    await ask('5000', 'deposit-2');
    await bob.visit('/approvals');
    await bob.page.getByRole('button', { name: 'Decline' }).click();
    await bob.page.getByText('declined deposit-2: nothing moved').waitFor();
  }

  /** A trade, a result that is objected to, another one, and its payout. */
  async function resolveByTwo(alice: Visitor, bob: Visitor): Promise<void> {
    const market = await openMarket(world);
    const [carol, dave] = [await world.trader(), await world.trader()];
    await carol.place([limit(market, 'BUY', 0, 10, 60)]);
    await dave.place([limit(market, 'BUY', 1, 10, 40)]);
    await propose(alice, market.slug, market.outcomes[1]);
    await bob.visit(`/market?market=${market.slug}`);
    await bob.page.locator('#object-note').fill('it rained');
    await bob.page.getByRole('button', { name: 'Object', exact: true }).click();
    await bob.page.getByText('Done.').waitFor();
    await propose(alice, market.slug, market.outcomes[0]);
    await alice.visit('/results');
    await alice.page.getByRole('button', { name: 'Finalise' }).click();
    await alice.page.getByText('another operator').first().waitFor();
    await bob.visit('/results');
    await bob.page.getByRole('button', { name: 'Finalise' }).click();
    await bob.page.getByText('Done.').waitFor();
    await alice.visit('/results');
    expect(await alice.page.locator('main').innerText()).toContain('paid');
    expect(fieldsOf(await world.opsJson('ledger', 'show', carol.wallet.address))['available']).toBe('10004');
  }

  async function checkPages(visitor: Visitor): Promise<void> {
    for (const path of PAGES) {
      await visitor.visit(path);
      await visitor.look({ theme: 'dark', width: 360 });
      expect({ path, found: await visitor.violations(), wide: await visitor.isWiderThanWindow() }).toEqual({
        path,
        found: [],
        wide: false,
      });
      await visitor.look({ theme: 'light', width: 1_280 });
      expect({ path, found: await visitor.violations() }).toEqual({ path, found: [] });
    }
  }

  async function propose(visitor: Visitor, slug: string, winner: string): Promise<void> {
    await visitor.visit(`/market?market=${slug}`);
    await visitor.page.locator('#propose-WINNER').fill(winner);
    await visitor.page.getByRole('button', { name: 'Propose' }).click();
    await visitor.page.getByText('Done.').waitFor();
  }

  async function listed(visitor: Visitor): Promise<string> {
    await visitor.visit('/markets');
    for (let time = 0; time < 50; time += 1) {
      const text = await visitor.page.locator('main').innerText();
      if (text.includes('Lisbon')) return text;
      await visitor.page.reload();
    }
    return visitor.page.locator('main').innerText();
  }
});
