import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

const UNLIMITED = (2n ** 256n - 1n).toString();

describe('funds over HTTP', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    [market, alice] = [await world.list(), await world.trader()];
  });

  const position = (verb: string, body: object) =>
    alice.call('POST', `/positions/${verb}`, { conditionId: market.conditionId, ...body });

  it('credits a wallet once in the sandbox, however many keys it makes', async () => {
    expect(await alice.balance()).toBe('10000000000');
    const again = await world.trader({ wallet: alice.wallet });
    expect(again.apiKey).toBe(alice.apiKey);
    expect(await alice.balance()).toBe('10000000000');
  });

  it('splits 1 USDC into a share of each outcome, and merges them back', async () => {
    expect(await position('split', { amount: '12.5' })).toMatchObject({
      status: 200,
      body: { success: true, conditionId: market.conditionId, amount: '12.5', wallet: alice.wallet.address },
    });
    expect([await alice.balance(), await alice.balance(market.yes), await alice.balance(market.no)]).toEqual([
      '9987500000',
      '12500000',
      '12500000',
    ]);
    expect(await position('merge', { amount: '2.5' })).toMatchObject({ status: 200, body: { amount: '2.5' } });
    expect([await alice.balance(), await alice.balance(market.yes), await alice.balance(market.no)]).toEqual([
      '9990000000',
      '10000000',
      '10000000',
    ]);
    expect(await position('merge', { amount: '10.000001' })).toMatchObject({
      status: 400,
      body: { error: 'not enough balance / allowance', code: 'not_enough_balance', details: { have: '10', need: '10.000001' } },
    });
    expect(await position('split', { amount: '9990.1' })).toMatchObject({ status: 400, body: { code: 'not_enough_balance' } });
  });

  it.each([
    [{ amount: '0' }],
    [{ amount: '-1' }],
    [{ amount: '1e3' }],
    [{ amount: 5 }],
    [{ amount: '0.0000001' }],
    [{ amount: '1', conditionId: 'x' }],
    [{ amount: '1', wallet: 'x' }],
    [{}],
  ])('refuses to split %j with 400', async (body) => {
    expect(await position('split', body)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^Invalid payload/) },
    });
  });

  it('splits for a linked wallet, and for no other', async () => {
    const wallet = await world.link(alice, 'proxy');
    expect(await position('split', { amount: '1', wallet })).toMatchObject({ status: 200, body: { wallet } });
    expect(await position('split', { amount: '1', wallet: `0x${'7'.repeat(40)}` })).toMatchObject({
      status: 400,
      body: { code: 'wallet_mismatch' },
    });
    expect(await position('split', { amount: '1', conditionId: `0x${'0'.repeat(64)}` })).toMatchObject({
      status: 404,
      body: { error: 'market not found' },
    });
  });

  it('splits and merges once for a reference, however often it is sent, and refuses another amount under it', async () => {
    const before = Number(await alice.balance());
    const sent = { amount: '3', reference: 'rebalance-7' };
    const answers = await Promise.all([position('split', sent), position('split', sent), position('split', sent)]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { success: true, amount: '3' } });
    expect(await position('split', sent)).toMatchObject({ status: 200, body: { success: true, amount: '3' } });
    expect(Number(await alice.balance())).toBe(before - 3_000_000);
    expect(await position('split', { ...sent, amount: '4' })).toMatchObject({ status: 400, body: { code: 'reference_taken' } });
    expect(await position('split', { ...sent, reference: 'a b' })).toMatchObject({ status: 400 });
    expect(await position('merge', sent)).toMatchObject({ status: 200, body: { success: true, amount: '3' } });
    expect(await position('merge', sent)).toMatchObject({ status: 200, body: { success: true, amount: '3' } });
    expect(Number(await alice.balance())).toBe(before);
    expect(await world.brokenInvariants()).toEqual([]);
  });

  it('shows the balance, what new orders may use, what is locked, and an unlimited allowance', async () => {
    await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 4_000, shares: 10 });
    await position('split', { amount: '10' });
    await alice.rest({ tokenId: market.no, side: 'SELL', pips: 9_000, shares: 4 + 2 });
    for (const path of ['/balance-allowance', '/balance-allowance/update']) {
      expect(await alice.ok('GET', `${path}?asset_type=COLLATERAL&signature_type=0`)).toMatchObject({
        balance: '9990000000',
        available: '9986000000',
        locked: '4000000',
        allowance: UNLIMITED,
      });
      expect(await alice.ok('GET', `${path}?asset_type=CONDITIONAL&token_id=${market.no}`)).toMatchObject({
        balance: '10000000',
        available: '4000000',
        locked: '6000000',
      });
    }
    const { v2 } = world.config.auth.signatureRules;
    expect(await alice.ok('GET', '/balance-allowance?asset_type=COLLATERAL')).toMatchObject({
      allowances: { [v2.exchange]: UNLIMITED, [v2.negRiskExchange]: UNLIMITED },
    });
  });

  it('shows the wallet of the kind that a signature type trades from', async () => {
    const [proxy, safe] = [await world.link(alice, 'proxy'), await world.link(alice, 'safe')];
    await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 10, signatureType: 1, maker: proxy });
    await alice.rest({ tokenId: market.yes, side: 'BUY', pips: 2_000, shares: 10, signatureType: 2, maker: safe });
    const balances = await Promise.all(
      [0, 1, 2, 3].map((type) => alice.ok('GET', `/balance-allowance?asset_type=COLLATERAL&signature_type=${type}`)),
    );
    expect(balances).toMatchObject([
      { balance: '10000000000', available: '10000000000' },
      { balance: '1000000000', available: '999000000' },
      { balance: '1000000000', available: '998000000' },
      { balance: '10000000000' },
    ]);
  });

  it.each(['', '?asset_type=USDC', '?asset_type=CONDITIONAL', '?asset_type=CONDITIONAL&token_id=1'])(
    'refuses /balance-allowance%s with 400',
    async (query) => {
      expect(await alice.get(`/balance-allowance${query}`)).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^Invalid (asset type|token id)$/) },
      });
    },
  );

  it("applies an operator's reference once, never pays out more than there is, and keeps every invariant", async () => {
    const wallet = alice.wallet.address;
    const credit = { wallet, amount: '5.5', reference: `in-${wallet}` };
    expect([
      await world.command('ops.clob.ledger.credit', credit),
      await world.command('ops.clob.ledger.credit', credit),
    ]).toMatchObject([{ result: { available: '10005.5', applied: true } }, { result: { available: '10005.5', applied: false } }]);
    expect(await world.command('ops.clob.ledger.debit', { wallet, amount: '10005.6', reference: `out-${wallet}` })).toMatchObject(
      {
        ok: false,
        error: 'the wallet has 10005.5 USDC, of which 0 are locked in orders',
      },
    );
    expect(await world.command('ops.clob.ledger.credit', { ...credit, amount: '6' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('is taken by the credit of 5.5 USDC'),
    });
    expect(await world.command('ops.clob.ledger.debit', { wallet, amount: '0.5', reference: `out-${wallet}` })).toMatchObject({
      ok: true,
      result: { available: '10005' },
    });
    expect(await world.brokenInvariants()).toEqual([]);
  });
});
