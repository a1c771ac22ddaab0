import { ConsoleSite } from './harness/browser/console-site';
import { MetaMaskWallet } from './harness/browser/metamask-wallet';
import type { Visitor } from './harness/browser/visitor';
import { offeredMarket } from './harness/offered-market';
import { fieldsOf, type OpenMarket } from './harness/reads';

const START_MS = 120_000;
const STEP_MS = 60_000;
/** The chain of the console's exchange, unless configured otherwise: Polygon. */
const CHAIN = 137;

jest.setTimeout(STEP_MS);

/** The wallet consists of MetaMask's own published code: its request engine, its checks, its signing. */
describe('a trader with a wallet of their own', () => {
  let site: ConsoleSite;
  let market: OpenMarket;
  let visitor: Visitor;
  let wallet: MetaMaskWallet;

  beforeAll(async () => {
    site = await ConsoleSite.open();
    ({ market } = await offeredMarket(site.world, 80));
    visitor = await site.visitor();
    wallet = await MetaMaskWallet.in(visitor.context, 'MetaMask', 'io.metamask');
    await MetaMaskWallet.in(visitor.context, 'Another', 'com.example.another', 1);
  }, START_MS);
  afterAll(() => site?.close(), START_MS);

  const press = (name: RegExp | string) => visitor.page.getByRole('button', { name }).click();
  const says = (text: RegExp | string) => visitor.page.getByText(text).first().waitFor();
  const silent = (text: RegExp) => visitor.page.getByText(text).waitFor({ state: 'detached' });
  const short = (address: string): RegExp => new RegExp(`^${address.slice(0, 6)}…${address.slice(-4)}$`, 'i');
  const account = (at: number): string => wallet.accounts[at] ?? '';

  async function write(shares: string, cents: string): Promise<void> {
    await visitor.page.getByRole('textbox', { name: 'Shares', exact: true }).fill(shares);
    await visitor.page.getByRole('textbox', { name: 'Limit price', exact: true }).fill(cents);
  }

  it('chooses between the wallets of the browser', async () => {
    await visitor.visit('/wallet');
    await visitor.page.getByRole('button', { name: 'Sign in with Another' }).waitFor();
    await visitor.page.getByRole('button', { name: 'Sign in with MetaMask' }).waitFor();
    expect(await visitor.page.getByRole('button', { name: /^Sign in with/ }).count()).toBe(2);
  });

  it('is shown when they decline, and when the wallet has a pending request', async () => {
    wallet.person('declines');
    await press('Sign in with MetaMask');
    await says('You declined in your wallet. Nothing was sent.');
    wallet.person('was asked before');
    await press('Sign in with MetaMask');
    await says(/^Your wallet is still asking you something/);
  });

  it('is offered the chain for which orders are signed, and shown the consequence of staying on another', async () => {
    wallet.person('agrees');
    wallet.declineNext('wallet_addEthereumChain');
    await press('Sign in with MetaMask');
    await says('Orders are signed for Polygon (chain 137), and you left your wallet on another. Nothing was sent.');
    expect(wallet.asked.at(-1)).toEqual({
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId: '0x89',
          chainName: 'Polygon',
          nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
          rpcUrls: ['https://rpc.example.org'],
        },
      ],
    });
  });

  // The page shows the same address once more, a moment later.
  const signedIn = (): Promise<void> =>
    visitor.page
      .getByRole('banner')
      .getByRole('link', { name: short(account(0)) })
      .waitFor();

  it('signs in on the right chain with a statement of the key’s permissions, which MetaMask shows and signs', async () => {
    await press('Sign in with MetaMask');
    await signedIn();
    await says('$10,000');
    expect(wallet.signed).toEqual([expect.objectContaining({ primaryType: 'ClobAuth' })]);
    expect(fieldsOf(wallet.signed[0]?.['domain'])).toMatchObject({ chainId: CHAIN });
    const { message, nonce } = fieldsOf(wallet.signed[0]?.['message']);
    expect(message).toMatch(
      /^Sign in\. The key of this sign-in may trade .* until the Unix time in nonce, and make no other keys$/,
    );
    const { apiKey } = await site.stored(visitor);
    expect(await site.world.opsJson('keys', 'show', apiKey)).toMatchObject({
      permission: 'trade',
      parent: null,
      expiresAt: Number(nonce) * 1_000,
    });
  });

  it('signs in again after the key was revoked, with one more statement', async () => {
    const { apiKey } = await site.stored(visitor);
    await site.world.opsJson('keys', 'revoke', apiKey);
    await press('Sign out and forget the API key');
    await press('Sign in with MetaMask');
    await signedIn();
    await says('$10,000');
    expect(wallet.signed).toHaveLength(2);
    // The browser logs each refusal.
    visitor.complaints();
  });

  it('trades: the exchange accepts the order that MetaMask signs', async () => {
    await visitor.visit(`/market/${market.conditionId}`);
    await write('10', '42');
    await press(/^Review: buy/);
    await says('The exchange says: It would buy 10 shares for $4.20 at once, without a fee.');
    // Reviewed, with no signatures except the statements of the sign-ins.
    expect(wallet.signed.map(({ primaryType }) => primaryType)).toEqual(['ClobAuth', 'ClobAuth']);
    await press('Place the order');
    await says('Done: You bought 10 shares for $4.20 at once, without a fee.');
    const order = fieldsOf(wallet.signed.at(-1));
    expect(order['primaryType']).toBe('Order');
    expect(fieldsOf(order['message'])).toMatchObject({ makerAmount: '4200000', takerAmount: '10000000', side: 0 });
  });

  it('places an order that rests, and cancels it', async () => {
    await press('Another order');
    await write('5', '10');
    await press(/^Review: buy/);
    await press('Place the order');
    await says('Done: It rests in the book.');
    await visitor.visit('/portfolio');
    await visitor.page.getByRole('tab', { name: 'Open orders (1)' }).click();
    await press(/^Cancel: Buy/);
    await visitor.page.getByRole('tab', { name: 'Open orders (0)' }).waitFor();
  });

  it('gets the ticket back after declining or ignoring an order', async () => {
    await visitor.visit(`/market/${market.conditionId}`);
    await write('5', '42');
    wallet.person('declines');
    await press(/^Review: buy/);
    await press('Place the order');
    await says('You declined in your wallet. Nothing was sent.');
    wallet.person('does not look');
    await press('Place the order');
    await press('Never mind');
    await visitor.page.getByRole('button', { name: /^Review: buy/ }).waitFor();
    wallet.person('agrees');
  });

  it('is asked to change the chain again when the wallet has left it', async () => {
    await wallet.switchTo(1);
    await press(/^Review: buy/);
    await press('Place the order');
    await says(/^Done: You bought 5 shares/);
    const asked = wallet.asked.map(({ method }) => method).filter((method) => method !== 'eth_accounts');
    expect(asked.slice(-4)).toEqual(['eth_chainId', 'wallet_switchEthereumChain', 'eth_chainId', 'eth_signTypedData_v4']);
    await press('Another order');
  });

  it('sees that the wallet shows another account, and cannot sign as that one', async () => {
    await wallet.show([account(1), account(0)]);
    await says(/^Your wallet shows 0x.*Orders here are still those of 0x.*, which signed in\.$/);
    await wallet.show([account(1)]);
    await says(/Choose that account in your wallet, or sign out and in again\.$/);
    const signatures = wallet.signed.length;
    await press(/^Review: buy/);
    await press('Place the order');
    await says(/^You signed in as 0x.*, and your wallet shows another account/);
    expect(wallet.signed).toHaveLength(signatures);
    await wallet.show([account(0)]);
    await silent(/Choose that account in your wallet, or sign out/);
  });

  it('sees that the wallet is locked, unlocks it by signing, and sees that it lost its connection', async () => {
    await wallet.lock();
    await says(/^Your wallet is locked/);
    await press('Place the order');
    await says(/^Done: You bought 5 shares/);
    await wallet.show([account(0)]);
    await silent(/^Your wallet is locked/);
    await wallet.emit('disconnect', { code: 4900 });
    await says('Your wallet has lost its connection.');
    await wallet.emit('connect', { chainId: '0x89' });
    await silent(/^Your wallet has lost its connection/);
  });

  it('gets a page that a screen reader can read, at phone width', async () => {
    await wallet.show([account(1)]);
    await says(/Choose that account in your wallet, or sign out and in again\.$/);
    await visitor.look({ width: 360 });
    expect([await visitor.violations(), await visitor.isWiderThanWindow()]).toEqual([[], false]);
    expect(visitor.complaints()).toEqual([]);
  });
});
