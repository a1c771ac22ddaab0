import { createHash } from 'node:crypto';
import { fieldsOf } from '../testing/answer';
import { ClobWorld, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

describe('books over HTTP', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let empty: WorldMarket;
  let alice: Trader;

  beforeAll(async () => {
    world = await ClobWorld.open();
    [market, empty] = [await world.list(), await world.list()];
    alice = await world.trader();
    const at = (tokenId: string, pips: number, shares: number) => ({ tokenId, side: 'BUY', pips, shares }) as const;
    await alice.place(
      at(market.yes, 4_000, 10),
      at(market.yes, 4_200, 5),
      at(market.no, 5_500, 7),
      at(market.no, 5_000, 9),
      at(market.yes, 4_200, 5),
    );
  });
  afterAll(() => world?.close());

  it('are sorted worst price first, each token the mirror of the other', async () => {
    expect(await world.book(market.yes)).toEqual({ bids: ['0.4 x 10', '0.42 x 10'], asks: ['0.5 x 9', '0.45 x 7'] });
    expect(await world.book(market.no)).toEqual({ bids: ['0.5 x 9', '0.55 x 7'], asks: ['0.6 x 10', '0.58 x 10'] });
  });

  it('carry the hash that a client computes over them', async () => {
    const { body } = await world.get(`/book?token_id=${market.yes}`);
    const summary = fieldsOf(body);
    expect(Object.keys(summary)).toEqual([
      'market',
      'asset_id',
      'timestamp',
      'hash',
      'bids',
      'asks',
      'min_order_size',
      'tick_size',
      'neg_risk',
      'last_trade_price',
    ]);
    expect(summary['hash']).toBe(
      createHash('sha1')
        .update(JSON.stringify({ ...summary, hash: '' }))
        .digest('hex'),
    );
    expect(summary).toMatchObject({ timestamp: String(world.now), min_order_size: '5', tick_size: '0.01', neg_risk: false });
  });

  it.each(['BUY', 'sell'])('are returned for one token with the side that is asked for: %s', async (side) => {
    const [listed] = (await world.call('POST', '/books', [{ token_id: market.yes, side: side.toUpperCase() }])).body as unknown[];
    expect((await world.get(`/book?token_id=${market.yes}&side=${side}`)).body).toEqual(listed);
  });

  it('are returned for many tokens, of one side when asked, without unknown tokens', async () => {
    const { body } = await world.call('POST', '/books', [
      { token_id: market.yes, side: 'BUY' },
      { token_id: '5' },
      { token_id: market.yes, side: 'SELL' },
    ]);
    expect(body).toMatchObject([
      { bids: [{}, {}], asks: [] },
      { bids: [], asks: [{}, {}] },
    ]);
  });

  it('are returned once, however often a request names them, and as when requested one by one', async () => {
    const { yes, no } = market;
    const queries = [
      { token_id: yes },
      { token_id: no, side: '' },
      { token_id: yes },
      { token_id: yes, side: 'BUY' },
      { token_id: yes },
    ];
    const [first, second] = [await world.get(`/book?token_id=${yes}`), await world.get(`/book?token_id=${no}`)];
    expect((await world.call('POST', '/books', queries)).body).toMatchObject([
      first.body,
      second.body,
      { asset_id: yes, asks: [] },
    ]);
    expect((await world.call('POST', '/books', queries)).body).toHaveLength(3);
    const prices = await world.call('POST', '/prices', [
      { token_id: yes, side: 'BUY' },
      { token_id: yes, side: 'SELL' },
      { token_id: no, side: 'SELL' },
      { token_id: no, side: 'SELL' },
    ]);
    expect(prices.body).toEqual({ [yes]: { BUY: '0.45', SELL: '0.42' }, [no]: { SELL: '0.55' } });
    expect((await world.call('POST', '/spreads', [{ token_id: no }, { token_id: yes }, { token_id: no }])).text).toBe(
      `{"${no}":"0.03","${yes}":"0.03"}`,
    );
  });

  describe('are returned by GET for as many tokens as by POST', () => {
    /** Unknown tokens of 78 digits, after a known one. */
    const tokens = (count: number): string[] => [
      market.yes,
      ...Array.from({ length: count - 1 }, (_none, index) => String(index).padStart(78, '1')),
    ];
    const asked = async (path: string, count: number, comma = ',') => {
      const ids = tokens(count).join(comma);
      const sides = path === '/prices' ? `&sides=${Array(count).fill('SELL').join(comma)}` : '';
      const response = await fetch(`${world.url}${path}?token_ids=${ids}${sides}`, { headers: { Origin: 'https://a.example' } });
      return {
        status: response.status,
        text: await response.text(),
        allowed: response.headers.get('access-control-allow-origin'),
      };
    };

    it.each([
      ['/midpoints', () => `{"${market.yes}":"0.435"}`],
      ['/prices', () => `{"${market.yes}":{"SELL":"0.42"}}`],
      ['/books', async () => `[${(await world.call('GET', `/book?token_id=${market.yes}`)).text}]`],
    ])('on %s: 210 and 500 of 78 digits, however their commas are encoded', async (path, text) => {
      for (const [count, comma] of [
        [210, ','],
        [500, ','],
        [500, '%2C'],
      ] as const)
        expect(await asked(path, count, comma)).toEqual({ status: 200, text: await text(), allowed: '*' });
      const refusal = { error: 'Payload exceeds the limit', code: 'payload_exceeds_limit', details: { maximum: 500 } };
      expect(await asked(path, 501)).toEqual({ status: 400, text: JSON.stringify(refusal), allowed: '*' });
      const { status, text: body, allowed } = await asked(path, 900);
      expect([status, allowed, fieldsOf(JSON.parse(body))['code']]).toEqual([431, '*', 'head_too_large']);
    });
  });

  it('show an acknowledged order to the next read', async () => {
    await alice.rest({ tokenId: empty.yes, side: 'BUY', pips: 1_000, shares: 5 });
    expect(await world.book(empty.yes)).toEqual({ bids: ['0.1 x 5'], asks: [] });
  });

  it('with one side return its price, and neither midpoint nor spread', async () => {
    const lone = await world.list();
    await alice.rest({ tokenId: lone.yes, side: 'BUY', pips: 3_000, shares: 5 });
    expect((await world.get(`/price?token_id=${lone.yes}&side=SELL`)).body).toEqual({ price: '0.3' });
    for (const path of ['midpoint', 'spread', 'price']) {
      expect(await world.get(`/${path}?token_id=${lone.yes}&side=BUY`)).toMatchObject({
        status: 404,
        body: { error: 'No orderbook exists for the requested token id', code: 'no_orderbook' },
      });
    }
    expect((await world.call('POST', '/midpoints', [{ token_id: lone.yes }, { token_id: market.yes }])).body).toEqual({
      [market.yes]: '0.435',
    });
    expect((await world.call('POST', '/prices', [{ token_id: lone.yes }])).body).toEqual({ [lone.yes]: { SELL: '0.3' } });
    expect((await world.get(`/last-trade-price?token_id=${lone.yes}`)).body).toEqual({ price: '0.5', side: '' });
  });

  it.each([
    ['/book', 400, 'Invalid token id'],
    ['/book?token_id=abc', 400, 'Invalid token id'],
    ['/book?token_id=5', 404, 'No orderbook exists for the requested token id'],
    ['/price?token_id=YES', 400, 'Invalid side'],
    ['/price?token_id=YES&side=bid', 400, 'Invalid side'],
    ['/book?token_id=YES&side=bid', 400, 'Invalid side'],
    ['/books?token_ids=', 400, 'Invalid token id'],
    ['/last-trades-prices?token_ids=', 400, 'Invalid token id'],
    ['/last-trades-prices', 400, 'Invalid payload'],
    ['/midpoint?token_id=1&token_id=2', 400, 'Invalid token id'],
    ['/tick-size?token_id=5', 404, 'market not found'],
    ['/fee-rate?token_id=5', 404, 'fee rate not found for market'],
    ['/neg-risk/abc', 400, 'Invalid token id'],
    ['/markets/0x12', 400, 'Invalid market'],
    [`/markets/0x${'0'.repeat(64)}`, 404, 'market not found'],
    ['/clob-markets/0x12', 400, 'Invalid market'],
    [`/clob-markets/0x${'0'.repeat(64)}`, 404, 'market not found'],
    ['/markets-by-token/5', 404, 'market not found'],
    ['/prices?token_ids=', 400, 'Invalid token id'],
    ['/nowhere', 404, 'not found'],
  ])('GET %s is refused with %i %s', async (path, status, error) => {
    expect(await world.get(path.replace('YES', market.yes))).toMatchObject({ status, body: { error } });
  });

  it.each(['/books', '/midpoints', '/prices', '/spreads', '/last-trades-prices'])(
    'POST %s takes at most 500 items of a token id',
    async (path) => {
      const items = Array.from({ length: 501 }, () => ({ token_id: market.yes }));
      expect(await world.call('POST', path, items)).toMatchObject({
        status: 400,
        body: { error: 'Payload exceeds the limit', details: { maximum: 500 } },
      });
      expect((await world.call('POST', path, items.slice(1))).status).toBe(200);
      for (const body of [undefined, {}, [1], [null], [{}], [{ token_id: 5 }]]) {
        expect(await world.call('POST', path, body)).toMatchObject({ status: 400, body: { error: 'Invalid payload' } });
      }
      expect(await world.call('POST', path, [{ token_id: market.yes, side: 'HOLD' }])).toMatchObject({
        status: 400,
        body: { error: 'Invalid side' },
      });
      expect((await world.call('POST', path, [])).status).toBe(200);
    },
  );

  it('keys named like inherited properties are only unknown tokens', async () => {
    const answer = await world.call('POST', '/midpoints', [{ token_id: '__proto__' }, { token_id: 'constructor' }]);
    expect(answer).toMatchObject({ status: 200, text: '{}' });
  });
});
