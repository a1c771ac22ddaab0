import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { committedApi } from './committed';
import { describeSpellings } from './describe-spellings';
import { askRaw, describeTargets, type TargetedService } from './describe-targets';
import { sampleOf, targetOf } from './requests';
import { readOperations, type Operation } from './schema';
import { servedRoutes } from './served-routes';

/** A running service, and the parts that these tests inspect. */
export interface RunningService extends TargetedService {
  readonly url: string;
  /** The Express application, from Nest's adapter. */
  readonly express: object;
  /** Whether requests for exactly this method and path are found without Express's router. */
  readonly isMapped: (method: string, path: string) => boolean;
  /** Starts serving health and metrics on a separate port. */
  readonly monitor: () => Promise<Server>;
  readonly close: () => Promise<void>;
}

const MONITORED = ['GET /healthz', 'GET /readyz', 'GET /metrics'];
const PAGES = 'the document as pages, which Swagger brings';

/** The routes of every service that no document has, with the reason. */
const BESIDE: Readonly<Record<string, string>> = {
  'GET /healthz': 'for probes: docs/operate/metrics.md',
  'GET /readyz': 'for probes: docs/operate/metrics.md',
  'GET /metrics': 'for Prometheus: docs/operate/metrics.md',
  'use /docs/openapi.json': 'the document itself',
  'use /docs': PAGES,
  'GET /docs': PAGES,
  'GET /docs/': PAGES,
  'GET /docs/index.html': PAGES,
  'GET /docs/swagger-ui-init.js': PAGES,
  'GET /docs/docs/swagger-ui-init.js': PAGES,
  'GET /docs/LICENSE': PAGES,
};

/**
 * Middleware that receives every request and serves no path. In order: Nest's hook, CORS, the body parser, and behind all routes
 * Nest's handlers for unknown paths and for errors.
 */
const EVERYWHERE = ['<anonymous>', 'corsMiddleware', '<anonymous>', '<anonymous>', '<anonymous>'];

const patternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort((a, b) => (a < b ? -1 : 1));

/**
 * Tests of each service: it serves the routes in its document, those listed here and those in `beside`, each with its reason,
 * and no others.
 */
export function describeServedRoutes(
  service: string,
  open: () => Promise<RunningService>,
  beside: Readonly<Record<string, string>> = {},
): void {
  describe('the routes that are served', () => {
    const document = committedApi(service);
    const operations = readOperations(document);
    const documented = operations.map(({ method, path }) => `${method} ${patternOf(path)}`);
    let running: RunningService;
    /** The route of the last request, from either entry point. */
    let taken: string | undefined;

    beforeAll(async () => {
      running = await open();
      running.server.prependListener('request', (request, response) => {
        response.once('close', () => (taken = 'route' in request ? pathOf(request.route) : undefined));
      });
    }, 120_000);
    afterAll(() => running?.close());

    it('are in the document, or in the list of exceptions', () => {
      const mounts = Object.keys(BESIDE).flatMap((name) => (name.startsWith('use ') ? [name.slice('use '.length)] : []));
      const { routes, mounted, everywhere } = servedRoutes(running.express, mounts);
      expect(sorted([...routes, ...mounted])).toEqual(sorted([...documented, ...Object.keys(BESIDE), ...Object.keys(beside)]));
      expect(everywhere).toEqual(EVERYWHERE);
    });

    it('are found without Express’s router, all of the document, and health and metrics', () => {
      expect([...documented, ...MONITORED].filter((name) => !isMapped(running, name))).toEqual([]);
    });

    describeSpellings(document, () => running);

    describeTargets(
      () => running,
      () => [...documented, ...MONITORED, ...Object.keys(BESIDE).filter((name) => name.startsWith('GET '))],
      () => {
        const pattern = taken;
        taken = undefined;
        return pattern;
      },
    );

    const ask = async (operation: Operation): Promise<string | undefined> => {
      const { values, body } = sampleOf(operation, document);
      taken = undefined;
      const response = await fetch(running.url + targetOf(operation, values), {
        method: operation.method,
        headers: { connection: 'close', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      await until(() => taken !== undefined);
      return taken;
    };

    it.each(operations.map((operation) => [operation.name, operation] as const))(
      'handle requests for %s',
      async (_, operation) => {
        expect(await ask(operation)).toBe(patternOf(operation.path));
      },
    );

    it('are only health and metrics on a separate port, and those are no longer on the service’s port', async () => {
      await expectMonitoredApart(running);
    });
  });
}

function isMapped(running: RunningService, name: string): boolean {
  const [method = '', path = ''] = name.split(' ');
  return running.isMapped(method, path.replaceAll(/:\w+/g, 'x'));
}

/** Health and metrics are served on a separate port only. */
async function expectMonitoredApart(running: RunningService): Promise<void> {
  const { port } = (await running.monitor()).address() as AddressInfo;
  const { routes } = servedRoutes(running.express, []);
  for (const name of [...routes, 'GET /docs/openapi.json']) {
    const isHere = (await statusOf(`http://127.0.0.1:${port}`, name)) !== 404;
    expect([name, isHere]).toEqual([name, MONITORED.includes(name)]);
  }
  const { port: publicPort } = running.server.address() as AddressInfo;
  for (const name of MONITORED) {
    expect([name, await statusOf(running.url, name)]).toEqual([name, 404]);
    const [method = '', path = ''] = name.split(' ');
    for (const url of [`${path}#x`, `http://x${path}`, `${path}\u00a0`])
      for (const each of [port, publicPort]) expect([url, (await askRaw(each, { method, url })).status]).toEqual([url, 400]);
    for (const url of [`${path}/?`, path.toUpperCase(), `${path}??`])
      expect([url, (await askRaw(publicPort, { method, url })).status]).toEqual([url, 404]);
  }
}

async function statusOf(base: string, name: string): Promise<number> {
  const [method = '', path = ''] = name.split(' ');
  const response = await fetch(base + path.replaceAll(/:\w+/g, 'x'), { method });
  await response.arrayBuffer();
  return response.status;
}

function pathOf(route: unknown): string | undefined {
  return typeof route === 'object' && route !== null && 'path' in route && typeof route.path === 'string'
    ? route.path
    : undefined;
}

/** The end of a request is reported shortly after its response is read. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; !holds() && turn < 200; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
}
