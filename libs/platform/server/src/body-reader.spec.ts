import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import express from 'express';
import { jsonBodyReader } from './body-reader';
import { HttpFailure } from './http-failure';

const LIMIT_BYTES = 64;
const LARGE = '/large';

describe('the body reader', () => {
  let server: Server;
  let port: number;

  beforeAll(async () => {
    const app = express();
    app.use(jsonBodyReader(({ url }) => (url === LARGE ? 100 * LIMIT_BYTES : LIMIT_BYTES)));
    app.use((asked, answer) => {
      answer.json({ body: asked.body ?? 'none', raw: asked.rawBody?.toString('latin1') ?? 'none' });
    });
    // Express recognises a failure handler by its four parameters.
    app.use((failure: unknown, _asked: express.Request, answer: express.Response, _next: express.NextFunction) => {
      if (failure instanceof HttpFailure) answer.status(failure.status).json({ code: failure.code });
      else answer.status(500).end();
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const send = async (body: string | Buffer | undefined, headers: Record<string, string> = {}): Promise<[number, unknown]> => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers,
      ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
    });
    return [response.status, await response.json()];
  };

  it.each(['application/json', 'text/plain', ''])(
    'reads JSON under the content type "%s" and keeps its exact bytes',
    async (type) => {
      expect(await send('{"a": [1,\t2]}', type === '' ? {} : { 'content-type': type })).toEqual([
        200,
        { body: { a: [1, 2] }, raw: '{"a": [1,\t2]}' },
      ]);
    },
  );

  it('treats an empty body as absent, for any content type', async () => {
    expect(await send(undefined, { 'content-type': 'application/json' })).toEqual([200, { body: 'none', raw: 'none' }]);
    expect(await send('', { 'content-type': 'application/json' })).toEqual([200, { body: 'none', raw: 'none' }]);
  });

  it.each(['{', 'hello', '{"a":1}}', "{'a':1}", '\u{feff}{}', 'NaN'])('refuses %j, which is not JSON', async (text) => {
    expect(await send(text)).toEqual([400, { code: 'malformed_json' }]);
  });

  it('refuses excessive nesting before parsing; brackets in texts do not count', async () => {
    const [open, close] = ['['.repeat(32), ']'.repeat(32)];
    for (const deep of [`${open}[`, `${'['.repeat(31)}{"a":[`, `[1],${open}{`])
      expect(await send(deep)).toEqual([400, { code: 'body_too_deep' }]);
    expect((await send(`${open}${close}`))[0]).toBe(200);
    expect((await send(`"[${open}"`))[0]).toBe(200);
    expect((await send(`["\\"[${open}"]`))[0]).toBe(200);
    expect((await send(`["\\\\",[],"{${open}"]`))[0]).toBe(200);
    expect(await send(`"[${open}`)).toEqual([400, { code: 'malformed_json' }]);
  });

  it.each(['null', '0', '"x"', '[]'])('leaves the check of %s to the modules', async (text) => {
    expect((await send(text))[0]).toBe(200);
  });

  it('accepts a body of the maximum size, and refuses one byte more, declared or not', async () => {
    const body = (length: number) => JSON.stringify('x'.repeat(length - 2));
    expect((await send(body(LIMIT_BYTES)))[0]).toBe(200);
    expect(await send(body(LIMIT_BYTES + 1))).toEqual([413, { code: 'body_too_large' }]);
    expect(await chunked([body(LIMIT_BYTES).slice(0, 30), body(LIMIT_BYTES).slice(30)])).toBe(200);
    expect(await chunked([body(LIMIT_BYTES), ' '])).toBe(413);
  });

  it('refuses a body in tiny chunks, which cost more to store than they contain', async () => {
    const crumbs = (count: number): string[] => ['7', ...Array<string>(count - 1).fill(' ')];
    expect(await chunked(crumbs(1_024), LARGE)).toBe(200);
    expect(await chunked(crumbs(1_025), LARGE)).toBe(400);
  });

  it('counts bytes, not characters', async () => {
    expect(await send(JSON.stringify('\u00e9'.repeat(40)))).toEqual([413, { code: 'body_too_large' }]);
  });

  it('does not use the prototype of what it parses', async () => {
    expect(await send('{"__proto__":{"polluted":1}}')).toMatchObject([200, { raw: '{"__proto__":{"polluted":1}}' }]);
    expect({}).not.toHaveProperty('polluted');
  });

  /** Sends without a content length. */
  async function chunked(parts: readonly string[], path = '/'): Promise<number> {
    const sent = request({ port, path, method: 'POST', headers: { 'transfer-encoding': 'chunked' } });
    for (const part of parts) sent.write(part);
    sent.end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    return answer.statusCode;
  }
});
