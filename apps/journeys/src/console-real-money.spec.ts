import { ConsoleSite } from './harness/browser/console-site';
import type { Visitor } from './harness/browser/visitor';
import { freshPrivateKey } from './harness/private-key';

const START_MS = 120_000;
const DAY_MILLIS = 86_400_000;
/** Records in a list which storage entries the page reads, such as the play wallet's. */
const WATCH_STORAGE = `(() => {
  window.readNames = [];
  const read = Storage.prototype.getItem;
  Storage.prototype.getItem = function (name) { window.readNames.push(name); return read.call(this, name); };
})()`;

jest.setTimeout(60_000);

describe('a site whose money is real', () => {
  let site: ConsoleSite;
  let visitor: Visitor;

  beforeAll(async () => {
    site = await ConsoleSite.open({ SANDBOX: 'false', EXCHANGE_DOMAIN_NAME: 'Acme' });
    visitor = await site.visitor();
    await visitor.page.addInitScript(WATCH_STORAGE);
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  const playWords = () => visitor.page.getByText(/play wallet|play money/i).count();

  it('offers no play wallet', async () => {
    await visitor.visit('/wallet');
    await visitor.page.getByRole('heading', { name: 'Your own wallet' }).waitFor();
    expect(await playWords()).toBe(0);
  });

  it('neither loads a stored one nor trades with it', async () => {
    const session = {
      kind: 'play',
      address: `0x${'12'.repeat(20)}`,
      key: { apiKey: '00000000-0000-4000-8000-000000000000', secret: 'c2VjcmV0', passphrase: 'p' },
      endsAt: Date.now() + DAY_MILLIS,
    };
    await site.store(visitor, { session, playWallet: { privateKey: freshPrivateKey() } });
    await visitor.visit('/wallet');
    await visitor.page.getByRole('heading', { name: 'Your own wallet' }).waitFor();
    await visitor.page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    expect(await playWords()).toBe(0);
    await visitor.visit('/portfolio');
    await visitor.page.getByText('to see what is yours.').waitFor();
    const read = String(await visitor.page.evaluate('JSON.stringify(window.readNames)'));
    expect(read).toContain('foretell.wallet:');
    expect(read).not.toContain('foretell.play-wallet:');
    // The browser logs requests that were refused before the exchange had reported that its money is real.
    visitor.complaints();
  });
});
