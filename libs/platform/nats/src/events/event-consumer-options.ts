import type { EventSource } from '@foretell/contracts';
import type { EventLogger } from '../logger';
import type { EventApplier } from './event-applier';
import type { EventLink } from './event-link';

export interface EventConsumerOptions<S extends EventSource> {
  readonly link: EventLink;
  readonly source: S;
  /** Name of the consumer on the server, one per app and source, e.g. "data". Processes of one app share it. */
  readonly durable: string;
  readonly applier: EventApplier<S>;
  /** Maximum messages per `apply`; default 64. */
  readonly batchMessagesMax?: number;
  /**
   * Maximum time a message waits for others to be applied with it, in milliseconds; a full batch does not wait. Default 0:
   * applies at once what has arrived.
   */
  readonly batchWaitMs?: number;
  /** Duration of a session, in milliseconds; default one hour. */
  readonly sessionMs?: number;
  /** The operator's remedy, as a sentence, when applied events are missing from the source's journal. */
  readonly remedy?: string;
  readonly logger?: EventLogger;
  readonly metrics?: ConsumerMetrics;
}

/** Called on each occurrence; must not throw. */
export interface ConsumerMetrics {
  /** A batch was applied and committed. */
  readonly applied?: (events: number, durationMs: number) => void;
  readonly failed?: (reason: string) => void;
}
