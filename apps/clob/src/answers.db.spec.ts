import { l2Headers } from '@foretell/client';
import { FailureAnswers, refuseUnread } from '@foretell/platform-server';
import { badBodies, badParameters, committedApi, readOperations, sampleOf, type BadRequest } from '@foretell/testing';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { HEAD_BYTES } from './surface';
import { builderHeaders, builderKeyOf } from './testing/builder-headers';
import { ClobWorld, type WorldMarket } from './testing/clob-world';
import type { Trader } from './testing/trader';

const OPERATION_MS = 120_000;

/** What comes back, to the byte: the date is the machine's. */
interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: readonly string[];
  readonly body: string;
}

interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** What is made again for each request: ids, secrets and passphrases, which are as long as others of their kind. */
const MADE = /[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{43}=/g;
const BEGINNING = /^POST \/(v1\/)?heartbeats$/;
const MAKING = 'POST /auth/scoped-api-key';

function send(origin: string, { method, target, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${target}`, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { rawHeaders } = response;
        const date = rawHeaders.indexOf('Date');
        resolve({
          status: response.statusCode,
          headers: date === -1 ? rawHeaders : rawHeaders.toSpliced(date + 1, 1),
          body: Buffer.concat(chunks).toString('latin1'),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function maskedAnswer(answer: RawAnswer): RawAnswer {
  return { ...answer, body: answer.body.replaceAll(MADE, 'made') };
}

/**
 * Answers to the byte: of the service, which finds a route by its method and path, and of Express's router, which it asks for
 * everything else, with the same handlers.
 */
describe('an answer', () => {
  const api = committedApi('clob');
  const operations = readOperations(api);
  let world: ClobWorld;
  let market: WorldMarket;
  let empty: WorldMarket;
  let trader: Trader;
  let express: Server;
  let expressUrl: string;

  beforeAll(async () => {
    world = await ClobWorld.open();
    const router = world.app.getHttpAdapter().getInstance() as RequestListener;
    express = createServer({ maxHeaderSize: HEAD_BYTES }, router);
    refuseUnread(express, world.app.get(FailureAnswers), HEAD_BYTES);
    await new Promise<void>((resolve) => express.listen(0, '127.0.0.1', resolve));
    expressUrl = `http://127.0.0.1:${(express.address() as AddressInfo).port}`;
    [market, empty] = [await world.list(), await world.list({ question: 'Wird es schön? 好', description: '“ß” 🎉' })];
    trader = await world.trader();
    await trader.rest({ tokenId: market.yes, side: 'BUY', pips: 4_200, shares: 20 });
    await trader.rest({ tokenId: market.no, side: 'BUY', pips: 5_500, shares: 7 });
  });
  afterAll(async () => {
    express?.closeAllConnections();
    express?.close();
    await world?.close();
  });

  const both = async (sent: RawRequest, shown = (answer: RawAnswer): RawAnswer => answer): Promise<void> => {
    const answer = shown(await send(world.url, sent));
    expect([sent, shown(await send(expressUrl, sent))]).toEqual([sent, answer]);
    // Once more, from what is kept by now.
    expect([sent, shown(await send(world.url, sent))]).toEqual([sent, answer]);
  };
  const signed = (sent: RawRequest, by: Trader = trader): RawRequest => {
    const identity = {
      address: by.wallet.checksummedAddress,
      key: by.key,
      headerPrefix: 'SERVICE',
      signatureEncoding: 'hex',
    } as const;
    const body = Buffer.from(sent.body ?? '');
    const about = { method: sent.method, path: sent.target, body, timestampSeconds: Math.floor(world.now / 1_000) };
    return { ...sent, headers: { 'content-type': 'application/json', ...l2Headers(identity, about), ...sent.headers } };
  };
  it.each(operations.map((operation) => [operation.name, operation] as const))(
    'to %s is the same to the byte whatever its fields hold',
    async (name, operation) => {
      const good = sampleOf(operation, api, {
        token_id: [market.yes],
        token_ids: [`${market.yes},${empty.no}`],
        conditionId: [market.conditionId],
      });
      const plain: BadRequest[] = [...badParameters(operation, good), ...badBodies(operation, api, good)];
      for (const { method, target, body } of plain) {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const sent = signed({ method, target, body: text });
        // The first one begins, and is answered otherwise.
        if (BEGINNING.test(name)) await send(world.url, sent);
        await both(sent, name === MAKING ? maskedAnswer : undefined);
      }
    },
    OPERATION_MS,
  );

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
    for (const url of [world.url, expressUrl]) {
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
    // What is told is held for a moment.
    await world.until('the next is told', async () =>
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
