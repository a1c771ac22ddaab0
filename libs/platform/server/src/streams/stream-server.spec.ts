import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { systemMonotonic } from '../clock';
import { Draining } from '../draining';
import { FailureAnswers } from '../failure-answers';
import { WEBSOCKET } from '../network/upgrades';
import { CONNECTION_BOUNDS } from './connection-bounds';
import { StreamServer } from './stream-server';
import { StreamTurns } from './stream-turns';

const CLIENTS = 60;
const BOUNDS = { ...CONNECTION_BOUNDS, pulseMillis: 1_000, lookMillis: 10 };

describe('the streams of a service', () => {
  let http: Server;
  let streams: StreamServer<null>;

  beforeAll(async () => {
    http = createServer();
    http.on('upgrade', (...upgrade) => http.emit(WEBSOCKET, ...upgrade));
    await once(http.listen(0, '127.0.0.1'), 'listening');
    const service = { channels: { '/ws': 'all' }, refusal: () => null, take: () => null, isCurrent: () => true };
    streams = new StreamServer(service, {
      bounds: BOUNDS,
      trustedProxies: 0,
      monotonic: systemMonotonic,
      draining: new Draining(),
      failures: new FailureAnswers(({ message, code }) => ({ error: message, code })),
      turns: new StreamTurns(BOUNDS, () => false),
    });
    streams.start(http);
  });
  afterAll(async () => {
    await streams.stop();
    await new Promise((resolve) => http.close(resolve));
  });

  const connected = async (autoPong: boolean): Promise<WebSocket> => {
    const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}/ws`, { autoPong });
    await once(client, 'open');
    return client;
  };

  it('are checked for life one after another, also those that came together, because one loop over all would stop requests', async () => {
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connected(true)));
    let pings = 0;
    const firstPings = clients.map(async (client) => {
      await once(client, 'ping');
      pings += 1;
    });
    let moments = 0;
    for (let before = 0; pings < CLIENTS;) {
      await delay(5);
      if (pings > before) moments += 1;
      before = pings;
    }
    await Promise.all(firstPings);
    expect(moments).toBeGreaterThan(CLIENTS / 6);
    for (const client of clients) client.terminate();
  });

  it('are ended after two checks without an answer', async () => {
    const [dead, alive] = [await connected(false), await connected(true)];
    await once(dead, 'close');
    expect(alive.readyState).toBe(WebSocket.OPEN);
    alive.terminate();
  });

  it('are ended by a reset: for an orderly end the kernel would wait with what the client does not read', async () => {
    const client = connect((http.address() as AddressInfo).port, '127.0.0.1').resume();
    client.write(
      'GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    const ended = once(client, 'end').then(() => ['ended']);
    const [fault] = (await Promise.race([once(client, 'error'), ended.catch((cause: unknown) => [cause])])) as unknown[];
    expect(fault).toMatchObject({ code: 'ECONNRESET' });
  });

  it.each([
    [
      'Sec-WebSocket-Version: 12\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
      'Missing or invalid Sec-WebSocket-Version header',
    ],
    ['Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n', 'Missing or invalid Sec-WebSocket-Key header'],
  ])('refuse an invalid handshake with the error body of the service: %j', async (headers, error) => {
    const client = connect((http.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    client.write(`GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`);
    let said = '';
    client.on('data', (part: string) => (said += part));
    await once(client, 'close');
    const [head = '', body = ''] = said.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 [^]*\r\nSec-WebSocket-Version: 13\r\n/);
    expect(JSON.parse(body)).toEqual({ error, code: 'malformed_request' });
  });
});
