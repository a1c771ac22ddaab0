import { connect } from 'node:net';
import { builderHeaders, builderKeyOf } from './testing/builder-headers';
import { ClobWorld, type WorldMarket } from './testing/clob-world';
import { ComparedAnswers, send, type RawRequest } from './testing/compared-answers';
import type { Trader } from './testing/trader';

describe('an answer', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let empty: WorldMarket;
  let trader: Trader;
  let answers: ComparedAnswers;

  beforeAll(async () => {
    world = await ClobWorld.open();
    answers = await ComparedAnswers.open(world);
    ({ market, empty, trader } = answers);
  });
  afterAll(async () => {
    answers?.close();
    await world?.close();
  });

  const both = (sent: RawRequest): Promise<void> => answers.both(sent);
  const signed = (sent: RawRequest): RawRequest => answers.signed(sent);

  const targets = (): string[] => [
    '/',
    ...[market.yes, market.no, empty.yes, '1'].flatMap((id) => [
      `/book?token_id=${id}`,
      `/midpoint?token_id=${id}`,
      `/spread?token_id=${id}`,
      `/price?token_id=${id}&side=BUY`,
      `/price?side=SELL&token_id=${id}`,
    ]),
    `/markets/${market.conditionId}`,
    `/markets/${empty.conditionId}`,
    `/markets/${market.conditionId.toUpperCase().replace('0X', '0x')}`,
    `/markets/0x${'9'.repeat(64)}`,
    `/prices?token_ids=${market.yes},${market.no}&sides=BUY,`,
    `/midpoints?token_ids=${market.yes},${empty.yes}`,
  ];

  it('is the same to what is asked for without credentials, and to its HEAD and OPTIONS', async () => {
    for (const target of targets()) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'TRACE']) await both({ method, target });
      await both({
        method: 'GET',
        target,
        headers: { 'if-none-match': '*', 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
      });
      await both({ method: 'GET', target, body: '{"a":', headers: { 'content-length': '5' } });
    }
  });

  it('answers addresses that are written in other ways', async () => {
    for (const path of ['/book/', '/BOOK', '//book', '/book;x', '/b%6fok', '/book%00', '/markets/', '/markets//x', '/%ff'])
      await both({ method: 'GET', target: `${path}?token_id=${market.yes}` });
    for (const query of [
      `token_id=${market.yes}&token_id=${market.yes}`,
      `token_id=${market.yes}&token_id=1`,
      `token_id[]=${market.yes}`,
      `token%5fid=${market.yes}`,
      `token_id=%ff`,
      `token_id=+${market.yes}`,
      `token_id=`,
      `other=1&token_id=${market.yes}`,
      `constructor=1&__proto__=2&token_id=${market.yes}`,
      `?token_id=${market.yes}`,
      '',
    ])
      await both({ method: 'GET', target: `/book?${query}` });
  });

  it('asks for credentials, and says the same of each that does not hold', async () => {
    const body = JSON.stringify({ orderId: `0x${'1'.repeat(64)}` });
    const good = signed({ method: 'DELETE', target: '/order', body });
    await both(good);
    await both({ ...good, headers: {} });
    for (const name of Object.keys(good.headers ?? {})) {
      if (name === 'content-type') continue;
      const { [name]: value = '', ...rest } = good.headers ?? {};
      await both({ ...good, headers: rest });
      await both({ ...good, headers: { ...rest, [name]: `${value}0` } });
      await both({ ...good, headers: { ...rest, [name.toLowerCase()]: value } });
    }
    await both({ ...good, body: `${body} ` });
  });

  it('takes builder headers, and refuses those that do not hold', async () => {
    const key = await builderKeyOf(trader);
    const body = JSON.stringify([trader.sign({ tokenId: market.yes, side: 'BUY', pips: 1_000, shares: 5 }).item]);
    const about = { prefix: 'SERVICE', method: 'POST', path: '/orders', body, nowMillis: world.now };
    const headers = builderHeaders(key, about);
    await both(signed({ method: 'POST', target: '/orders/dry-run', body, headers }));
    const [[first = ''] = []] = Object.entries(headers);
    await both(signed({ method: 'POST', target: '/orders/dry-run', body, headers: { ...headers, [first]: 'x' } }));
  });

  it('refuses bodies that are none, too large, or of no JSON', async () => {
    for (const body of ['{', '', ' ', 'null', '"x"', '[]', '0', '[[]]', `"${'x'.repeat(1_100_000)}"`])
      for (const target of ['/orders', '/order', '/orders?dryRun=true', '/orders/dry-run', '/order/dry-run'])
        await both(signed({ method: 'POST', target, body }));
    for (const body of ['{', 'null', '[]', '{}', '[1]', '[""]'])
      for (const target of ['/orders', '/order', '/cancel-market-orders']) await both(signed({ method: 'DELETE', target, body }));
  });

  it('lets a handler choose its status and headers', async () => {
    const beat = (id: unknown) => signed({ method: 'POST', target: '/heartbeats', body: JSON.stringify({ heartbeat_id: id }) });
    await send(world.url, beat(null));
    await both(beat('none'));
    expect((await send(world.url, beat('none'))).status).toBe(400);
    await builderKeyOf(trader);
    for (const target of ['/builder/trades', '/builder/trades?next_cursor=LTE%3D']) {
      await both(signed({ method: 'GET', target }));
      expect((await send(world.url, signed({ method: 'GET', target }))).headers).toContain('X-Next-Cursor');
    }
  });

  it('reads a body that comes in chunks, and survives one that is cut off', async () => {
    const body = JSON.stringify([{ token_id: market.yes }]);
    await both({ method: 'POST', target: '/midpoints', body, headers: { 'transfer-encoding': 'chunked' } });
    for (const url of [world.url, answers.expressUrl]) {
      const { hostname, port } = new URL(url);
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write('POST /midpoints HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n[', () => socket.destroy());
        });
        socket.on('close', () => resolve());
      });
    }
    expect((await world.get('/')).status).toBe(200);
  });

  it('counts each by its route, with its status, whichever way it came', async () => {
    const of = async (path: string): Promise<readonly string[]> => {
      const { text } = await world.get('/metrics');
      return text
        .split('\n')
        .filter((line) => line.startsWith('foretell_http_request_seconds_count') && line.includes(`"${path}"`));
    };
    await world.get(`/markets/${market.conditionId}`);
    expect((await of('/markets/:conditionId')).join()).toContain('method="GET",route="/markets/:conditionId",status="200"');
    await world.get('/book?token_id=x');
    // Metrics are cached for a short time.
    await world.until('the next metrics', async () =>
      (await of('/book')).join().includes('method="GET",route="/book",status="400"'),
    );
  });

  it('leaves one line in the log, without the query', async () => {
    const before = world.log.length;
    await world.get(`/book?token_id=${market.yes}`);
    const lines = world.log.slice(before).filter((line) => line.includes('"/book"'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { msg: 'request', method: 'GET', path: '/book', statusCode: 200 },
    ]);
  });
});
