import { EXCHANGE_PRESETS } from '@foretell/signing';
import { fieldsOf, rowsOf } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { TestOrder } from '../testing/signed-order';
import type { Trader } from '../testing/trader';

const DOMAIN = EXCHANGE_PRESETS['polymarket-v2'];

describe('ownership and identity of an order', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    [alice, bob] = [await world.trader(), await world.trader()];
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    market = await world.list();
  });

  const buy = (more: Partial<TestOrder> = {}): TestOrder => ({
    tokenId: market.yes,
    side: 'BUY',
    pips: 4_000,
    shares: 10,
    ...more,
  });
  const openOrders = async (trader: Trader) => rowsOf(await trader.get(`/data/orders?market=${market.conditionId}`));

  it('returns for a resent order the id, status and amounts of the first', async () => {
    await bob.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '6' });
    await bob.rest({ tokenId: market.yes, side: 'SELL', pips: 3_900, shares: 6 });
    const { orderId, item } = alice.sign(buy());
    const [first] = [await alice.ok('POST', '/orders', [item])].flat();
    expect(first).toMatchObject({ success: true, status: 'matched', makingAmount: '2.34', takingAmount: '6' });
    const again = {
      success: false,
      errorMsg: `order ${orderId} is invalid. Duplicated.`,
      code: 'duplicate_order',
      orderID: orderId,
    };
    expect(await alice.ok('POST', '/orders', [item, item])).toMatchObject([
      { ...again, status: 'live', makingAmount: '2.34', takingAmount: '6' },
      { ...again, status: 'live', makingAmount: '2.34', takingAmount: '6' },
    ]);
    await alice.ok('DELETE', '/order', { orderId });
    expect(await alice.ok('POST', '/orders', [item])).toMatchObject([{ ...again, status: 'canceled', takingAmount: '6' }]);
    expect(await alice.balance(market.yes)).toBe('6000000');
  });

  it('accepts an order once when it arrives many times concurrently, and returns its id to all', async () => {
    await bob.rest({ tokenId: market.no, side: 'BUY', pips: 6_000, shares: 20 });
    const { orderId, item } = alice.sign(buy());
    const answers = await Promise.all(Array.from({ length: 8 }, () => alice.ok('POST', '/orders', [item])));
    expect(answers.flat().map((result) => fieldsOf(result)['success'])).toEqual(
      expect.arrayContaining([true, ...Array<boolean>(7).fill(false)]),
    );
    expect(answers.flat().filter((result) => fieldsOf(result)['success'] === true)).toHaveLength(1);
    expect(answers.flat()).toMatchObject(
      Array(8).fill({ orderID: orderId, status: 'matched', makingAmount: '4', takingAmount: '10' }),
    );
    expect([await alice.balance(market.yes), await world.book(market.yes)]).toEqual([
      '10000000',
      { bids: [], asks: ['0.4 x 10'] },
    ]);
  });

  it('accepts a POST /order as a single result, and refuses it with 400 and a body that is error and result', async () => {
    const good = alice.sign(buy());
    expect(await alice.call('POST', '/order', good.item)).toMatchObject({
      status: 200,
      body: { success: true, orderID: good.orderId, status: 'live' },
    });
    const bad = await alice.call('POST', '/order', alice.sign(buy({ pips: 4_010 })).item);
    expect(bad).toMatchObject({ status: 400, body: { success: false, orderID: '', status: 'error', code: 'price_off_tick' } });
    const { error, errorMsg } = fieldsOf(bad.body);
    expect(error).toBe(errorMsg);
  });

  it('a dry run by its own path returns what would happen and places nothing', async () => {
    await bob.rest({ tokenId: market.no, side: 'BUY', pips: 6_000, shares: 10 });
    const [one, two, bad] = [alice.sign(buy()), alice.sign(buy({ pips: 3_000 })), alice.sign(buy({ pips: 4_010 }))];
    const before = await alice.balance();
    const items = [one.item, two.item, bad.item];
    expect(await alice.ok('POST', '/orders/dry-run', items)).toMatchObject([
      { success: true, status: 'matched', orderID: one.orderId, makingAmount: '4', takingAmount: '10' },
      { success: true, status: 'live', orderID: two.orderId },
      { success: false, code: 'price_off_tick' },
    ]);
    expect(await alice.ok('POST', '/order/dry-run', one.item)).toMatchObject({ success: true, status: 'matched' });
    expect([await alice.balance(), await openOrders(alice), await world.book(market.yes)]).toEqual([
      before,
      [],
      { bids: [], asks: ['0.4 x 10'] },
    ]);
    expect(await alice.ok('POST', '/orders?dryRun=false', [one.item])).toMatchObject([{ status: 'matched' }]);
    expect(await alice.ok('POST', '/orders/dry-run', [one.item])).toMatchObject([
      { success: false, code: 'duplicate_order', orderID: one.orderId, status: 'matched' },
    ]);
    expect(await alice.call('POST', '/order/dry-run', bad.item)).toMatchObject({
      status: 400,
      body: { success: false, code: 'price_off_tick' },
    });
  });

  it('a dry run by an unsigned query parameter is refused with the path to use', async () => {
    const { item } = alice.sign(buy());
    for (const query of ['dryRun=true', 'dryRun=yes', 'dryRun=false&dryRun=true'])
      for (const [path, body] of [
        ['/orders', [item]],
        ['/order', item],
      ] as const)
        expect(await alice.call('POST', `${path}?${query}`, body)).toMatchObject({
          status: 400,
          body: { error: expect.stringContaining('/orders/dry-run'), code: 'dry_run_by_path' },
        });
    expect(await openOrders(alice)).toEqual([]);
  });

  it('a dry run forwarded to the path that places is refused: the path is signed', async () => {
    const body = JSON.stringify([alice.sign(buy()).item]);
    const replayed = await alice.tampered('POST', '/orders/dry-run', body, { sentPath: '/orders' });
    expect(replayed).toMatchObject({ status: 401, body: { details: { part: 'signature' } } });
    expect(await openOrders(alice)).toEqual([]);
  });

  it('accepts orders of version 1 and of version 2', async () => {
    const { orderId, item } = alice.sign(buy({ version: 1 }));
    expect(item['order']).not.toHaveProperty('timestamp');
    expect(await alice.ok('POST', '/orders', [item])).toMatchObject([{ success: true, orderID: orderId, status: 'live' }]);
  });

  it.each([
    [1, 'proxy'],
    [2, 'safe'],
    [3, 'deposit'],
  ] as const)('accepts signature type %i for a linked %s, which pays', async (signatureType, kind) => {
    const carol = await world.trader();
    const wallet = await world.link(carol, kind);
    expect(await carol.place(buy({ signatureType, maker: wallet }))).toMatchObject([{ success: true, status: 'live' }]);
    expect(await openOrders(carol)).toMatchObject([{ makerAddress: wallet }]);
    expect(await carol.balance()).toBe('10000000000');
    expect(await carol.ok('GET', `/balance-allowance?asset_type=COLLATERAL&signature_type=${signatureType}`)).toMatchObject({
      balance: '1000000000',
      available: '996000000',
      locked: '4000000',
    });
  });

  it.each([1, 2, 3] as const)(
    'refuses signature type %i for a wallet that is not linked, or linked to another owner',
    async (signatureType) => {
      const foreign = await world.link(bob, 'safe');
      const results = await alice.place(buy({ signatureType, maker: foreign }), {
        ...buy({ signatureType }),
        maker: bob.wallet.address,
      });
      expect(results).toMatchObject(
        Array(2).fill({
          success: false,
          code: 'invalid_signature',
          details: { reason: 'wallet_not_linked', recovered: alice.wallet.address },
        }),
      );
    },
  );

  it('selects the verifying contract by neg-risk, and names the domain in a rejection', async () => {
    market = await world.list({ negRisk: true });
    expect(await alice.place(buy({ isNegRisk: true }), buy())).toMatchObject([
      { success: true },
      {
        errorMsg: 'invalid order signature',
        details: {
          reason: 'wrong_signer',
          signer: alice.wallet.address,
          maker: alice.wallet.address,
          recovered: expect.stringMatching(/^0x[0-9a-f]{40}$/),
          domain: { name: DOMAIN.name, version: '2', chainId: 137, verifyingContract: DOMAIN.negRiskExchange },
        },
      },
    ]);
  });

  it('names the key that signed when it is not the one expected', async () => {
    const mine = alice.sign(buy());
    const forged = {
      ...mine.item,
      order: { ...fieldsOf(mine.item['order']), signature: fieldsOf(bob.sign(buy()).item['order'])['signature'] },
    };
    const [result] = [await alice.ok('POST', '/orders', [forged])].flat();
    expect(result).toMatchObject({
      success: false,
      code: 'invalid_signature',
      details: { reason: 'wrong_signer', signer: alice.wallet.address },
    });
    expect(fieldsOf(fieldsOf(result)['details'])['recovered']).not.toBe(alice.wallet.address);
  });

  it('refuses an order of another key, of another signer, of another condition, and of an unknown token', async () => {
    const other = await world.list();
    const wrongOwner = alice.sign(buy(), bob.apiKey).item;
    const foreign = { ...bob.sign(buy()).item, owner: alice.apiKey };
    const good = alice.sign(buy()).item;
    const elsewhere = { ...good, order: { ...fieldsOf(good['order']), conditionId: other.conditionId } };
    const unknown = alice.sign(buy({ tokenId: '12345' })).item;
    expect(await alice.ok('POST', '/orders', [wrongOwner, foreign, elsewhere, unknown])).toMatchObject([
      {
        errorMsg: 'the order owner has to be the owner of the API KEY',
        code: 'owner_mismatch',
        details: { expected: alice.apiKey },
      },
      { errorMsg: 'the order signer address has to be the address of the API KEY', code: 'owner_address_mismatch' },
      { code: 'condition_mismatch', details: { expected: market.conditionId } },
      { errorMsg: 'token is not registered', code: 'unknown_token', details: { tokenId: '12345' } },
    ]);
    expect(await openOrders(alice)).toEqual([]);
  });

  it('accepts a matching condition id, in any case', async () => {
    const good = alice.sign(buy()).item;
    const upper = market.conditionId.toUpperCase().replace('0X', '0x');
    expect(
      await alice.ok('POST', '/orders', [{ ...good, order: { ...fieldsOf(good['order']), conditionId: upper } }]),
    ).toMatchObject([{ success: true }]);
  });
});
