import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { JsonAdapter } from './json-adapter';
import { boundedServer, SOCKET_BOUNDS } from './socket-bounds';

const SHORT = { ...SOCKET_BOUNDS, headersMillis: 200, requestMillis: 300, idleMillis: 200, checkMillis: 50, connections: 3 };

describe('a caller who only holds a connection', () => {
  let server: Server;
  let port: number;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    server = boundedServer(SHORT, (request, response) => {
      request.resume().on('end', () => response.end('done'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) if (!socket.closed) await once(socket.destroy(), 'close');
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** Sends the text and waits until the server has ended the connection; what it said. */
  const ended = async (text: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    let said = '';
    socket.setEncoding('utf8').on('data', (part: string) => (said += part));
    socket.on('error', () => undefined);
    if (text !== '') socket.write(text);
    await once(socket, 'close');
    return said;
  };

  it.each([
    ['says nothing', ''],
    ['never ends its headers', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['never ends its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345'],
  ])('and %s is cut off with 408', async (_what, text) => {
    expect(await ended(text)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('and asks nothing more after an answer is let go', async () => {
    expect(await ended('GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK[^]*done/);
  });

  it('and sends a flood of headers is refused with 431', async () => {
    expect(await ended(`GET / HTTP/1.1\r\nHost: a\r\n${'X-Flood: 12345678\r\n'.repeat(2_000)}\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
    expect(await ended(`GET /?${'q'.repeat(SHORT.headBytes)} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('beyond so many connections is not let in', async () => {
    const held = Array.from({ length: SHORT.connections }, () => connect(port, '127.0.0.1'));
    sockets.push(...held);
    await Promise.all(held.map((socket) => once(socket, 'connect')));
    for (const socket of held) socket.on('error', () => undefined);
    const dropped = once(server, 'drop');
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await dropped;
    await once(socket, 'close');
  });
});

describe('a surface', () => {
  it('asks the kernel to let new connections wait that it could not take up yet', async () => {
    const adapter = new JsonAdapter(SOCKET_BOUNDS);
    adapter.initHttpServer();
    const server = adapter.getHttpServer() as Server;
    const listens = jest.spyOn(server, 'listen');
    adapter.listen(0, '127.0.0.1');
    await once(server, 'listening');
    expect(server.address()).toMatchObject({ address: '127.0.0.1' });
    expect(listens).toHaveBeenCalledWith({ port: 0, host: '127.0.0.1', backlog: SOCKET_BOUNDS.waiting }, undefined);
    await new Promise((resolve) => server.close(resolve));
  });
});
