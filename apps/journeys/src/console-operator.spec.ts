import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor } from './harness/browser/visitor';

const START_MS = 120_000;
const STEP_MS = 60_000;
/** From the top of the page to the key: the site's places are passed on the way. */
const KEYS_MAX = 20;

jest.setTimeout(STEP_MS);

describe('the operator’s page', () => {
  let site: ConsoleSite;
  let operator: Visitor;

  beforeAll(async () => {
    site = await ConsoleSite.open();
    operator = await site.visitor();
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

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
