import * as fc from 'fast-check';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { REQUEST_SEED } from './requests';
import { WAYS_OF_WRITING, writtenOtherwise } from './written-otherwise';

/** A request as far as its first line says. */
export interface Asked {
  readonly method: string;
  readonly url: string;
}

export interface TargetedSurface {
  readonly server: Server;
  /** What limits, load shedding, body limits and the monitor's port make of a request. */
  readonly decide: (asked: Asked) => unknown;
}

/** What a request target may be; stated a second time, so that the service's own check is checked. */
const isAllowed = (target: string): boolean =>
  target.startsWith('/') && [...target].every((c) => c > ' ' && c < '\x7f' && c !== '#');

/** What comes back on a connection of its own for a first line that no HTTP client would send. */
export async function askRaw(port: number, { method, url }: Asked): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const closed = once(socket, 'close');
  socket.write(`${method} ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1');
  await closed;
  const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n', 2);
  return { status: Number(head.split(' ', 2)[1]), head, body };
}

const exampleOf = (pattern: string): string => pattern.replaceAll(/[:*]\w+/g, 'x');

/**
 * What holds of each service: a request target is read in one way. `patterns` are the served routes, "GET /markets/:id";
 * `takenBy` is the pattern that the last request met, asked once.
 */
export function describeTargets(
  running: () => TargetedSurface,
  patterns: () => readonly string[],
  takenBy: () => string | undefined,
): void {
  const port = (): number => (running().server.address() as AddressInfo).port;

  describe('a request target', () => {
    it.each(['http://x/docs', 'docs', '*', '/docs#', '/docs#x', '/docs?a#b', '/docs\u00a0', '/docs\u00e9', '/docs\t'])(
      'is refused, to pages too, where it is %j',
      async (url) => {
        const { status, head, body } = await askRaw(port(), { method: 'GET', url });
        // Node's parser refuses a request whose first line it cannot read; all others get that far.
        expect([status, body]).toEqual([400, expect.stringMatching(/request target|not an HTTP\/1\.1 request/)]);
        expect(head.toLowerCase()).toContain('access-control-allow-origin: *');
        expect(JSON.parse(body)).toBeInstanceOf(Object);
      },
    );

    it('means the same to whatever decides about the request as to the router, however it is written', async () => {
      const all = patterns();
      const targets = fc
        .tuple(
          fc.constantFrom(...all),
          fc.boolean(),
          fc.array(fc.tuple(fc.nat(WAYS_OF_WRITING - 1), fc.nat(20)), { minLength: 1, maxLength: 3 }),
        )
        .map(([name, isHead, changes]) => {
          const [method = '', pattern = ''] = name.split(' ');
          const url = changes.reduce((target, [change, at]) => writtenOtherwise(target, change, at), exampleOf(pattern));
          return { method: isHead && method === 'GET' ? 'HEAD' : method, url };
        });
      let routed = 0;
      const property = fc.asyncProperty(targets, async (asked) => {
        takenBy();
        const { status } = await askRaw(port(), asked);
        const pattern = takenBy();
        if (!isAllowed(asked.url)) {
          expect([asked, status, pattern]).toEqual([asked, 400, undefined]);
          return;
        }
        // The pages' files are served by no route of their own.
        if (pattern === undefined && status !== 200) return;
        routed += 1;
        const usual = { method: asked.method, url: exampleOf(pattern ?? '/docs') };
        expect([asked, running().decide(asked)]).toEqual([asked, running().decide(usual)]);
      });
      await fc.assert(property, { numRuns: 2_000, seed: REQUEST_SEED });
      // Or nothing was compared.
      expect(routed).toBeGreaterThan(200);
    });
  });
}
