import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { NextFunction, Request, Response } from 'express';

/** One registry a process; rooms register their own gauges and counters in it. */
export const metricsRegistry = new Registry();

let defaultsCollected = false;

/** Starts process metrics once, whatever number of applications a test boots. */
export function startDefaultMetrics(): void {
  if (defaultsCollected) return;
  defaultsCollected = true;
  collectDefaultMetrics({ register: metricsRegistry });
}

const requestSeconds = new Histogram({
  name: 'foretell_http_request_seconds',
  help: 'Time from the request to the end of its answer, by route and status.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  registers: [metricsRegistry],
});

/** Measures by route pattern, never by path: paths hold ids and would make a series each. */
export function measureRequests(request: Request, response: Response, next: NextFunction): void {
  const startedAt = process.hrtime.bigint();
  response.once('finish', () => {
    const { route: matched } = request as { route?: { path?: unknown } };
    const route = matched?.path;
    requestSeconds
      .labels(request.method, typeof route === 'string' ? route : 'none', String(response.statusCode))
      .observe(Number(process.hrtime.bigint() - startedAt) / 1e9);
  });
  next();
}
