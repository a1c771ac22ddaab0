import { Controller, Module, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { EXPOSED_HEADERS } from '../cors';
import { SOCKET_BOUNDS } from '../socket-bounds';
import { connectedTo, listeningService } from '../testing/listening-service';

const posted = jest.fn();

@Controller()
class Orders {
  @Post('order')
  place(): object {
    posted();
    return { placed: true };
  }
}

@Module({ controllers: [Orders] })
class OrdersModule {}

const H2C = 'Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABk\r\nUpgrade: h2c\r\n';
const JSON_POST = 'POST /order HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const CORS = ['Access-Control-Allow-Origin: *', `Access-Control-Expose-Headers: ${EXPOSED_HEADERS.join(',')}`];

describe('input refused before it is a request', () => {
  let app: NestExpressApplication;

  beforeAll(async () => {
    app = await listeningService([OrdersModule], {
      connectionsPerAddress: 2,
      sockets: { ...SOCKET_BOUNDS, headersMillis: 300, requestMillis: 400, checkMillis: 50 },
    });
  });
  afterAll(() => app.close());
  beforeEach(() => posted.mockClear());

  /** Everything received until the service ends the connection. */
  const saidTo = async (text: string): Promise<string> => {
    const socket = connectedTo(app).on('error', () => undefined);
    let said = '';
    socket.setEncoding('latin1').on('data', (part: string) => (said += part));
    socket.write(text);
    await once(socket, 'close');
    return said;
  };

  it.each([
    ['what is no HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
    ['two lengths', `${JSON_POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400, 'malformed_request'],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'missing_host'],
    ['a long line', `GET /?${'q'.repeat(SOCKET_BOUNDS.headBytes)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'head_too_large'],
    ['many headers', `GET / HTTP/1.1\r\nHost: a\r\n${'X-Flood: 12345678\r\n'.repeat(2_000)}\r\n`, 431, 'head_too_large'],
    ['headers that do not end', 'GET / HTTP/1.1\r\nHost: a\r\n', 408, 'request_timeout'],
    ['a body that does not end', `${JSON_POST}Content-Length: 10\r\n\r\n{`, 408, 'request_timeout'],
    [
      'extensions of a chunk',
      `${JSON_POST}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
      413,
      'body_too_large',
    ],
    ['an expectation', `${JSON_POST}Expect: more\r\nContent-Length: 2\r\n\r\n{}`, 417, 'expectation_failed'],
    ['a large body', `${JSON_POST}Connection: close\r\nContent-Length: 1001\r\n\r\n${'x'.repeat(1_001)}`, 413, 'body_too_large'],
    [
      'a large body beside an upgrade that is ignored',
      `${JSON_POST}${H2C.replace('Connection: ', 'Connection: close, ')}Content-Length: 1001\r\n\r\n${'x'.repeat(1_001)}`,
      413,
      'body_too_large',
    ],
  ])('%s gets a response with a body and CORS headers', async (_what, text, status, code) => {
    const said = await saidTo(text);
    const [head = '', body = ''] = said.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head.split('\r\n')).toEqual(expect.arrayContaining(CORS));
    expect(JSON.parse(body)).toMatchObject({ error: expect.any(String), code });
    expect(posted).not.toHaveBeenCalled();
  });

  it.each([
    ['bytes that are no request', 'hello\r\n\r\n', ['201', '201', '400']],
    ['a request whose body is none', `${JSON_POST}Transfer-Encoding: chunked\r\n\r\nno size\r\n`, ['201', '201', '400']],
  ])('answers the requests before %s first', async (_what, text, statuses) => {
    const said = await saidTo(`${JSON_POST}Content-Length: 2\r\n\r\n{}`.repeat(2) + text);
    expect([...said.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)).toEqual(statuses);
    expect(posted).toHaveBeenCalledTimes(2);
  });

  it('answers the last request of a connection, whatever comes after it', async () => {
    const last = `${JSON_POST}Connection: close\r\nContent-Length: 2\r\n\r\n{}`;
    for (const after of ['hello', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n']) {
      const said = await saidTo(last + after);
      expect([...said.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)).toEqual(['201']);
    }
    expect(posted).toHaveBeenCalledTimes(2);
  });

  it('does not execute a request that completes after its timeout', async () => {
    const socket = connectedTo(app).on('error', () => undefined);
    socket.write(`${JSON_POST}Content-Length: 2\r\n\r\n{`);
    const closed = once(socket.resume(), 'close');
    await once(socket, 'data');
    socket.write('}');
    await closed;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(posted).not.toHaveBeenCalled();
  });

  it('counts a connection once, however often it requests an upgrade that is ignored', async () => {
    const asked = `${JSON_POST}${H2C}Content-Length: 2\r\n\r\n{}`;
    const last = `${JSON_POST}Connection: close\r\nContent-Length: 2\r\n\r\n{}`;
    for (let times = 0; times < 3; times += 1) {
      const said = await saidTo(`${asked.repeat(5)}${last}`);
      expect(said.match(/HTTP\/1\.1 201 Created/g)).toHaveLength(6);
    }
    expect(posted).toHaveBeenCalledTimes(18);
  });
});
