import { HttpFailure } from '@foretell/platform-server';
import type { Backlog } from '../engine/writer-pace';

/** What is refused first: all that asks for new work. Cancels, heartbeats and reads are not. Source: decisions, Limits. */
const NEW_WRITES: ReadonlySet<string> = new Set([
  'POST /order',
  'POST /orders',
  'POST /order/dry-run',
  'POST /orders/dry-run',
  'POST /positions/split',
  'POST /positions/merge',
  'POST /auth/api-key',
]);

/** Besides cancels. Whoever asks whether the process lives or is ready does not ask how much it has to do. */
const GO_FIRST: ReadonlySet<string> = new Set([
  'POST /heartbeats',
  'POST /v1/heartbeats',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
]);

/** A queue that has not moved for so many times what may wait does not get shorter by what commands usually cost. */
const STUCK_AFTER_TIMES = 4;

const BUSY = new HttpFailure(503, 'too many commands are waiting, try again', 'engine_busy', undefined, { 'Retry-After': '1' });

export interface AdmissionSources {
  /** What goes before the next command from a network. */
  backlog(from: string): Backlog;
  /** How long this turn of the event loop has been at requests. */
  turnMillis(): number;
  /** How long it takes until the next request from a network is taken up. */
  waitMillis(from: string): number;
}

/** Refuses new writes while more work waits than can be done soon, so that what is taken is done in time. */
export class Admission {
  constructor(
    private readonly sources: AdmissionSources,
    /** How much work may wait. */
    private readonly shedAfterMillis: number,
  ) {}

  /** The refusal of a request to the route as it comes in, before its body is read; null for one that may go on. */
  refusal(route: string, from = ''): HttpFailure | null {
    const turnMillis = this.sources.turnMillis();
    if (!NEW_WRITES.has(route)) return null;
    const { workMillis, ageMillis } = this.sources.backlog(from);
    const isBusy =
      turnMillis + workMillis + this.sources.waitMillis(from) > this.shedAfterMillis ||
      ageMillis > STUCK_AFTER_TIMES * this.shedAfterMillis;
    return isBusy ? BUSY : null;
  }

  /** The refusal of one that was let in and then had to wait longer than could be foreseen. */
  lateRefusal(waitedMillis: number): HttpFailure | null {
    return waitedMillis > this.shedAfterMillis ? BUSY : null;
  }
}

/** Where a request waits while others are worked on: new writes and reads each among themselves, what goes first nowhere. */
export function lineOf(route: string): 'newWrites' | 'reads' | null {
  if (NEW_WRITES.has(route)) return 'newWrites';
  return route.startsWith('DELETE ') || GO_FIRST.has(route) ? null : 'reads';
}
