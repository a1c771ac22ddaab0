import { Unavailable, unavailable, type HttpFailure } from '@foretell/platform-server';
import type { Backlog } from '../engine/writer-pace';

/** Refused first: everything that asks for new work. Cancels, heartbeats and reads are not. Source: interface, Limits. */
const NEW_WRITES: ReadonlySet<string> = new Set([
  'POST /order',
  'POST /orders',
  'POST /order/dry-run',
  'POST /orders/dry-run',
  'POST /positions/split',
  'POST /positions/merge',
  'POST /auth/api-key',
]);

/** In addition to cancels. Liveness and readiness probes do not depend on the load. */
const GO_FIRST: ReadonlySet<string> = new Set([
  'POST /heartbeats',
  'POST /v1/heartbeats',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
]);

/** Once a queue has not moved for this many times the limit, the usual cost of a command no longer predicts its wait. */
const STUCK_AFTER_TIMES = 4;

/** Set by Envoy, and by callers that say how long they wait for the answer. */
export const EXPECTED_TIMEOUT_HEADER = 'x-envoy-expected-rq-timeout-ms';
/** Upper bound for any caller: a waiting request costs memory and a place in a bounded queue. */
const WAIT_LIMIT_MAX_MILLIS = 1_000;

/** Spreads retries: callers refused together would otherwise return together. */
const RETRY_AFTER_MAX_SECONDS = 3;

export interface AdmissionSources {
  /** Work ahead of the next command from a network. */
  backlog(from: string): Backlog;
  /** Time that this event-loop tick has spent on requests. */
  turnMillis(): number;
  /** Time until the next request from a network is started. */
  waitMillis(from: string): number;
}

/** Refuses new writes while the backlog is too long, so that accepted requests finish in time. */
export class Admission {
  constructor(
    private readonly sources: AdmissionSources,
    /** The maximum backlog for a caller that does not say how long it waits. */
    private readonly shedAfterMillis: number,
    private readonly random: () => number = Math.random,
  ) {}

  /** How long the caller waits, by its header. An invalid number counts as absent. */
  waitLimitOf(header: string | string[] | undefined): number {
    const millis = Number(header);
    return millis >= 1 ? Math.min(millis, WAIT_LIMIT_MAX_MILLIS) : this.shedAfterMillis;
  }

  /** The refusal of a request to the route on arrival, before its body is read; null if it may continue. */
  refusal(route: string, from = '', waitLimitMillis = this.shedAfterMillis): HttpFailure | null {
    const turnMillis = this.sources.turnMillis();
    if (!NEW_WRITES.has(route)) return null;
    const { workMillis, ageMillis } = this.sources.backlog(from);
    const isBusy =
      turnMillis + workMillis + this.sources.waitMillis(from) > waitLimitMillis ||
      ageMillis > STUCK_AFTER_TIMES * waitLimitMillis;
    return isBusy ? this.busy() : null;
  }

  /** The refusal of an admitted request that then waited longer than predicted. */
  lateRefusal(waitedMillis: number, waitLimitMillis = this.shedAfterMillis): HttpFailure | null {
    return waitedMillis > waitLimitMillis ? this.busy() : null;
  }

  private busy(): HttpFailure {
    const seconds = 1 + Math.floor(this.random() * RETRY_AFTER_MAX_SECONDS);
    return unavailable(new Unavailable('too many commands are waiting, try again', 'engine_busy'), String(seconds));
  }
}

/** The queue of a request: new writes and reads each have their own; priority requests have none. */
export function lineOf(route: string): 'newWrites' | 'reads' | null {
  if (NEW_WRITES.has(route)) return 'newWrites';
  return route.startsWith('DELETE ') || GO_FIRST.has(route) ? null : 'reads';
}
