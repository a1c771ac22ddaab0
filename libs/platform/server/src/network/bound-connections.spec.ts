import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { metricsRegistry } from '../metrics';
import type { SocketBounds } from '../socket-bounds';
import { listeningService } from '../testing/listening-service';

const MOST = 3;
const GET = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';

function listening(
  trustedProxies: number,
  sockets: Partial<SocketBounds> = {},
  connectionsPerAddress = MOST,
): Promise<NestExpressApplication> {
  return listeningService([], { trustedProxies, sockets, connectionsPerAddress });
}

async function refusals(bound: string): Promise<number> {
  const metric = await metricsRegistry.getSingleMetric('foretell_connections_refused_total')?.get();
  return metric?.values.find(({ labels }) => labels['bound'] === bound)?.value ?? 0;
}

const portOf = (app: NestExpressApplication): number => (app.getHttpServer().address() as AddressInfo).port;

describe('an address at its limit of connections', () => {
  let app: NestExpressApplication;
  let held: Socket[];

  /** A connection, and everything received on it until its end. */
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
    // The server notices the end later than the client.
    while ((await opened(closing).said).includes(' 429 ')) await new Promise((resolve) => setImmediate(resolve));
  });

  it('gets a refusal on the next one, for any request, and the connection is closed', async () => {
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

  it('is refused a WebSocket as well, and a silent connection', async () => {
    const upgrade = GET.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(await opened(upgrade).said).toContain(' 429 ');
    expect(await opened('').said).toContain(' 429 ');
  });

  it('does not affect other addresses', async () => {
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

  /** A request that has arrived and whose body is still missing. */
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

  it('has this number of pending requests, over any connections of the proxy', async () => {
    const underWay = [await begun('198.51.100.1'), await begun('198.51.100.1'), await begun('198.51.100.1')];
    const refused = await begun('198.51.100.1');
    expect(await refused.end()).toBe(429);
    const [first, ...rest] = underWay;
    expect(await first?.end()).toBe(404);
    const after = [await begun('198.51.100.2'), await begun('198.51.100.1')];
    expect(await Promise.all([...rest, ...after].map((each) => each.end()))).toEqual([404, 404, 404, 404]);
  });
});

const reading = (app: NestExpressApplication): Socket =>
  connect({ port: portOf(app), host: '127.0.0.1' }).on('error', () => undefined);

async function endedFor(why: 'bytes' | 'unread'): Promise<number> {
  const metric = await metricsRegistry.getSingleMetric('foretell_connections_ended_total')?.get();
  return metric?.values.find(({ labels }) => labels['why'] === why)?.value ?? 0;
}

describe('a process near its limit of connections', () => {
  const sockets: Socket[] = [];
  let app: NestExpressApplication;

  afterEach(async () => {
    for (const socket of sockets.splice(0)) if (!socket.closed) await once(socket.destroy(), 'close');
    await app.close();
  });

  const asking = async (localAddress: string, headers = ''): Promise<Socket> => {
    const socket = connect({ port: portOf(app), host: '127.0.0.1', localAddress }).on('error', () => undefined);
    sockets.push(socket);
    socket.write(GET.replace('\r\n\r\n', `\r\n${headers}\r\n`));
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return socket;
  };
  const flooded = async (from: (at: number) => readonly [localAddress: string, headers?: string]): Promise<Socket[]> => {
    const all: Socket[] = [];
    for (let at = 0; at < 9; at += 1) all.push(await asking(...from(at)));
    return all;
  };

  it('closes the newest of the address with the most, for one without any', async () => {
    app = await listening(0, { connections: 10 }, 100);
    const flood = await flooded(() => ['127.0.0.1']);
    const closed = once(flood[8] as Socket, 'close');
    const honest = await asking('127.0.0.2');
    await closed;
    expect([honest.closed, flood.map((socket) => socket.closed)]).toEqual([false, [...Array<boolean>(8).fill(false), true]]);
    const more = await asking('127.0.0.1');
    if (!more.closed) await once(more, 'close');
    expect([honest.closed, await refusals('share')]).toEqual([false, 1]);
  });

  it("attributes a proxy's connections to the clients that use them", async () => {
    app = await listening(1, { connections: 10 }, 100);
    const flood = await flooded(() => ['127.0.0.1', 'X-Forwarded-For: 198.51.100.1\r\n']);
    const closed = once(flood[8] as Socket, 'close');
    const honest = await asking('127.0.0.1', 'X-Forwarded-For: 198.51.100.2\r\n');
    await closed;
    expect([honest.closed, flood.filter((socket) => socket.closed).length]).toEqual([false, 1]);
  });

  // More than kernels buffer for a connection that nobody reads.
  const unread = GET.replace('/healthz', '/docs/swagger-ui-bundle.js').repeat(12);

  it.each([
    ['much', 1_024, unread],
    // Answers behind an unread one wait for the socket: they are not yet queued on it.
    ['many answers at once', 100_000, `${unread}${GET.repeat(600)}`],
  ])(
    'closes a client that requests %s and reads nothing once too many bytes wait, and nobody else',
    async (_what, waitingBytes, text) => {
      app = await listening(0, { waitingBytes }, 100);
      const before = await endedFor('bytes');
      const honest = await asking('127.0.0.2');
      const taken = once(app.getHttpServer(), 'connection') as Promise<[Socket]>;
      const slow = connect({ port: portOf(app), host: '127.0.0.1' }).on('error', () => undefined);
      sockets.push(slow.pause());
      const [there] = await taken;
      const ended = once(there, 'close');
      slow.write(text);
      await ended;
      expect((await endedFor('bytes')) - before).toBe(1);
      expect(honest.closed).toBe(false);
    },
  );

  it('closes a client that reads nothing of its answers, and not one that reads them slowly', async () => {
    const idleMillis = 1_000;
    app = await listening(0, { idleMillis }, 100);
    const [taken, slow] = [once(app.getHttpServer(), 'connection') as Promise<[Socket]>, reading(app)];
    sockets.push(slow);
    const [stuck, since] = [(await taken)[0], performance.now()];
    slow.pause().write(unread);
    await once(stuck, 'close');
    expect(await endedFor('unread')).toBe(1);
    expect(performance.now() - since).toBeGreaterThan(idleMillis);

    const other = reading(app);
    sockets.push(other);
    const began = performance.now();
    let bytes = 0;
    other.on('data', (part: Buffer) => {
      bytes += part.length;
      other.pause();
      setTimeout(() => other.resume(), 5);
    });
    other.write(unread.repeat(2));
    const whole =
      24 * (await fetch(`${await app.getUrl()}/docs/swagger-ui-bundle.js`).then((answer) => answer.arrayBuffer())).byteLength;
    await once(other, 'close');
    expect(performance.now() - began).toBeGreaterThan(2 * idleMillis);
    expect(bytes).toBeGreaterThan(whole);
    expect(await endedFor('unread')).toBe(1);
  });
});
