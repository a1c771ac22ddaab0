import * as fc from 'fast-check';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { REQUEST_SEED } from './requests';
import { ENCODING_COUNT, encodedTarget } from './target-encodings';

/** The first line of a request. */
export interface Asked {
  readonly method: string;
  readonly url: string;
}

export interface TargetedService {
  readonly server: Server;
  /** The decisions about a request by limits, load shedding, body limits and the monitor's port. */
  readonly decide: (asked: Asked) => unknown;
}

/** The valid forms of a request target; implemented a second time, to test the service's own check. */
const isAllowed = (target: string): boolean =>
  target.startsWith('/') && [...target].every((c) => c > ' ' && c < '\x7f' && c !== '#');

/** The response, on a separate connection, to a first line that no HTTP client would send. */
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
 * Tests of each service: every component reads a request target alike. `patterns` are the served routes, "GET /markets/:id";
 * `takenBy` returns the pattern of the last request, once.
 */
export function describeTargets(
  running: () => TargetedService,
  patterns: () => readonly string[],
  takenBy: () => string | undefined,
): void {
  const port = (): number => (running().server.address() as AddressInfo).port;

  describe('a request target', () => {
    it.each(['http://x/docs', 'docs', '*', '/docs#', '/docs#x', '/docs?a#b', '/docs\u00a0', '/docs\u00e9', '/docs\t'])(
      'is refused, also for pages, as %j',
      async (url) => {
        const { status, head, body } = await askRaw(port(), { method: 'GET', url });
        // Node's parser refuses a request whose first line it cannot parse; all others reach the service.
        expect([status, body]).toEqual([400, expect.stringMatching(/request target|not an HTTP\/1\.1 request/)]);
        expect(head.toLowerCase()).toContain('access-control-allow-origin: *');
        expect(JSON.parse(body)).toBeInstanceOf(Object);
      },
    );

    it('has the same meaning for every component as for the router, in any encoding', async () => {
      const all = patterns();
      const targets = fc
        .tuple(
          fc.constantFrom(...all),
          fc.boolean(),
          fc.array(fc.tuple(fc.nat(ENCODING_COUNT - 1), fc.nat(20)), { minLength: 1, maxLength: 3 }),
        )
        .map(([name, isHead, changes]) => {
          const [method = '', pattern = ''] = name.split(' ');
          const url = changes.reduce((target, [change, at]) => encodedTarget(target, change, at), exampleOf(pattern));
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
        // The pages' files have no route of their own.
        if (pattern === undefined && status !== 200) return;
        routed += 1;
        const usual = { method: asked.method, url: exampleOf(pattern ?? '/docs') };
        expect([asked, running().decide(asked)]).toEqual([asked, running().decide(usual)]);
      });
      await fc.assert(property, { numRuns: 2_000, seed: REQUEST_SEED });
      // Otherwise nothing was compared.
      expect(routed).toBeGreaterThan(200);
    });
  });
}
