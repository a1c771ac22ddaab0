import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { JsonAdapter } from './json-adapter';
import { boundedServer, SOCKET_BOUNDS, type SocketBounds } from './socket-bounds';

const SHORT = { ...SOCKET_BOUNDS, headersMillis: 200, requestMillis: 300, idleMillis: 200, checkMillis: 50, connections: 3 };
/** A slow client is not disconnected, because a busy machine is slow too. */
const PATIENT = { ...SHORT, headersMillis: 20_000, requestMillis: 20_000, idleMillis: 20_000 };

describe('a client that only holds a connection', () => {
  const servers: Server[] = [];
  const sockets: Socket[] = [];

  afterEach(async () => {
    for (const socket of sockets.splice(0)) if (!socket.closed) await once(socket.destroy(), 'close');
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  });

  const serving = async (bounds: SocketBounds): Promise<Server> => {
    const server = boundedServer(bounds, (request, response) => {
      request.resume().on('end', () => response.end('done'));
    });
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return server;
  };
  const connected = (server: Server): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  /** Sends the text and waits until the server ends the connection; returns the response. */
  const ended = async (text: string, bounds: SocketBounds = SHORT): Promise<string> => {
    const socket = connected(await serving(bounds));
    let said = '';
    socket.setEncoding('utf8').on('data', (part: string) => (said += part));
    if (text !== '') socket.write(text);
    await once(socket, 'close');
    return said;
  };

  it.each([
    ['says nothing', ''],
    ['never ends its headers', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '],
    ['never ends its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n12345'],
  ])('and %s is disconnected with 408', async (_what, text) => {
    expect(await ended(text)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('and requests nothing more after a response is disconnected', async () => {
    const onlyIdle = { ...PATIENT, idleMillis: SHORT.idleMillis };
    expect(await ended('GET / HTTP/1.1\r\nHost: a\r\n\r\n', onlyIdle)).toMatch(/^HTTP\/1\.1 200 OK[^]*done/);
  });

  it.each([
    ['headers', 'X-Flood: 12345678\r\n'.repeat(2_000), ''],
    ['query', '', `?${'q'.repeat(SHORT.headBytes)}`],
  ])('and sends a flood of %s is refused with 431', async (_what, headers, query) => {
    expect(await ended(`GET /${query} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`, PATIENT)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('beyond the limit of connections is not admitted', async () => {
    const server = await serving(PATIENT);
    await Promise.all(Array.from({ length: PATIENT.connections }, () => once(connected(server), 'connect')));
    const dropped = once(server, 'drop');
    const socket = connected(server);
    await dropped;
    await once(socket, 'close');
  });
});

describe('a service', () => {
  it('asks the kernel to let new connections wait that it could not take up yet', async () => {
    const adapter = new JsonAdapter(SOCKET_BOUNDS, (_request, _response, next) => next());
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
