import { ErrorCode, NatsError } from 'nats';
import type { FactLink } from './fact-link';

/** A stream without a leader is as silent for some seconds, whichever server is asked. */
const UNANSWERED_MAX = 2;
const UNAVAILABLE = 503;
const UNANSWERED: readonly string[] = [ErrorCode.Timeout, ErrorCode.NoResponders];

/**
 * Whether the server that a link has found can serve streams at all: one that is cut off from the others of its cluster keeps its
 * connections, and answers nothing that concerns a stream. After two such failures in a row the link is told to leave it.
 */
export class DoubtedServer {
  private unanswered = 0;
  private generation = 0;

  constructor(private readonly link: Pick<FactLink, 'generation' | 'leave'>) {}

  answered(): void {
    this.unanswered = 0;
  }

  /** What was asked of a stream failed. */
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

/** No answer in time, nobody who could give one, or a server that says that it reaches too few of the others. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof NatsError)) return false;
  return UNANSWERED.includes(error.code) || error.api_error?.code === UNAVAILABLE;
}
