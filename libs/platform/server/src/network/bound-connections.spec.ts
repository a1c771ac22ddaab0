import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { HttpFailure } from '../http-failure';
import { metricsRegistry } from '../metrics';
import { ServerModule } from '../server.module';
import { createSurface } from '../surface';

const MOST = 3;
const GET = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';

async function listening(trustedProxies: number): Promise<NestExpressApplication> {
  const module = ServerModule.forRoot({
    surface: 'clob',
    requests: {
      unknownParameters: 'ignored',
      emptyTexts: 'absent',
      refuse: ({ field }) => new HttpFailure(400, field, 'invalid'),
    },
    logLevel: 'silent',
    failureBody: ({ message, code, details }) => ({ error: message, code, details }),
    readiness: [],
    imports: [],
  });
  const app = await createSurface(module, {
    api: { title: 'a', description: 'a', localUrl: 'http://127.0.0.1' },
    bodyLimit: () => 1_000,
    corsHeaders: [],
    trustedProxies,
    connectionsPerAddress: MOST,
  });
  return app.listen(0, '127.0.0.1').then(() => app);
}

async function refusals(bound: string): Promise<number> {
  const metric = await metricsRegistry.getSingleMetric('foretell_connections_refused_total')?.get();
  return metric?.values.find(({ labels }) => labels['bound'] === bound)?.value ?? 0;
}

const portOf = (app: NestExpressApplication): number => (app.getHttpServer().address() as AddressInfo).port;

describe('an address with as many connections as it may have', () => {
  let app: NestExpressApplication;
  let held: Socket[];

  /** A connection, and what came on it until its end. */
  const opened = (text: string, localAddress = '127.0.0.1'): { readonly socket: Socket; readonly said: Promise<string> } => {
    const socket = connect({ port: portOf(app), host: '127.0.0.1', localAddress }).on('error', () => undefined);
    let said = '';
    socket.setEncoding('utf8').on('data', (part: string) => (said += part));
    socket.write(text);
    return { socket, said: once(socket, 'close').then(() => said) };
  };
  const closing = GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');

  beforeAll(async () => {
    app = await listening(0);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    held = Array.from({ length: MOST }, () => opened(GET).socket);
    await Promise.all(held.map((socket) => once(socket, 'data')));
  });
  afterEach(async () => {
    for (const socket of held) if (!socket.closed) await once(socket.destroy(), 'close');
    // The server hears of the end later than the caller.
    while ((await opened(closing).said).includes(' 429 ')) await new Promise((resolve) => setImmediate(resolve));
  });

  it('is told of the next one, whatever it asks, and the connection is closed', async () => {
    const before = await refusals('address');
    const said = await opened(GET).said;
    expect(said).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n[^]*Retry-After: 1\r\nConnection: close\r\n\r\n/);
    expect(JSON.parse(said.split('\r\n\r\n')[1] ?? '')).toEqual({
      error: 'an address may have 3 connections at a time',
      code: 'too_many_connections',
      details: { maximum: MOST },
    });
    expect((await refusals('address')) - before).toBe(1);
  });

  it('is refused a WebSocket as well, and a connection that says nothing', async () => {
    const upgrade = GET.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(await opened(upgrade).said).toContain(' 429 ');
    expect(await opened('').said).toContain(' 429 ');
  });

  it('takes nothing from other addresses', async () => {
    expect(await opened(closing, '127.0.0.2').said).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('may open another once it has closed one', async () => {
    await once((held.pop() as Socket).destroy(), 'close');
    let said = await opened(closing).said;
    while (said.includes(' 429 ')) said = await opened(closing).said;
    expect(said).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});

describe('an address behind trusted proxies', () => {
  let app: NestExpressApplication;

  beforeAll(async () => {
    app = await listening(1);
  });
  afterAll(() => app.close());

  /** A request that has arrived and whose body is not there yet. */
  const begun = async (from: string): Promise<{ readonly end: () => Promise<number | undefined> }> => {
    const headers = { 'x-forwarded-for': from, 'content-type': 'application/json', 'content-length': 2 };
    const outgoing = request({ port: portOf(app), host: '127.0.0.1', method: 'POST', path: '/nowhere', headers });
    const answer = once(outgoing, 'response').then(([incoming]) => {
      const { statusCode } = (incoming as IncomingMessage).resume();
      return statusCode;
    });
    const arrived = once(app.getHttpServer(), 'request');
    outgoing.flushHeaders();
    await arrived;
    return { end: () => (outgoing.end('{}'), answer) };
  };

  it('has so many requests under way, whichever connections the proxy takes for them', async () => {
    const underWay = [await begun('198.51.100.1'), await begun('198.51.100.1'), await begun('198.51.100.1')];
    const refused = await begun('198.51.100.1');
    expect(await refused.end()).toBe(429);
    const [first, ...rest] = underWay;
    expect(await first?.end()).toBe(404);
    const after = [await begun('198.51.100.2'), await begun('198.51.100.1')];
    expect(await Promise.all([...rest, ...after].map((each) => each.end()))).toEqual([404, 404, 404, 404]);
  });
});
