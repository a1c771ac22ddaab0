import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { shownPath } from './front/request-target';
import { identityOf } from './request-identity';
import { beginRequest } from './tracing/tracing';

/** One registry per process; modules register their own gauges and counters in it. */
export const metricsRegistry = new Registry();

let defaultsCollected = false;

/** Starts process metrics once, for any number of applications that a test boots. */
export function startDefaultMetrics(): void {
  if (defaultsCollected) return;
  defaultsCollected = true;
  collectDefaultMetrics({ register: metricsRegistry });
}

const requestSeconds = new Histogram({
  name: 'foretell_http_request_seconds',
  help: 'Time from a request to the end of its response, by route and status.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  registers: [metricsRegistry],
});

const NOT_NOW = 503;

/** By method, route and status, which are few: looking the labels up costs as much as counting. */
const children = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();

function secondsOf(method: string, route: string, status: number): Histogram.Internal<'method' | 'route' | 'status'> {
  const name = `${method} ${route} ${status}`;
  let child = children.get(name);
  if (child === undefined) children.set(name, (child = requestSeconds.labels(method, route, String(status))));
  return child;
}

/**
 * One histogram entry, one structured line and, with traces enabled, one span per request. Measures by route pattern, never by
 * path: paths contain ids, and each would become a series. The line has the path without its query, the request's id and, of the
 * headers, only the name of the authenticated key: none of it can be a secret. Its level is debug, or error for an internal
 * error; not ready and overloaded are regular responses.
 *
 * pino-http and a logger bound to each request would cost several times as much: tracking requests through asynchronous calls
 * slows every promise of the process.
 */
export function requestObserver(logger: Logger): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const startedAt = performance.now();
    const span = beginRequest(request);
    response.once('finish', () => {
      const durationMs = performance.now() - startedAt;
      const { method = '' } = request;
      const { statusCode } = response;
      const route = routeOf(request);
      secondsOf(method, route, statusCode).observe(durationMs / 1000);
      const isFault = statusCode >= 500 && statusCode !== NOT_NOW;
      const attributes = { 'http.route': route, 'http.response.status_code': statusCode };
      span?.end({ name: `${method} ${route}`, isFault, attributes });
      if (!isFault && !logger.isLevelEnabled('debug')) return;
      logger[isFault ? 'error' : 'debug'](
        { ...identityOf(request), method, path: shownPath(request), statusCode, durationMs: Math.round(durationMs) },
        'request',
      );
    });
  };
}

/** The route pattern of a request, set by the code that routes it. */
function routeOf(request: IncomingMessage): string {
  const { route } = request as { route?: { path?: unknown } };
  return typeof route?.path === 'string' ? route.path : 'none';
}
