import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { WebSocket as BrowsersWebSocket } from 'undici';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Socket } from '../streams/socket';
import { BROWSER } from './browser';
import { NODE } from './node';

const PLATFORMS = [
  { name: 'Node', platform: NODE },
  { name: 'a browser', platform: BROWSER },
];

describe('the digests of the platforms', () => {
  it('are equal for any text, secret and body', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array(), fc.uint8Array(), fc.boolean(), (text, key, body, isPlain) => {
        expect(BROWSER.sha1(text)).toBe(NODE.sha1(text));
        const secret = Buffer.from(key).toString(isPlain ? 'base64' : 'base64url');
        for (const encoding of ['hex', 'base64url'] as const)
          expect(BROWSER.requestMac(secret, text, body, encoding)).toBe(NODE.requestMac(secret, text, body, encoding));
      }),
    );
  });

  it.each(PLATFORMS)('of $name sign a request as the published clients do', ({ platform }) => {
    const body = Buffer.from('{"hash": "0x123"}');
    const [secret, head] = [`${'A'.repeat(43)}=`, '1000000test-sign/orders'];
    // The vector of the published clients' own unit tests.
    expect(platform.requestMac(secret, head, body, 'base64url')).toBe('ZwAdJKvoYRlEKDkNMwd5BuwNNtg93kNaR_oU2HrfVvc=');
  });
});

/** The events of a connection, one word each. */
function listening(
  platform: typeof NODE,
  url: string,
): { readonly observed: string[]; readonly socket: Socket; next(): Promise<string> } {
  const observed: string[] = [];
  let wake = (): void => undefined;
  const observe = (word: string): void => {
    observed.push(word);
    wake();
  };
  const socket = platform.openSocket(url, {
    opened: () => observe('opened'),
    received: (text) => observe(`received ${text}`),
    closed: (code, reason) => observe(`closed ${code} ${reason}`.trim()),
  });
  const next = async (): Promise<string> => {
    while (observed.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return observed.shift() ?? '';
  };
  return { observed, socket, next };
}

describe.each(PLATFORMS)('the WebSocket of $name', ({ name, platform }) => {
  let server: WebSocketServer;
  let url: string;
  let ofCaller: Promise<WebSocket>;
  const kept = globalThis.WebSocket;

  beforeAll(() => {
    Object.assign(globalThis, { WebSocket: BrowsersWebSocket });
  });
  afterAll(() => {
    Object.assign(globalThis, { WebSocket: kept });
  });
  beforeEach(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    ofCaller = new Promise((resolve) => server.once('connection', resolve));
  });
  afterEach(async () => {
    for (const client of server.clients) client.terminate();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sends and receives texts, and reports the close code and reason of the peer', async () => {
    const { socket, next } = listening(platform, url);
    socket.send('too early, and left out');
    expect(await next()).toBe('opened');
    const caller = await ofCaller;
    const received = new Promise((resolve) => caller.once('message', (data: Buffer) => resolve(data.toString('utf8'))));
    socket.send('héllo');
    expect(await received).toBe('héllo');
    caller.send('wörld');
    expect(await next()).toBe('received wörld');
    caller.close(1008, 'no such key');
    expect(await next()).toBe('closed 1008 no such key');
  });

  it('closes at once when it is ended, and reports it once', async () => {
    const { socket, observed, next } = listening(platform, url);
    expect(await next()).toBe('opened');
    const ended = new Promise((resolve) => void ofCaller.then((caller) => caller.once('close', resolve)));
    socket.end();
    expect(await next()).toMatch(/^closed 1006/);
    await ended;
    expect(observed).toEqual([]);
  });

  it('reports a refused connection', async () => {
    const { next } = listening(platform, 'ws://127.0.0.1:1');
    expect(await next()).toMatch(/^closed 1006/);
  });

  it('delivers nothing while it is paused', async () => {
    const { socket, observed, next } = listening(platform, url);
    expect(await next()).toBe('opened');
    const caller = await ofCaller;
    socket.pause();
    const heard = new Promise((resolve) => caller.once('message', resolve));
    const gone = new Promise((resolve) => caller.once('close', resolve));
    caller.send('held back');
    if (name === 'Node') {
      socket.send('still there');
      await heard;
      expect(observed).toEqual([]);
      socket.resume();
      expect(await next()).toBe('received held back');
    } else {
      // It cannot pause reading, so it closes; the follower then starts again with a snapshot.
      await gone;
      expect(observed).toEqual(['closed 1006 the page reads slower than the service sends']);
    }
  });
});
