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

/** A queue that has not moved for so many times what may wait does not get shorter by what commands usually cost. */
const STUCK_AFTER_TIMES = 4;

export interface AdmissionSources {
  /** What waits for the writer. */
  backlog(): Backlog;
  /** How long this turn of the event loop has been at requests. */
  turnMillis(): number;
}

/** Refuses new writes while more work waits than can be done soon, so that what is taken is done in time. */
export class Admission {
  constructor(
    private readonly sources: AdmissionSources,
    /** How much work may wait. */
    private readonly shedAfterMillis: number,
  ) {}

  /** The refusal of a request to the route as it comes in, before its body is read; null for one that may go on. */
  refusal(route: string): HttpFailure | null {
    const turnMillis = this.sources.turnMillis();
    if (!NEW_WRITES.has(route)) return null;
    const { workMillis, ageMillis } = this.sources.backlog();
    const isBusy = turnMillis + workMillis > this.shedAfterMillis || ageMillis > STUCK_AFTER_TIMES * this.shedAfterMillis;
    return isBusy ? new HttpFailure(503, 'too many commands are waiting, try again', 'engine_busy', undefined, RETRY_SOON) : null;
  }
}

const RETRY_SOON = { 'Retry-After': '1' };
