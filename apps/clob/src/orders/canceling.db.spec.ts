import { fieldsOf, rowsOf } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

const NOT_FOUND = 'Order not found or already canceled';

describe('canceling orders over HTTP', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let other: WorldMarket;
  let alice: Trader;
  let mallory: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    [market, other] = [await world.list(), await world.list()];
    [alice, mallory] = [await world.trader(), await world.trader()];
  });
  afterAll(() => world?.close());
  afterEach(async () => {
    await Promise.all([alice.ok('DELETE', '/cancel-all'), mallory.ok('DELETE', '/cancel-all')]);
  });

  const rest = (tokenId = market.yes, pips = 1_000) => alice.rest({ tokenId, side: 'BUY', pips, shares: 5 });
  const openIds = async () => rowsOf(await alice.get('/data/orders')).map(({ id }) => id);

  it.each(['orderId', 'orderID'])('cancels the order named by {%s}, and returns its money', async (field) => {
    const before = await alice.balance();
    const id = await rest();
    expect(await alice.ok('DELETE', '/order', { [field]: id })).toEqual({ canceled: [id], not_canceled: {} });
    expect(await alice.balance()).toBe(before);
    expect(await alice.ok('DELETE', '/order', { [field]: id })).toEqual({ canceled: [], not_canceled: { [id]: NOT_FOUND } });
  });

  it.each([
    ['POLY', "order can't be found - already canceled or matched"],
    ['KUEST', NOT_FOUND],
    ['SERVICE', NOT_FOUND],
  ])('F7: reports filled and canceled orders to a caller with the %s_ prefix in its wording', async (prefix, words) => {
    const caller = world.at(world.url, alice, prefix);
    const [filled, canceled] = [await rest(), await rest()];
    await mallory.place({ tokenId: market.no, side: 'BUY', pips: 9_000, shares: 5 });
    await alice.ok('DELETE', '/order', { orderId: canceled });
    for (const id of [filled, canceled]) {
      const answer = await caller.call('DELETE', '/order', { orderID: id });
      expect([answer.status, answer.text]).toEqual([200, `{"canceled":[],"not_canceled":{"${id}":"${words}"}}`]);
    }
    const { text } = await caller.call('DELETE', '/orders', [filled, canceled]);
    expect(text).toBe(`{"canceled":[],"not_canceled":{"${filled}":"${words}","${canceled}":"${words}"}}`);
  });

  it("gives the same reason for an unknown order and another caller's, and leaves the latter alone", async () => {
    const id = await rest();
    const unknown = `0x${'9'.repeat(64)}`;
    for (const each of [id, unknown, '__proto__', 'x']) {
      const answer = await mallory.call('DELETE', '/order', { orderId: each });
      expect(answer).toMatchObject({
        status: 200,
        text: JSON.stringify({
          canceled: [],
          not_canceled: JSON.parse(`{${JSON.stringify(each)}:${JSON.stringify(NOT_FOUND)}}`),
        }),
      });
    }
    expect(await openIds()).toEqual([id]);
  });

  it('cancels a list of ids, each reported once', async () => {
    const [one, two] = [await rest(), await rest()];
    const foreign = await mallory.rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 });
    expect(await alice.ok('DELETE', '/orders', [one, foreign, two, one])).toEqual({
      canceled: [one, two],
      not_canceled: { [foreign]: NOT_FOUND },
    });
    expect(
      await alice.call(
        'DELETE',
        '/orders',
        Array.from({ length: 1_001 }, (_, index) => `0x${index}`),
      ),
    ).toMatchObject({ status: 400, body: { code: 'too_many_orders' } });
    expect(
      await alice.call(
        'DELETE',
        '/orders',
        Array.from({ length: 1_000 }, (_, index) => `0x${index}`),
      ),
    ).toMatchObject({ status: 200, body: { canceled: [] } });
  });

  it('reports an order once, in its first spelling, when a list names it in two letter cases', async () => {
    const upper = (id: string): string => id.toUpperCase().replace('0X', '0x');
    const [one, two] = [await rest(), await rest()];
    const unknown = `0x${'9e'.repeat(32)}`;
    const asked = [upper(one), one, two, upper(two), unknown, upper(unknown)];
    expect(await alice.ok('DELETE', '/orders', asked)).toEqual({
      canceled: [upper(one), two],
      not_canceled: { [unknown]: NOT_FOUND },
    });
  });

  it("cancels all of the caller's orders and nobody else's", async () => {
    const ids = [await rest(), await rest(other.no)];
    const foreign = await mallory.rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 });
    expect(canceledOf(await alice.ok('DELETE', '/cancel-all'))).toEqual(ids.toSorted());
    expect(rowsOf(await mallory.get('/data/orders'))).toMatchObject([{ id: foreign }]);
  });

  it('cancels by market, by asset under either name, and by both', async () => {
    const scopes: [() => object, (ids: Ids) => string[]][] = [
      [() => ({ market: market.conditionId }), ({ yes, no }) => [yes, no]],
      [() => ({ market: market.conditionId.toUpperCase().replace('0X', '0x'), asset_id: '' }), ({ yes, no }) => [yes, no]],
      [() => ({ asset_id: market.yes }), ({ yes }) => [yes]],
      [() => ({ assetId: market.no }), ({ no }) => [no]],
      [() => ({ market: market.conditionId, asset_id: market.no }), ({ no }) => [no]],
      [() => ({ market: other.conditionId, asset_id: market.no }), () => []],
      [() => ({ market: `0x${'0'.repeat(64)}` }), () => []],
      [() => ({ asset_id: '1' }), () => []],
    ];
    for (const [scope, expected] of scopes) {
      const ids: Ids = { yes: await rest(), no: await rest(market.no), elsewhere: await rest(other.yes) };
      const answer = await alice.ok('DELETE', '/cancel-market-orders', scope());
      expect({ scope: scope(), canceled: canceledOf(answer) }).toEqual({ scope: scope(), canceled: expected(ids).toSorted() });
      expect(await openIds()).toContain(ids.elsewhere);
      await alice.ok('DELETE', '/cancel-all');
    }
  });

  it.each([[{}], [{ market: '', asset_id: '' }], [{ market: 5 }], [[]], ['text']])('refuses the scope %j', async (body) => {
    expect(await alice.call('DELETE', '/cancel-market-orders', JSON.stringify(body))).toMatchObject({
      status: 400,
      body: { error: 'Invalid order payload', code: 'invalid_payload' },
    });
  });

  it.each([
    [{ market: '0x12' }, 'Invalid market', 'invalid_market'],
    [{ market: 'rain-tomorrow', asset_id: '1' }, 'Invalid market', 'invalid_market'],
    [{ asset_id: '0x12' }, 'Invalid token id', 'invalid_token_id'],
    [{ assetId: 'Yes' }, 'Invalid token id', 'invalid_token_id'],
  ])('refuses the scope %j, which names nothing possible', async (body, error, code) => {
    expect(await alice.call('DELETE', '/cancel-market-orders', JSON.stringify(body))).toMatchObject({
      status: 400,
      body: { error, code },
    });
  });

  it('refuses two names of one field that differ, and says which', async () => {
    const ids = [await rest(), await rest(market.no)] as const;
    const token = { asset_id: market.yes, assetId: market.no };
    expect(await alice.call('DELETE', '/cancel-market-orders', { market: market.conditionId, ...token })).toMatchObject({
      status: 400,
      body: { error: 'Invalid order payload: asset_id and assetId differ', code: 'invalid_payload' },
    });
    expect(await alice.call('DELETE', '/order', { orderId: ids[0], orderID: ids[1] })).toMatchObject({
      status: 400,
      body: { error: 'Invalid orderID: orderId and orderID differ', code: 'invalid_order_id' },
    });
    expect((await openIds()).toSorted()).toEqual(ids.toSorted());
    const upper = ids[0].toUpperCase().replace('0X', '0x');
    expect(canceledOf(await alice.ok('DELETE', '/order', { orderId: ids[0], orderID: upper }))).toEqual([ids[0]]);
    const same = { asset_id: market.no, assetId: market.no };
    expect(canceledOf(await alice.ok('DELETE', '/cancel-market-orders', same))).toEqual([ids[1]]);
  });

  it('cancels orders of a linked wallet with the key of its owner', async () => {
    const wallet = await world.link(alice, 'safe');
    const draft = { tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5, signatureType: 2, maker: wallet } as const;
    const [one, two] = [await alice.rest(draft), await alice.rest(draft)];
    expect(await alice.ok('DELETE', '/order', { orderId: one })).toEqual({ canceled: [one], not_canceled: {} });
    expect(await alice.ok('DELETE', '/cancel-all')).toEqual({ canceled: [two], not_canceled: {} });
  });
});

function canceledOf(answer: unknown): unknown[] {
  const { canceled } = fieldsOf(answer);
  return Array.isArray(canceled) ? canceled.toSorted() : [];
}

interface Ids {
  readonly yes: string;
  readonly no: string;
  readonly elsewhere: string;
}
