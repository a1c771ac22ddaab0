import { fieldsOf, listOf, rowsOf, textOf } from '../testing/answer';
import { builderHeaders, builderKeyOf } from '../testing/builder-headers';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';
import { ulidOfKey } from './key-ulid';

describe('the response formats of the trading service', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  /** One wallet with one key, as clients of each family. */
  let service: Trader;
  let kuest: Trader;
  let poly: Trader;
  let maker: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    market = await world.list({ event: { id: '7', slug: 'e', title: 'E', ticker: 'e', description: '' } });
    [service, maker] = [await world.trader(), await world.trader({ headerPrefix: 'POLY', signatureEncoding: 'base64url' })];
    [kuest, poly] = [
      await world.trader({ wallet: service.wallet, headerPrefix: 'KUEST', signatureEncoding: 'base64url' }),
      await world.trader({ wallet: service.wallet, headerPrefix: 'POLY', signatureEncoding: 'base64url' }),
    ];
  });
  afterAll(() => world?.close());

  it("end the list of orders with '' as the interface says, and with LTE= where clients would ask for ever", async () => {
    const ends = await Promise.all(
      [service, kuest, poly].map(async (trader) => fieldsOf((await trader.get('/data/orders')).body)['next_cursor']),
    );
    expect(ends).toEqual(['', 'LTE=', 'LTE=']);
  });

  it('show an owner as the key, or as its ULID, and take either when it is sent', async () => {
    const draft = { tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 } as const;
    const ulid = ulidOfKey(service.apiKey);
    for (const owner of [service.apiKey, service.apiKey.toUpperCase(), ulid, ulid.toLowerCase()])
      expect(await kuest.ok('POST', '/orders', [kuest.sign(draft, owner).item])).toMatchObject([{ success: true }]);
    const owners = async (trader: Trader) => new Set(rowsOf(await trader.get('/data/orders')).map(({ owner }) => owner));
    expect(await owners(service)).toEqual(new Set([service.apiKey]));
    expect(await owners(poly)).toEqual(new Set([service.apiKey]));
    expect(await owners(kuest)).toEqual(new Set([ulid]));
    const [{ id }] = rowsOf(await kuest.get('/data/orders')) as [{ id: string }];
    expect(await kuest.ok('GET', `/data/order/${id}`)).toMatchObject({ owner: ulid });
    await kuest.ok('DELETE', '/cancel-all');
  });

  it('F11: keep `outcomes` of a market a list for every client, as the interface has it', async () => {
    for (const path of ['/sampling-markets', '/simplified-markets'])
      expect(JSON.stringify((await world.get(path)).body)).not.toMatch(/"outcomes":"/);
    const listed = rowsOf(await world.get('/simplified-markets')).find(({ condition_id: id }) => id === market.conditionId);
    expect(JSON.stringify(listed?.['outcomes'])).toBe('["Yes","No"]');
  });

  it('F4, F6: show a live order to public clients by the public names alone, its status in upper case', async () => {
    const id = await service.rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 });
    const [row] = rowsOf(await poly.get('/data/orders'));
    const names =
      'id status owner maker_address market asset_id side original_size size_matched price associate_trades outcome created_at expiration order_type';
    expect(Object.keys(row ?? {}).toSorted()).toEqual(names.split(' ').toSorted());
    expect(row).toMatchObject({ id, status: 'LIVE' });
    const { text } = await poly.call('GET', `/data/order/${id}`);
    expect(text).toBe(
      `{"id":"${id}","market":"${market.conditionId}","price":"0.1","outcome":"Yes","owner":"${poly.apiKey}","side":"BUY",` +
        `"maker_address":"${poly.wallet.address}","asset_id":"${market.yes}","original_size":"5","size_matched":"0",` +
        `"associate_trades":[],"created_at":${world.now / 1_000},"expiration":"0","order_type":"GTC","status":"LIVE"}`,
    );
    expect(JSON.parse(text)).toEqual(row);
    for (const trader of [service, kuest])
      expect(rowsOf(await trader.get('/data/orders'))).toMatchObject([
        { id, status: 'live', originalSize: '5', original_size: '5' },
      ]);
    await poly.ok('DELETE', '/order', { orderID: id });
    expect(await poly.ok('GET', `/data/order/${id}`)).toMatchObject({ status: 'CANCELED' });
  });

  it.each([
    ['a ULID of no key', '01JF3F37SEFGD8PFAYDXR834N3'],
    ['a text that is neither UUID nor ULID', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ'],
    ["another wallet's key", 'OTHER'],
  ])('refuse %s as owner', async (_name, owner) => {
    const sent = owner === 'OTHER' ? ulidOfKey(maker.apiKey) : owner;
    const { item } = kuest.sign({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 }, sent);
    expect(await kuest.ok('POST', '/orders', [item])).toMatchObject([
      { success: false, errorMsg: 'the order owner has to be the owner of the API KEY', code: 'owner_mismatch' },
    ]);
  });

  it("name the caller's part in a trade once, under the name that their clients read", async () => {
    await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 6_000, shares: 30 });
    const draft = { tokenId: market.no, side: 'BUY', pips: 4_000, shares: 5 } as const;
    const [plain] = await service.place(draft);
    expect(Object.keys(fieldsOf(plain)).toSorted()).toEqual(
      ['success', 'errorMsg', 'orderID', 'takingAmount', 'makingAmount', 'status'].toSorted(),
    );
    const [named] = await poly.place(draft);
    const [trade] = rowsOf(await poly.get('/data/trades'));
    expect(named).toMatchObject({
      status: 'matched',
      tradeIDs: [trade?.['id']],
      transactionsHashes: [trade?.['transaction_hash']],
    });
    const parts = await Promise.all(
      [service, kuest, poly].map(async (trader) => {
        const [row] = rowsOf(await trader.get('/data/trades'));
        return [row?.['type'], row?.['trader_side'], row?.['owner']];
      }),
    );
    expect(parts).toEqual([
      ['TAKER', undefined, service.apiKey],
      ['TAKER', undefined, ulidOfKey(service.apiKey)],
      [undefined, 'TAKER', service.apiKey],
    ]);
  });

  it('list a fill with all fields for public clients, and with the original ones for the interface', async () => {
    const [note] = listOf(await maker.ok('GET', '/notifications'));
    expect(note?.['payload']).toMatchObject({
      size: '5',
      original_size: '30',
      matched_size: '10',
      remaining_size: '20',
      outcome_index: 0,
      condition_id: market.conditionId,
      owner: maker.apiKey,
      type: 'GTC',
      question: market.event.question,
      market_slug: market.event.slug,
      eventSlug: 'e',
      seriesSlug: '',
      icon: market.event.icon,
      image: market.event.image,
      transaction_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    const same = await world.trader({ wallet: maker.wallet });
    const [plain] = listOf(await same.ok('GET', '/notifications'));
    expect(Object.keys(fieldsOf(plain?.['payload'])).toSorted()).toEqual(
      ['order_id', 'trade_id', 'market', 'asset_id', 'outcome', 'side', 'price', 'size'].toSorted(),
    );
  });

  it('list read-only keys each in their shape', async () => {
    await service.ok('POST', '/auth/readonly-api-key');
    const ids = await service.ok('GET', '/auth/readonly-api-keys');
    expect(ids).toEqual([expect.any(String)]);
    expect(await poly.ok('GET', '/auth/readonly-api-keys')).toEqual({ readonlyApiKeys: ids });
  });

  it('list a balance in total, available and locked', async () => {
    const trader = await world.trader();
    await trader.rest({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 50 });
    expect(await trader.ok('GET', '/balance-allowance?asset_type=COLLATERAL')).toMatchObject({
      balance: '10000000000',
      available: '9995000000',
      locked: '5000000',
    });
  });

  it('refuse credentials under two header prefixes in one request, also when a builder speaks the other', async () => {
    const headers = { POLY_API_KEY: service.apiKey };
    const refusal = {
      status: 400,
      body: {
        error: 'send credentials under one header prefix, not under SERVICE_ and POLY_',
        code: 'two_dialects',
        details: { prefixes: ['SERVICE', 'POLY'] },
      },
    };
    expect(await service.tampered('GET', '/data/orders', '', { headers })).toMatchObject(refusal);
    const key = await builderKeyOf(maker);
    const builder = builderHeaders(key, { prefix: 'POLY', method: 'GET', path: '/data/orders', nowMillis: world.now });
    expect(await service.tampered('GET', '/data/orders', '', { headers: builder })).toMatchObject(refusal);
    expect(await service.tampered('GET', '/data/orders', '', { headers: { POLY_API_KEY: '' } })).toMatchObject({ status: 200 });
  });

  it('show the newest trades of a market to everybody, and nobody who made them', async () => {
    for (const path of ['/markets/live-activity/', '/live-activity/events/']) {
      const { body } = await world.get(path + market.conditionId);
      expect(listOf(body)).toHaveLength(2);
      expect(listOf(body)[0]).toMatchObject({
        event_type: 'trade',
        market: { condition_id: market.conditionId, asset_id: market.no, slug: market.event.slug },
        side: 'BUY',
        size: '5',
        price: '0.4',
        outcome_index: 1,
        timestamp: String(Math.floor(world.now / 1_000)),
      });
      expect(JSON.stringify(body)).not.toContain(service.wallet.address);
      expect((await world.get(`${path}0x12`)).status).toBe(400);
      expect((await world.get(`${path}0x${'0'.repeat(64)}`)).status).toBe(404);
    }
  });

  it('answer prices and books of all that is quoted, last trades by a body, and a side in small letters', async () => {
    const prices = fieldsOf((await world.get('/prices')).body);
    expect(Object.keys(prices).toSorted()).toEqual([market.yes, market.no].toSorted());
    expect(prices[market.yes]).toEqual({ SELL: '0.6' });
    expect(listOf((await world.get('/books')).body).map(({ asset_id: id }) => textOf(id))).toEqual([market.yes, market.no]);
    expect((await world.get(`/books?token_ids=${market.no}`)).body).toMatchObject([{ asset_id: market.no }]);
    expect((await world.call('GET', '/last-trades-prices', [{ token_id: market.no }])).body).toEqual([
      { token_id: market.no, price: '0.4', side: 'BUY' },
    ]);
    expect((await world.get(`/price?token_id=${market.yes}&side=sell`)).body).toEqual({ price: '0.6' });
  });
});
