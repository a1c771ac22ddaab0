import { createServer, type RequestListener, type Server } from 'node:http';
import { BROWSER } from '../platform/browser';
import { NODE } from '../platform/node';
import { ClientError } from './client-error';
import { ServiceReader } from './service-reader';

/** How the server handles the next requests. */
let answer: RequestListener = (_request, response) => void response.end();

describe.each([
  { name: 'Node', platform: NODE, refused: 'ECONNREFUSED' },
  { name: 'a browser', platform: BROWSER, refused: 'no_answer' },
])('ServiceReader on $name', ({ platform, refused: unreachable }) => {
  let server: Server;
  let reader: ServiceReader;
  let url: string;

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
    url = `http://127.0.0.1:${address.port}`;
    reader = new ServiceReader({ url }, platform);
  });
  afterAll(async () => {
    reader.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const answering = (status: number, text: string): void => {
    answer = (_request, response) => void response.writeHead(status).end(text);
  };

  it('returns objects and lists unchanged', async () => {
    answering(200, '{"id":"1"}');
    expect(await reader.object('/x')).toEqual({ id: '1' });
    answering(200, '[1,2]');
    expect(await reader.list('/x')).toEqual([1, 2]);
  });

  it.each([
    ['trading', '{"error":"invalid signature","code":"invalid_signature","details":{"expected":"0x"}}', 'invalid_signature'],
    ['catalog', '{"type":"not found error","error":"invalid signature"}', 'not found error'],
    ['data', '{"error":"invalid signature"}', 'http_404'],
  ])('turns an error response of the %s service into a ClientError with its code', async (_service, text, code) => {
    answering(404, text);
    const refused = await reader.object('/x').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ClientError);
    expect(refused).toMatchObject({ name: 'ClientError', message: 'invalid signature', status: 404, code, text });
  });

  it('keeps the response of a proxy in between', async () => {
    answering(502, '<h1>Bad Gateway</h1>');
    await expect(reader.list('/x')).rejects.toMatchObject({
      status: 502,
      code: 'http_502',
      text: '<h1>Bad Gateway</h1>',
      details: {},
    });
  });

  it('refuses a response without the promised shape', async () => {
    for (const text of ['', 'no JSON', '5', 'null', '[]']) {
      answering(200, text);
      await expect(reader.object('/x')).rejects.toMatchObject({ status: 200, code: 'unpromised_answer', text });
    }
    answering(200, '{}');
    await expect(reader.list('/x')).rejects.toMatchObject({ code: 'unpromised_answer' });
  });

  it('times out, also in the middle of a response, and names the cause', async () => {
    answer = (_request, response) => void response.writeHead(200, { 'content-length': '100' }).write('[');
    await expect(reader.list('/x', {}, { timeoutMs: 50 })).rejects.toMatchObject({ status: 0, code: 'ETIMEDOUT' });
    answer = () => undefined;
    const impatient = new ServiceReader({ url, timeoutMs: 50 }, platform);
    await expect(impatient.list('/x')).rejects.toMatchObject({
      code: 'ETIMEDOUT',
      message: `GET ${url}/x: no response within 50 ms`,
    });
    impatient.close();
  });

  it('ends when its caller aborts it', async () => {
    answer = () => undefined;
    await expect(reader.list('/x', {}, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ code: 'ABORT_ERR' });
    await expect(reader.list('/x', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORT_ERR' });
  });

  it('reports a refused connection', async () => {
    const nobody = new ServiceReader({ url: 'http://127.0.0.1:9' }, platform);
    await expect(nobody.list('/x')).rejects.toMatchObject({ status: 0, code: unreachable, text: '' });
    nobody.close();
  });
});
