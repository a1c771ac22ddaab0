import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eventually } from './harness/eventually';
import { freePort } from './harness/free-port';
import { ImageFolders } from './harness/images';
import { runProgram } from './harness/ops-process';

const SITE = {
  CONSOLE_CLOB_URL: 'https://clob.example.org/',
  CONSOLE_GAMMA_URL: 'https://gamma.example.org',
  CONSOLE_DATA_URL: 'http://data.example.org:8080/here',
};

/** The images' folders are copied first. */
const START_MS = 180_000;

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The content of the image, run as the image runs it: read-only, as an unprivileged user. */
describe('the console’s server', () => {
  let folders: ImageFolders;
  let port: number;
  let server: ChildProcess;

  const environment = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    ...folders.environment(),
    CONSOLE_PORT: String(port),
    ...SITE,
    ...more,
  });

  beforeAll(async () => {
    folders = await ImageFolders.create();
    port = await freePort();
    const { main, ...identity } = folders.program('console');
    server = spawn(process.execPath, [main], { ...identity, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
    await eventually('it answers', async () => (await get('/healthz').catch(() => undefined))?.status === 200);
  }, START_MS);

  afterAll(async () => {
    server?.kill('SIGKILL');
    await folders?.remove();
  });

  function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
    return new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }));
      });
      asked.once('error', reject);
      asked.end();
    });
  }

  /** Path of the page's script in index.html. */
  async function script(): Promise<string> {
    const [path] = /\/assets\/[\w.-]+\.js/.exec((await get('/')).body.toString()) ?? [];
    if (path === undefined) throw new Error('index.html names no script');
    return path;
  }

  it('serves its page for every address of the console, to be revalidated each time', async () => {
    const page = await get('/');
    expect(page.body.toString()).toContain('<div id="root">');
    for (const path of ['/portfolio', '/market/0x00', '/event/a.b', '/?x=1', '/index.html']) {
      const { status, headers, body } = await get(path);
      expect([path, status, headers['cache-control'], body.equals(page.body)]).toEqual([path, 200, 'no-cache', true]);
    }
  });

  it('serves the addresses of this site’s services', async () => {
    const { headers, body } = await get('/config.json');
    expect(JSON.parse(body.toString())).toEqual({
      clob: 'https://clob.example.org',
      gamma: 'https://gamma.example.org',
      data: 'http://data.example.org:8080/here',
      pictures: [],
    });
    expect([headers['cache-control'], headers['content-type']]).toEqual(['no-cache', 'application/json; charset=utf-8']);
  });

  it('lets a browser cache files with a digest in their name without expiry, and revalidates by ETag', async () => {
    const path = await script();
    const { headers } = await get(path);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    const again = await get(path, { 'if-none-match': `W/${headers.etag ?? ''}` });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await get('/', { 'if-none-match': headers.etag ?? '' })).status).toBe(200);
  });

  it('sends the smallest encoding that a visitor accepts', async () => {
    const path = await script();
    const whole = (await get(path)).body;
    const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get(path, { 'accept-encoding': 'br;q=0, gzip;q=0.5' });
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(brotli.body).equals(whole)).toBe(true);
    expect(gunzipSync(gzip.body).equals(whole)).toBe(true);
    expect(brotli.body.length).toBeLessThan(whole.length / 2);
    expect((await get(path, { 'accept-encoding': 'br;q=0, *;q=0' })).headers['content-encoding']).toBeUndefined();
    const head = await get(path, {}, 'HEAD');
    expect([head.body.length, head.headers['content-length']]).toEqual([0, String(whole.length)]);
  });

  it.each([
    '/assets/../../../../package.json',
    '/assets/%2e%2e/index.html',
    '/assets/nothing-12345678.js',
    '/assets/',
    '/assets//index.html',
  ])('serves nothing at %s', async (path) => {
    const { status, headers, body } = await get(path);
    expect([status, headers['cache-control'], body.toString()]).toEqual([404, 'no-store', 'not found\n']);
  });

  it.each(['/../package.json', '/..%2f..%2fmain.js', '/%00', '//etc/passwd', '/main.js', '/tools/console/main.mjs'])(
    'serves its page and no file at %s',
    async (path) => {
      const { status, body } = await get(path);
      expect([status, body.equals((await get('/')).body)]).toEqual([200, true]);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const { status, headers } = await get('/', {}, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('lets the page connect to the services and their streams only, and forbids frames', async () => {
    const { headers } = await get('/portfolio');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(
      "connect-src 'self' https://clob.example.org https://gamma.example.org http://data.example.org:8080 " +
        'wss://clob.example.org wss://gamma.example.org ws://data.example.org:8080;',
    );
    for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
      expect(policy.split('; ')).toContain(part);
    }
    expect(policy).not.toMatch(/unsafe-eval|unsafe-inline|\*/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect((await get('/assets/nothing')).headers['content-security-policy']).toBe(policy);
  });

  it('keeps running after malformed HTTP', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.end('\0\x01 / nothing\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await get('/')).status).toBe(200);
  });

  it('names every fault of its environment, and does not start', async () => {
    const { exitCode, complaints } = await runProgram(
      folders.program('console'),
      environment({
        CONSOLE_PORT: 'none',
        CONSOLE_GAMMA_URL: 'gamma',
        CONSOLE_DATA_URL: 'https://me:secret@data.example.org',
        CONSOLE_CATALOG_URL: 'gamma:3002',
        CONSOLE_PICTURE_ORIGINS: 'https://images.example.org/path',
      }),
    );
    expect(exitCode).toBe(1);
    expect(complaints.match(/CONSOLE_\w+/g)).toEqual([
      'CONSOLE_PORT',
      'CONSOLE_GAMMA_URL',
      'CONSOLE_DATA_URL',
      'CONSOLE_CATALOG_URL',
      'CONSOLE_PICTURE_ORIGINS',
    ]);
    expect(complaints).not.toContain('secret');
  });

  it('has a health check, and ends when it is stopped', async () => {
    const check = (): Promise<{ exitCode: number | null }> =>
      runProgram(folders.program('console', 'healthcheck.cjs'), environment());
    expect((await check()).exitCode).toBe(0);
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect((await check()).exitCode).toBe(1);
  });
});
