import { HttpFailure, metricsRegistry, networkAddress, siteOf, targetOf } from '@foretell/platform-server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter } from 'prom-client';
import { limitedRoute } from './limit-rule';
import type { Admission, Limiter } from './limiter';
import { ExhaustedIdBudgets } from './exhausted-id-budgets';

/** Orchestrators request these from one address, at any rate. */
const UNCOUNTED = new Set(['GET /healthz', 'GET /readyz', 'GET /metrics']);
const SECOND = 1_000;
const KILOBYTE = 1_024;
/** In kilobytes. Smaller bodies are not lists, and are not counted. */
const LARGE = 16;

const refusals = new Counter({
  name: 'foretell_limit_refusals_total',
  help: 'Requests refused by a rate limit, by limit.',
  labelNames: ['limit'] as const,
  registers: [metricsRegistry],
});

interface Entered {
  readonly route: string;
  readonly response: ServerResponse;
  readonly address: string;
}

/**
 * Counts each request by network address on arrival. On a route that authenticates a key, the count moves from the address to the
 * key after authentication. So nobody uses up another's budget, and an unauthenticated request counts in any case. All networks
 * of an IPv6 site, and all keys of an address, share a limit. Source: interface, Limits.
 */
export class LimitGate {
  private readonly counted = new WeakMap<IncomingMessage, Entered>();
  private readonly exhaustedIdBudgets: ExhaustedIdBudgets;

  constructor(
    private readonly limiter: Limiter,
    private readonly trustedProxies: number,
  ) {
    this.exhaustedIdBudgets = new ExhaustedIdBudgets(limiter);
  }

  /** The refusal of a request on arrival; null for one that may continue. `bodyBytes`: the maximum body of its route. */
  enter(request: IncomingMessage, response: ServerResponse, bodyBytes: number): HttpFailure | null {
    const route = limitedRoute(request.method ?? '', targetOf(request));
    if (UNCOUNTED.has(route)) return null;
    const address = networkAddress(request, this.trustedProxies);
    const exhausted = this.limiter.namesIds(route) ? this.exhaustedIdBudgets.refusal(request, address) : null;
    if (exhausted !== null) return refusalOf(exhausted);
    const kilobytes = largeKilobytes(request, bodyBytes);
    const ofBodies = kilobytes === 0 ? null : this.limiter.refusesOther('bodies', address, kilobytes);
    const refusal = ofBodies === null ? this.counts(request, response, route, address) : refusalOf(ofBodies);
    if (refusal === null && kilobytes > 0) this.limiter.admitOther('bodies', address, kilobytes);
    return refusal;
  }

  /** Counts a request on arrival under its subject, or refuses it. */
  private counts(request: IncomingMessage, response: ServerResponse, route: string, address: string): HttpFailure | null {
    const ofSite = this.ofSite(address);
    if (ofSite !== null) return answered(response, ofSite);
    if (!this.limiter.isByKey(route)) return answered(response, this.limiter.admit(route, address));
    const refusal = answered(response, this.limiter.admit(GENERAL, address));
    if (refusal === null) this.counted.set(request, { route, response, address });
    return refusal;
  }

  /** Whether an address may open a connection that is not a request; counts as a request without its own route. */
  admitsConnection(address: string): boolean {
    return this.ofSite(address) === null && this.limiter.admit(GENERAL, address).isAdmitted;
  }

  /** Throws the refusal of a caller authenticated by the key. */
  admit(request: IncomingMessage, apiKey: string): void {
    const entered = this.counted.get(request);
    if (entered === undefined) return;
    const { route, response, address } = entered;
    this.counted.delete(request);
    this.limiter.giveBack(GENERAL, address);
    const ofKeys = this.limiter.admitOther('keys', address);
    const refusal = answered(response, ofKeys.isAdmitted ? this.limiter.admit(route, apiKey) : ofKeys);
    if (refusal !== null) throw refusal;
  }

  /** Throws the refusal of a caller whose lists name more ids than allowed; counts by authenticated key, or else by address. */
  admitIds(request: IncomingMessage, count: number, apiKey?: string): void {
    const address = networkAddress(request, this.trustedProxies);
    const admission = this.limiter.admitOther('ids', apiKey ?? address, count);
    if (admission.isAdmitted) return;
    if (apiKey !== undefined) this.exhaustedIdBudgets.note(request, address, apiKey, count);
    throw refusalOf(admission);
  }

  /** The refusal of a network whose entire site exceeds its limit. */
  private ofSite(address: string): Admission | null {
    const site = siteOf(address);
    if (site === null) return null;
    const admission = this.limiter.admitOther('sites', site);
    return admission.isAdmitted ? null : admission;
  }
}

/** The size of a large body before it is read; zero for any other. A body of undeclared length counts as the route's maximum. */
function largeKilobytes({ headers }: IncomingMessage, bodyBytes: number): number {
  const declared = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyBytes;
  const kilobytes = Math.ceil(Math.min(declared, bodyBytes) / KILOBYTE);
  return kilobytes > LARGE ? kilobytes : 0;
}

/** A request without its own route: counts only in the service's general limit. */
const GENERAL = '';

/** Sets the RateLimit header fields, which report the remaining budget. Source: interface, Limits. */
function answered(response: ServerResponse, admission: Admission): HttpFailure | null {
  const seconds = Math.ceil(admission.resetMillis / SECOND);
  response.setHeader('RateLimit-Limit', admission.count);
  response.setHeader('RateLimit-Remaining', admission.remaining);
  response.setHeader('RateLimit-Reset', seconds);
  return admission.isAdmitted ? null : refusalOf(admission);
}

function refusalOf({ rule, count, windowMillis, resetMillis }: Admission): HttpFailure {
  const seconds = Math.ceil(resetMillis / SECOND);
  refusals.inc({ limit: rule });
  const details = { limit: rule, count, windowSeconds: windowMillis / SECOND, retryAfterSeconds: seconds };
  return new HttpFailure(429, 'Too Many Requests', 'too_many_requests', details, { 'Retry-After': String(seconds) });
}
