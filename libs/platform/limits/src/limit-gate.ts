import { HttpFailure, metricsRegistry, networkAddress } from '@foretell/platform-server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter } from 'prom-client';
import { limitedRoute } from './limit-rule';
import type { Admission, Limiter } from './limiter';

/** Orchestrators ask these from one address, however busy it is. */
const UNCOUNTED = new Set(['GET /healthz', 'GET /readyz', 'GET /metrics']);
const SECOND = 1_000;

const refusals = new Counter({
  name: 'foretell_limit_refusals_total',
  help: 'Requests that were refused because their caller had asked too often, by the limit.',
  labelNames: ['limit'] as const,
  registers: [metricsRegistry],
});

interface Counted {
  readonly route: string;
  readonly response: ServerResponse;
}

/**
 * Counts each request once: by network address where it comes in, or by API key once the key has proved itself, so that nobody
 * uses up what belongs to another. Requests whose credentials are refused count by address. Source: decisions, Limits.
 */
export class LimitGate {
  private readonly counted = new WeakMap<IncomingMessage, Counted>();

  constructor(
    private readonly limiter: Limiter,
    private readonly trustedProxies: number,
  ) {}

  /** The refusal of a request as it comes in; null for one that may go on. */
  enter(request: IncomingMessage, response: ServerResponse): HttpFailure | null {
    const route = limitedRoute(request.method ?? '', request.url ?? '');
    if (UNCOUNTED.has(route)) return null;
    const address = networkAddress(request, this.trustedProxies);
    if (!this.limiter.isByKey(route)) return answered(response, this.limiter.admit(route, address));
    const refusal = this.limiter.refuses(GENERAL, address);
    if (refusal !== null) return answered(response, refusal);
    this.counted.set(request, { route, response });
    response.once('finish', () => {
      if (response.statusCode === 401) this.limiter.admit(GENERAL, address);
    });
    return null;
  }

  /** Throws the refusal of a caller who has proved to hold the key. */
  admit(request: IncomingMessage, apiKey: string): void {
    const counted = this.counted.get(request);
    if (counted === undefined) return;
    const refusal = answered(counted.response, this.limiter.admit(counted.route, apiKey));
    if (refusal !== null) throw refusal;
  }
}

/** No route of its own: what counts is only how often the surface is asked. */
const GENERAL = '';

/** Tells the caller what is left to him, in RateLimit header fields. Source: interface, Limits. */
function answered(response: ServerResponse, admission: Admission): HttpFailure | null {
  const seconds = Math.ceil(admission.resetMillis / SECOND);
  response.setHeader('RateLimit-Limit', admission.count);
  response.setHeader('RateLimit-Remaining', admission.remaining);
  response.setHeader('RateLimit-Reset', seconds);
  if (admission.isAdmitted) return null;
  const { rule, count, windowMillis } = admission;
  refusals.inc({ limit: rule });
  const details = { limit: rule, count, windowSeconds: windowMillis / SECOND, retryAfterSeconds: seconds };
  return new HttpFailure(429, 'Too Many Requests', 'too_many_requests', details, { 'Retry-After': String(seconds) });
}
