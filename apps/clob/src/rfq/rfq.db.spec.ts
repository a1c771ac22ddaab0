import { listOf, fieldsOf, type Fields } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import { amountsOf, quoted, requested, signedOffer, type Offer } from '../testing/rfq-offers';
import type { Trader } from '../testing/trader';

describe('requests for quotes', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let alice: Trader;
  let bob: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    market = await world.list();
    [alice, bob] = [await world.trader(), await world.trader()];
    await bob.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '100' });
  });

  const buy = (more: Partial<Offer> = {}): Offer => ({ tokenId: market.yes, side: 'BUY', pips: 6_000, shares: 10, ...more });
  const sell = (more: Partial<Offer> = {}): Offer => buy({ side: 'SELL', ...more });
  const states = async (): Promise<readonly unknown[]> => {
    const [request] = listOf(fieldsOf(await alice.ok('GET', `/rfq/data/requests?userAddress=${alice.wallet.address}`))['data']);
    const quotes = listOf(fieldsOf(await alice.ok('GET', '/rfq/data/requester/quotes'))['data']);
    return [request?.['state'], ...quotes.map(({ state }) => String(state)).sort()];
  };
  const ids = async (offer = sell()) => {
    const requestId = await requested(alice, buy());
    return { requestId, quoteId: await quoted(bob, requestId, offer) };
  };

  it('a quote that is accepted reserves, and its approval executes it at its price for both', async () => {
    const of = await ids(sell({ pips: 5_500 }));
    await bob.rest(sell({ pips: 5_000 }));
    expect(await alice.ok('POST', '/rfq/request/accept', signedOffer(alice, of, buy({ pips: 5_500 })))).toBe('OK');
    expect(await alice.balance()).toBe('9994500000');
    expect(await states()).toEqual(['STATE_QUOTE_ACCEPTED', 'STATE_REQUEST_ACCEPTED_QUOTE']);
    const approved = await bob.ok('POST', '/rfq/quote/approve', signedOffer(bob, of, sell({ pips: 5_500 })));
    const [tradeId] = fieldsOf(approved)['tradeIds'] as string[];
    expect([await alice.balance(), await alice.balance(market.yes)]).toEqual(['9994500000', '10000000']);
    expect([await bob.balance(), await bob.balance(market.yes)]).toEqual(['9905500000', '80000000']);
    expect(await states()).toEqual(['STATE_COMPLETED', 'STATE_COMPLETED']);
    const [trade] = listOf(fieldsOf(await alice.ok('GET', '/data/trades'))['data']);
    expect(trade).toMatchObject({ id: tradeId, price: '0.55', size: '10' });
    expect(await bob.ok('POST', '/rfq/quote/approve', signedOffer(bob, of, sell({ pips: 5_500 })))).toEqual(approved);
  });

  it.each([
    ['MINT', 'BUY'],
    ['MERGE', 'SELL'],
  ] as const)('a %s is a quote of the other token', async (matchType, side) => {
    await alice.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '50' });
    const requestId = await requested(alice, buy({ side }));
    const quoteId = await quoted(bob, requestId, { tokenId: market.no, side, pips: 3_500, shares: 8 });
    const best = await alice.ok('GET', `/rfq/data/best-quote?requestId=${requestId}`);
    expect(best).toMatchObject({ quoteId, matchType, token: market.no, complement: market.yes, side, price: 0.35 });
    const of = { requestId, quoteId };
    await alice.ok('POST', '/rfq/request/accept', signedOffer(alice, of, buy({ side, pips: 6_500, shares: 8 })));
    await bob.ok('POST', '/rfq/quote/approve', signedOffer(bob, of, { tokenId: market.no, side, pips: 3_500, shares: 8 }));
    const sign = side === 'BUY' ? 1 : -1;
    expect(await alice.balance()).toBe(String(9_950_000_000 - sign * 5_200_000));
    expect(await bob.balance(market.no)).toBe(String(100_000_000 + sign * 8_000_000));
    expect(await states()).toEqual(['STATE_COMPLETED', 'STATE_COMPLETED']);
  });

  it('an accepted quote that is not approved in time gives back what it reserved', async () => {
    const of = await ids();
    await alice.ok('POST', '/rfq/request/accept', signedOffer(alice, of, buy()));
    await world.pass(11);
    expect(await alice.balance()).toBe('10000000000');
    expect(await states()).toEqual(['STATE_INTERNAL_CANCELED', 'STATE_MAKER_REJECTED_EXPIRED']);
    expect(await bob.call('POST', '/rfq/quote/approve', signedOffer(bob, of, sell()))).toMatchObject({
      status: 400,
      body: { code: 'rfq_quote_not_accepted' },
    });
  });

  it('a quoter who refuses in the end ends the reservation', async () => {
    const of = await ids();
    await alice.ok('POST', '/rfq/request/accept', signedOffer(alice, of, buy()));
    expect(await bob.ok('DELETE', '/rfq/quote', { quoteId: of.quoteId })).toBe('OK');
    expect(await alice.balance()).toBe('10000000000');
    expect(await states()).toEqual(['STATE_INTERNAL_CANCELED', 'STATE_MAKER_REJECTED_CANCELED']);
  });

  it('cancels and expiry end what was not accepted', async () => {
    const of = await ids();
    expect(await bob.ok('DELETE', '/rfq/quote', { quoteId: of.quoteId })).toBe('OK');
    expect(await bob.ok('DELETE', '/rfq/quote', { quoteId: of.quoteId })).toBe('OK');
    expect(await states()).toEqual(['STATE_ACCEPTING_QUOTES', 'STATE_MAKER_CANCELED']);
    await quoted(bob, of.requestId, sell());
    expect(await alice.ok('DELETE', '/rfq/request', { requestId: of.requestId })).toBe('OK');
    expect(await states()).toEqual(['STATE_USER_CANCELED', 'STATE_MAKER_CANCELED', 'STATE_REQUEST_CANCELED']);
    const [old] = [await ids()];
    await world.pass(601);
    expect(await alice.call('POST', '/rfq/request/accept', signedOffer(alice, old, buy()))).toMatchObject({
      status: 400,
      body: { code: 'rfq_request_over', details: { state: 'STATE_REQUEST_EXPIRED' } },
    });
  });

  it('the lists show requests and quotes as clients read them, page by page', async () => {
    const of = await ids();
    const [record] = listOf(fieldsOf(await bob.ok('GET', `/rfq/data/requests?requestIds=${of.requestId}&requestIds=x`))['data']);
    const shared = { token: market.yes, complement: market.no, condition: market.conditionId, price: 0.6 };
    expect(record).toEqual({
      requestId: of.requestId,
      userAddress: alice.wallet.address,
      proxyAddress: alice.wallet.address,
      ...shared,
      side: 'BUY',
      sizeIn: '10',
      sizeOut: '6',
      expiry: Math.floor(world.now / 1_000) + 600,
      createdAt: new Date(world.now).toISOString(),
      updatedAt: new Date(world.now).toISOString(),
      acceptedQuoteId: '',
      state: 'STATE_ACCEPTING_QUOTES',
    });
    const quotes = fieldsOf(await bob.ok('GET', `/rfq/data/quoter/quotes?quoteIds=${of.quoteId}`));
    expect(quotes).toMatchObject({ next_cursor: 'LTE=', limit: 50, count: 1, total_count: 1 });
    expect(listOf(quotes['data'])[0]).toMatchObject({
      ...shared,
      side: 'SELL',
      sizeIn: '6',
      sizeOut: '10',
      matchType: 'COMPLEMENTARY',
    });
    await requested(alice, buy({ pips: 5_000 }));
    const page = async (query: string): Promise<Fields> =>
      fieldsOf(await bob.ok('GET', `/rfq/data/requests?markets=${market.conditionId}&${query}`));
    const first = await page('limit=1&sortBy=price');
    expect([listOf(first['data'])[0]?.['price'], first['next_cursor'], first['total_count']]).toEqual([0.5, 'MQ==', 2]);
    const second = await page('limit=1&sortBy=price&offset=MQ%3D%3D');
    expect([listOf(second['data'])[0]?.['price'], second['next_cursor']]).toEqual([0.6, 'LTE=']);
    expect(await page('state=active&priceMin=0.55&sizeUsdcMax=6')).toMatchObject({ count: 1 });
    expect(await page('state=inactive')).toMatchObject({ count: 0, data: [] });
    expect(await bob.ok('GET', '/rfq/data/requester/quotes')).toMatchObject({ count: 0 });
  });

  it('the crates’ list of quotes has the caller’s own and those on its requests, by state, size and cursor', async () => {
    const [of, other] = [await ids(sell({ shares: 8 })), await requested(bob, buy({ pips: 5_000 }))];
    const mine = await quoted(alice, other, sell({ pips: 5_000, shares: 6 }));
    const list = async (trader: Trader, query = ''): Promise<Fields> =>
      fieldsOf(await trader.ok('GET', `/rfq/data/quotes?sortBy=size&${query}`));
    const idsIn = async (trader: Trader, query = '') => listOf((await list(trader, query))['data']).map(({ quoteId }) => quoteId);
    expect([await idsIn(alice), await idsIn(bob)]).toEqual([
      [mine, of.quoteId],
      [mine, of.quoteId],
    ]);
    expect(await idsIn(await world.trader())).toEqual([]);
    expect(await idsIn(alice, `userAddress=${bob.wallet.checksummedAddress}`)).toEqual([of.quoteId]);
    expect(await list(alice, 'limit=1')).toMatchObject({ next_cursor: 'MQ==', total_count: 2 });
    expect(await idsIn(alice, 'limit=1&next_cursor=MQ==')).toEqual([of.quoteId]);
    await bob.ok('DELETE', '/rfq/quote', { quoteId: of.quoteId });
    expect(await idsIn(alice, 'states=STATE_MAKER_CANCELED&states=STATE_COMPLETED')).toEqual([of.quoteId]);
    expect(await idsIn(alice, 'states=STATE_REQUEST_QUOTED,STATE_MAKER_CANCELED')).toEqual([mine, of.quoteId]);
    expect(await alice.call('GET', '/rfq/data/quotes?states=STATE_LOST')).toMatchObject({
      status: 400,
      body: { code: 'invalid_query' },
    });
  });

  it('a filter by states finds each request and quote at the state that it is shown with', async () => {
    const at: Record<string, string> = {};
    const [done, waits, lapses] = [
      await ids(sell({ shares: 6 })),
      await ids(sell({ shares: 7 })),
      await ids(sell({ shares: 8 })),
    ];
    const accept = (of: typeof done, shares: number) =>
      alice.ok('POST', '/rfq/request/accept', signedOffer(alice, of, buy({ shares })));
    await accept(lapses, 8);
    await world.pass(11);
    await accept(done, 6);
    await bob.ok('POST', '/rfq/quote/approve', signedOffer(bob, done, sell({ shares: 6 })));
    await accept(waits, 7);
    const canceled = await ids(sell({ shares: 9 }));
    await alice.ok('DELETE', '/rfq/request', { requestId: canceled.requestId });
    await ids();
    const shown = async (path: string, key: string): Promise<readonly (readonly string[])[]> =>
      listOf(fieldsOf(await alice.ok('GET', path))['data']).map((row) => [String(row[key]), String(row['state'])]);
    for (const [path, key] of [
      [`/rfq/data/requests?userAddress=${alice.wallet.address}`, 'requestId'],
      ['/rfq/data/quotes?', 'quoteId'],
    ] as const) {
      for (const seconds of [0, 11, 600]) {
        await world.pass(seconds);
        const all = await shown(path, key);
        for (const state of new Set(all.map(([, each]) => String(each)))) {
          at[state] = key;
          expect(await shown(`${path}&states=${state}`, key)).toEqual(all.filter(([, each]) => each === state));
        }
      }
    }
    expect(Object.keys(at).toSorted()).toEqual(
      [
        'STATE_ACCEPTING_QUOTES',
        'STATE_COMPLETED',
        'STATE_INTERNAL_CANCELED',
        'STATE_MAKER_REJECTED_EXPIRED',
        'STATE_QUOTE_ACCEPTED',
        'STATE_REQUEST_CANCELED',
        'STATE_REQUEST_EXPIRED',
        'STATE_USER_CANCELED',
      ].toSorted(),
    );
  });

  it('every term that does not fit is refused by its name', async () => {
    const of = await ids();
    const refusal = async (trader: Trader, method: string, path: string, body: unknown) => {
      const { status, body: answer } = await trader.call(method, path, body);
      return [status, fieldsOf(answer)['code'], fieldsOf(fieldsOf(answer)['details'] ?? {})['field']];
    };
    const request = (offer: Offer) => refusal(alice, 'POST', '/rfq/request', amountsOf(offer));
    const quote = (trader: Trader, offer: Offer) =>
      refusal(trader, 'POST', '/rfq/quote', { requestId: of.requestId, ...amountsOf(offer) });
    const accept = (offer: Offer, more: Fields = {}) =>
      refusal(alice, 'POST', '/rfq/request/accept', { ...signedOffer(alice, of, offer), ...more });
    expect(await request(buy({ pips: 6_050 }))).toEqual([400, 'price_off_tick', undefined]);
    const offTick = {
      error: 'the offer is invalid. Price (0.605) breaks minimum tick size rule: 0.01',
      code: 'price_off_tick',
      details: { price: '0.605', tick: '0.01', nearest: '0.61' },
    };
    expect((await alice.call('POST', '/rfq/request', amountsOf(buy({ pips: 6_050 })))).body).toEqual(offTick);
    const [odd, more] = [
      { ...amountsOf(buy()), amountOut: '6033333' },
      { ...amountsOf(buy()), amountIn: '1'.padEnd(16, '1') },
    ];
    expect((await alice.call('POST', '/rfq/request', odd)).body).toMatchObject({
      code: 'price_off_tick',
      details: { price: '0.603333', tick: '0.01', nearest: '0.6' },
    });
    expect((await alice.call('POST', '/rfq/request', more)).body).toMatchObject({
      error: 'Invalid order payload: amountIn is larger than 1000000000000000 (a billion units)',
      code: 'amount_too_large',
    });
    expect(await request(buy({ shares: 1 }))).toEqual([400, 'size_too_small', undefined]);
    expect(await request(buy({ tokenId: '77' }))).toEqual([400, 'unknown_token', undefined]);
    expect(await quote(alice, sell())).toEqual([400, 'rfq_self_trade', undefined]);
    expect(await quote(bob, sell())).toEqual([400, 'rfq_quote_exists', undefined]);
    expect(await quote(await world.trader(), buy())).toEqual([400, 'rfq_mismatch', 'side']);
    expect(await quote(await world.trader(), sell({ shares: 11 }))).toEqual([400, 'rfq_mismatch', 'size']);
    expect(await accept(buy({ pips: 5_900 }))).toEqual([400, 'rfq_mismatch', 'price']);
    expect(await accept(buy({ shares: 9 }))).toEqual([400, 'rfq_mismatch', 'size']);
    expect(await accept(sell())).toEqual([400, 'rfq_mismatch', 'side']);
    expect(await accept(buy(), { salt: 5 })).toEqual([400, 'invalid_signature', undefined]);
    expect(await accept(buy(), { requestId: of.quoteId })).toEqual([404, 'rfq_quote_not_found', undefined]);
    expect(await refusal(bob, 'POST', '/rfq/quote/approve', signedOffer(bob, of, sell()))).toEqual([
      400,
      'rfq_quote_not_accepted',
      undefined,
    ]);
    expect(await refusal(bob, 'DELETE', '/rfq/request', { requestId: of.requestId })).toEqual([
      404,
      'rfq_request_not_found',
      undefined,
    ]);
    expect(await refusal(alice, 'DELETE', '/rfq/quote', { quoteId: of.quoteId })).toEqual([
      404,
      'rfq_quote_not_found',
      undefined,
    ]);
    expect(await refusal(alice, 'POST', '/rfq/request', { assetIn: 'x' })).toEqual([400, 'invalid_payload', undefined]);
  });
});
