import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { boundedServer, SOCKET_BOUNDS } from '../socket-bounds';
import { WEBSOCKET } from './upgrades';

/** The headers that java.net.http sends with every clear-text request. */
const H2C = 'Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABk\r\nUpgrade: h2c\r\n';
const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const post = (path: string, body: string, headers = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`;

describe('a request to upgrade to anything but a WebSocket', () => {
  const sockets: Socket[] = [];
  let server: Server;
  let answer: RequestListener;

  beforeEach(async () => {
    answer = (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => response.end(`<${request.method ?? ''} ${request.url ?? ''} ${body}>`));
    };
    server = boundedServer(SOCKET_BOUNDS, (request, response) => answer(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) if (!socket.closed) await once(socket.destroy(), 'close');
    await new Promise((resolve) => server.close(resolve));
  });

  const connected = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    let said = '';
    socket.setEncoding('latin1').on('data', (part: string) => (said += part));
    const answers = (): string[] => [...said.matchAll(/<[^>]*>/g)].map(([each]) => each);
    /** Waits for this number of responses. */
    const until = async (count: number): Promise<string[]> => {
      while (answers().length < count) {
        if (socket.closed) throw new Error(`the connection ended: ${said}`);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return answers();
    };
    return { socket, until, said: () => said };
  };

  it.each([
    ['without a body', get('/a', H2C), '<GET /a >'],
    ['with a body', post('/a?b=c', '{"a":1}', H2C), '<POST /a?b=c {"a":1}>'],
    [
      'with a body in chunks',
      `POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n${H2C}\r\n3\r\nabc\r\n0\r\n\r\n`,
      '<POST /a abc>',
    ],
    ['with an upgrade of another name', get('/a', 'Connection: upgrade\r\nupgrade: TLS/1.2, foo\r\n'), '<GET /a >'],
    ['to a WebSocket by POST', post('/a', 'abc', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), '<POST /a abc>'],
    ['to a WebSocket where nobody takes one', get('/a', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), '<GET /a >'],
  ])('%s is answered as HTTP/1.1, and the connection continues', async (_what, text, expected) => {
    const { socket, until, said } = connected();
    socket.write(text);
    expect(await until(1)).toEqual([expected]);
    expect(said()).toMatch(/^HTTP\/1\.1 200 OK\r\n(?![^]*Connection: close)/);
    socket.write(get('/after'));
    expect(await until(2)).toEqual([expected, '<GET /after >']);
  });

  it('F3: is answered byte by byte as the same request without it, whatever else java.net.http sends', async () => {
    const java = (upgrade: string): string =>
      `POST /orders HTTP/1.1\r\n${upgrade}Content-Length: 2\r\nHost: a\r\nUser-Agent: Java-http-client/17.0.9\r\nContent-Type: application/json\r\n\r\n[]`;
    const said = await Promise.all(
      [java(H2C), java('')].map(async (text) => {
        const connection = connected();
        connection.socket.write(text);
        await connection.until(1);
        return connection.said().replace(/^Date: .*$/m, 'Date: D');
      }),
    );
    const answered =
      'HTTP/1.1 200 OK\r\nDate: D\r\nConnection: keep-alive\r\nKeep-Alive: timeout=75\r\nContent-Length: 17\r\n\r\n<POST /orders []>';
    expect(said).toEqual([answered, answered]);
  });

  it('may come byte by byte, its body later', async () => {
    const { socket, until } = connected();
    socket.setNoDelay(true);
    for (const byte of post('/a', 'abc', H2C)) {
      socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await until(1)).toEqual(['<POST /a abc>']);
  });

  it('loses nothing that arrives with it, and leaves nothing behind', async () => {
    const { socket, until } = connected();
    let at: Socket | undefined;
    server.once('request', (request: IncomingMessage) => (at = request.socket));
    socket.write(get('/0', H2C));
    await until(1);
    const before = at?.eventNames().map((name) => [name, at?.listenerCount(name)]);
    socket.write(Array.from({ length: 40 }, (_none, index) => post(`/${index}`, 'abc', index % 3 === 0 ? '' : H2C)).join(''));
    expect((await until(41)).slice(1)).toEqual(Array.from({ length: 40 }, (_none, index) => `<POST /${index} abc>`));
    socket.write(get('/last', H2C));
    await until(42);
    expect(at?.eventNames().map((name) => [name, at?.listenerCount(name)])).toEqual(before);
  });

  it('waits for pending responses', async () => {
    const waiting: ServerResponse[] = [];
    const usual = answer;
    answer = (request, response) => {
      if (request.url?.startsWith('/slow') === true) waiting.push(response);
      else usual(request, response);
    };
    const { socket, until } = connected();
    socket.write(get('/slow1') + get('/slow2') + post('/a', 'abc', H2C) + get('/b'));
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    waiting[1]?.end('<second>');
    waiting[0]?.end('<first>');
    expect(await until(4)).toEqual(['<first>', '<second>', '<POST /a abc>', '<GET /b >']);
  });

  it('is refused with more headers than node stores: its length could be among the others', async () => {
    const { socket, said } = connected();
    socket.write(post('/a', get('/hidden'), `${'X-Flood: 1\r\n'.repeat(100)}${H2C}`));
    await once(socket, 'close');
    expect(said()).toMatch(/^(HTTP\/1\.1 431 [^]*)?$/);
    expect(said()).not.toContain('<');
  });

  it('leaves WebSockets to their listener', async () => {
    server.on(WEBSOCKET, (_request: IncomingMessage, taken: Duplex) => taken.end('HTTP/1.1 101 OK\r\n\r\n<taken>'));
    const { socket, until } = connected();
    socket.write(get('/a', 'Connection: Upgrade\r\nUpgrade: WebSocket\r\n'));
    expect(await until(1)).toEqual(['<taken>']);
  });

  it('leaves WebSockets to their listener after the responses to earlier requests', async () => {
    server.on(WEBSOCKET, (_request: IncomingMessage, taken: Duplex) => taken.end('HTTP/1.1 101 OK\r\n\r\n<taken>'));
    const { socket, until } = connected();
    socket.write(get('/a') + get('/b') + get('/c', 'Connection: Upgrade\r\nUpgrade: WebSocket\r\n'));
    expect(await until(3)).toEqual(['<GET /a >', '<GET /b >', '<taken>']);
  });
});
