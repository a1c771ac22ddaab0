import { ErrorCode, NatsError } from 'nats';
import type { EventLink } from './event-link';

/** A stream without a leader does not answer for several seconds on any server. */
const UNANSWERED_MAX = 2;
const UNAVAILABLE = 503;
const UNANSWERED: readonly string[] = [ErrorCode.Timeout, ErrorCode.NoResponders];

/**
 * Detects a connected server that cannot serve streams. A server that is cut off from its cluster keeps its connections, but
 * answers no stream request. After two such failures in a row the link leaves it.
 */
export class DoubtedServer {
  private unanswered = 0;
  private generation = 0;

  constructor(private readonly link: Pick<EventLink, 'generation' | 'leave'>) {}

  answered(): void {
    this.unanswered = 0;
  }

  /** Records a failed stream request. */
  failed(error: unknown): void {
    const isFirst = this.generation !== this.link.generation || !isUnanswered(error);
    this.generation = this.link.generation;
    if (isFirst) this.unanswered = 0;
    if (isUnanswered(error)) this.unanswered += 1;
    if (this.unanswered < UNANSWERED_MAX) return;
    this.unanswered = 0;
    this.link.leave();
  }
}

/** Whether the request timed out, had no responder, or met a server that reaches too few of its peers. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof NatsError)) return false;
  return UNANSWERED.includes(error.code) || error.api_error?.code === UNAVAILABLE;
}
