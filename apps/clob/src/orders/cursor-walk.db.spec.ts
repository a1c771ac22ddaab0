import { fieldsOf, listOf, rowsOf, textOf, type Fields } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

/** Three pages of a hundred. */
const ROWS = 205;
const BATCH = 15;

describe('cursor lists during writes', () => {
  let world: ClobWorld;
  let market: WorldMarket;

  beforeAll(async () => {
    world = await ClobWorld.open();
    market = await world.list({ minimumSizeMicros: 1 });
  });
  afterAll(() => world?.close());

  /** Places this many orders of the trader, one batch a request. */
  async function fill(trader: Trader, side: 'BUY' | 'SELL', pips: number, count: number): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) {
      const drafts = Array.from(
        { length: Math.min(BATCH, count - ids.length) },
        () => ({ tokenId: market.yes, side, pips, shares: 1 }) as const,
      );
      for (const { success, orderID } of await trader.place(...drafts)) if (success === true) ids.push(textOf(orderID));
    }
    return ids;
  }

  /** Reads all pages; `write` runs between two pages, and during a read. */
  async function walk(trader: Trader, path: string, end: string, write: () => Promise<unknown>): Promise<Fields[]> {
    const rows: Fields[] = [];
    for (let cursor = 'MA=='; cursor !== end;) {
      const [answer] = await Promise.all([
        trader.get(`${path}?market=${market.conditionId}&next_cursor=${encodeURIComponent(cursor)}`),
        write(),
      ]);
      const page = fieldsOf(answer.body);
      rows.push(...listOf(page['data']));
      expect(page).toMatchObject({ limit: 100, count: listOf(page['data']).length });
      cursor = textOf(page['next_cursor']);
      await write();
    }
    return rows;
  }

  it.each([
    ['SERVICE', ''],
    ['POLY', 'LTE='],
  ])(
    '/data/orders under %s ends with "%s", and shows each order that was open throughout exactly once',
    async (headerPrefix, end) => {
      const trader = await world.trader({ headerPrefix, signatureEncoding: 'base64url' });
      const ids = await fill(trader, 'BUY', 1_000, ROWS);
      const doomed = ids.filter((_, index) => index % 7 === 3);
      const staying = ids.filter((id) => !doomed.includes(id));
      const rows = await walk(trader, '/data/orders', end, async () => {
        await fill(trader, 'BUY', 1_000, 5);
        await trader.ok('DELETE', '/orders', doomed.splice(0, 3).concat(`0x${'0'.repeat(64)}`));
      });
      const seen = rows.map(({ id }) => textOf(id));
      expect(new Set(seen).size).toBe(seen.length);
      expect(staying.filter((id) => !seen.includes(id))).toEqual([]);
    },
  );

  it.each(['SERVICE', 'POLY'])(
    '/data/trades under %s ends with "LTE=", and shows each trade that existed exactly once',
    async (headerPrefix) => {
      const [maker, taker] = [await world.trader(), await world.trader({ headerPrefix, signatureEncoding: 'base64url' })];
      market = await world.list({ minimumSizeMicros: 1 });
      await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 5_000, shares: 1_000 });
      await taker.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '1000' });
      const ids = await fill(taker, 'SELL', 5_000, ROWS);
      const rows = await walk(taker, '/data/trades', 'LTE=', () => fill(taker, 'SELL', 5_000, 5));
      const seen = rows.map(({ taker_order_id: id }) => textOf(id));
      expect(new Set(seen).size).toBe(seen.length);
      expect(ids.filter((id) => !seen.includes(id))).toEqual([]);
    },
  );

  it.each(['/data/orders', '/data/trades', '/trades'])(
    '%s returns the end for an end cursor and for an empty one, and refuses an invalid cursor',
    async (path) => {
      const trader = await world.trader();
      await fill(trader, 'BUY', 1_000, 1);
      for (const cursor of ['', 'LTE%3D', 'LTE=']) {
        expect(await trader.get(`${path}?next_cursor=${cursor}`)).toMatchObject({
          status: 200,
          body: { data: [], next_cursor: 'LTE=', limit: 100, count: 0 },
        });
      }
      for (const cursor of ['abc', 'LTI=', '%00', 'MS41', 'next_cursor']) {
        expect(await trader.get(`${path}?next_cursor=${cursor}`)).toMatchObject({
          status: 400,
          body: { code: 'invalid_cursor', error: expect.stringContaining('next item should be greater than or equal to 0') },
        });
      }
    },
  );

  it('I2: accepts the Base64 of an offset, as clients compute it, on every list', async () => {
    const [maker, taker] = [await world.trader(), await world.trader()];
    market = await world.list({ minimumSizeMicros: 1 });
    await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 5_000, shares: 100 });
    const ids = await fill(maker, 'BUY', 1_000, 7);
    await taker.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '100' });
    await fill(taker, 'SELL', 5_000, 7);
    const page = async (path: string, skip: number) =>
      listOf(
        fieldsOf((await maker.get(`${path}?market=${market.conditionId}&next_cursor=${btoa(String(skip))}`)).body)['data'],
      ).map(({ id }) => textOf(id));
    for (const path of ['/data/orders', '/data/trades']) {
      const all = await page(path, 0);
      expect(all.length).toBeGreaterThanOrEqual(7);
      for (const skip of [1, 3, all.length - 1, all.length])
        expect([skip, await page(path, skip)]).toEqual([skip, all.slice(skip)]);
    }
    expect(await page('/data/orders', 0)).toEqual(expect.arrayContaining(ids));
    for (const path of ['/markets', '/sampling-markets', '/simplified-markets', '/sampling-simplified-markets']) {
      const conditions = async (cursor: string) =>
        listOf(fieldsOf((await world.get(`${path}?next_cursor=${cursor}`)).body)['data']).map(({ condition_id: id }) =>
          textOf(id),
        );
      const all = await conditions('');
      expect(await conditions(btoa('1'))).toEqual(all.slice(1));
    }
    expect(await maker.get(`/data/orders?next_cursor=${btoa('10001')}`)).toMatchObject({ status: 400 });
  });

  it.each(['/markets', '/sampling-markets', '/simplified-markets', '/sampling-simplified-markets'])(
    'F2: %s begins at an empty cursor, and ends by the same rules',
    async (path) => {
      const textOfAnswer = async (query: string) => (await fetch(`${world.url}${path}${query}`)).text();
      const text = await textOfAnswer('');
      expect(text).toMatch(/^\{"data":\[.*\],"next_cursor":"[^"]+","limit":500,"count":\d+\}$/);
      expect(await textOfAnswer('?next_cursor=')).toBe(text);
      expect(await textOfAnswer('?next_cursor=LTE%3D')).toBe('{"data":[],"next_cursor":"LTE=","limit":500,"count":0}');
      expect(await world.get(`${path}?next_cursor=LTE%3D`)).toMatchObject({
        status: 200,
        body: { data: [], next_cursor: 'LTE=', limit: 500, count: 0 },
      });
      expect(await world.get(`${path}?next_cursor=abc`)).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
    },
  );

  it('filters orders by id, market and asset, and trades by id, taker, maker, market, asset, before and after', async () => {
    const [maker, taker] = [await world.trader(), await world.trader()];
    market = await world.list();
    const other = await world.list();
    const resting = await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 6_000, shares: 20 });
    const elsewhere = await maker.rest({ tokenId: other.no, side: 'BUY', pips: 1_000, shares: 5 });
    const orders = async (query: string) => rowsOf(await maker.get(`/data/orders?${query}`)).map(({ id }) => id);
    expect(await orders(`id=${resting}`)).toEqual([resting]);
    expect(await orders(`market=${other.conditionId}`)).toEqual([elsewhere]);
    expect(await orders(`asset_id=${other.no}`)).toEqual([elsewhere]);
    expect(await orders(`asset_id=${other.yes}`)).toEqual([]);
    expect(await orders(`asset_id=${other.no}&market=${market.conditionId}`)).toEqual([]);
    expect(await orders('asset_id=1')).toEqual([]);
    expect(await orders('')).toEqual([elsewhere, resting]);

    await world.pass(10.5);
    await taker.place({ tokenId: market.no, side: 'BUY', pips: 4_000, shares: 10 });
    const second = Math.floor(world.now / 1_000);
    await world.pass(5);
    await taker.place({ tokenId: market.no, side: 'BUY', pips: 4_000, shares: 10 });
    const [late, early] = rowsOf(await taker.get('/data/trades')).map(({ id }) => textOf(id));
    const trades = async (query: string, trader = taker) => rowsOf(await trader.get(`/data/trades?${query}`)).map(({ id }) => id);
    expect(await trades('', maker)).toEqual([late, early]);
    expect(await trades(`id=${early}`)).toEqual([early]);
    expect(await trades(`taker=${taker.wallet.checksummedAddress}`)).toEqual([late, early]);
    expect(await trades(`taker=${maker.wallet.address}`)).toEqual([]);
    for (const name of ['maker', 'maker_address'])
      expect(await trades(`${name}=${maker.wallet.address}&market=${market.conditionId}`)).toEqual([late, early]);
    // Published clients ask for all of their own trades by their own address, as taker or as maker.
    expect(await trades(`maker_address=${taker.wallet.checksummedAddress}`)).toEqual([late, early]);
    expect(await trades(`maker_address=${maker.wallet.address}`, maker)).toEqual([late, early]);
    expect(await trades(`maker=${taker.wallet.address}`)).toEqual([]);
    expect(await trades(`maker=${maker.wallet.address}&maker_address=${taker.wallet.address}`)).toEqual([late, early]);
    expect(await trades(`maker_address=0x${'1'.repeat(40)}`)).toEqual([]);
    expect(await trades(`market=${other.conditionId}`)).toEqual([]);
    for (const token of [market.yes, market.no]) expect(await trades(`asset_id=${token}`)).toEqual([late, early]);
    expect([
      await trades(`before=${second}`),
      await trades(`before=${second + 1}`),
      await trades(`before=${second + 5}`),
    ]).toEqual([[], [early], [early]]);
    // A trade half a second into its second is after that second's first moment: a client that reads from there on misses
    // nothing.
    for (const [after, expected] of [
      [second + 6, []],
      [second + 5.5, []],
      [second + 5, [late]],
      [`${second}.5`, [late]],
      [`${second}.499`, [late, early]],
      [second, [late, early]],
    ] as const)
      expect([after, await trades(`after=${after}`)]).toEqual([after, expected]);
    expect(await taker.get('/data/trades?before=soon')).toMatchObject({
      status: 400,
      body: { error: 'before must be Unix seconds' },
    });
    expect(await taker.get('/data/trades?id=a&id=b')).toMatchObject({ status: 400, body: { error: 'id must be given once' } });
  });

  it("shows a trade from the caller's side, in the times of the caller's response format, to its parties only", async () => {
    const [maker, taker, stranger] = [
      await world.trader({ headerPrefix: 'POLY', signatureEncoding: 'base64url' }),
      await world.trader(),
      await world.trader(),
    ];
    market = await world.list();
    await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 6_000, shares: 10 });
    await taker.place({ tokenId: market.no, side: 'BUY', pips: 4_000, shares: 10 });
    const [asTaker] = rowsOf(await taker.get('/trades'));
    const [asMaker] = rowsOf(await maker.get('/data/trades'));
    expect(asTaker).toMatchObject({
      type: 'TAKER',
      asset_id: market.no,
      outcome: 'No',
      side: 'BUY',
      price: '0.4',
      match_time: new Date(world.now).toISOString(),
    });
    expect(asMaker).toMatchObject({
      id: asTaker?.['id'],
      trader_side: 'MAKER',
      match_time: String(Math.floor(world.now / 1_000)),
      last_update: String(Math.floor(world.now / 1_000)),
    });
    expect(asTaker?.['maker_orders']).toMatchObject([
      { asset_id: market.yes, outcome: 'Yes', side: 'BUY', price: '0.6', matched_amount: '10', owner: maker.apiKey },
    ]);
    expect(rowsOf(await stranger.get('/data/trades'))).toEqual([]);
    expect(await stranger.get(`/data/order/${String(asTaker?.['taker_order_id'])}`)).toMatchObject({
      status: 404,
      body: { error: 'Order not found' },
    });
    expect(await taker.ok('GET', `/data/order/${String(asTaker?.['taker_order_id'])}`)).toMatchObject({
      associateTrades: [asTaker?.['id']],
      associate_trades: [asTaker?.['id']],
    });
  });
});
