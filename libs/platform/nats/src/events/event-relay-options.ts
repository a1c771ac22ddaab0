import type { EventSource } from '@foretell/contracts';
import type { EventLink } from './event-link';
import type { JournalReader } from './journal-reader';
import type { EventLogger } from '../logger';

export interface EventRelayOptions {
  readonly link: EventLink;
  readonly source: EventSource;
  readonly journal: JournalReader;
  /**
   * Maximum time a commit waits for others to be published in one message with it, in milliseconds; a full message does not wait.
   * Default 0: each journal row is published at once and as its own message.
   */
  readonly batchWaitMs?: number;
  readonly logger?: EventLogger;
  readonly metrics?: RelayMetrics;
}

/** Called on each occurrence; must not throw. */
export interface RelayMetrics {
  /** The stream stored this number of events, in this number of messages. */
  readonly published?: (events: number, messages: number) => void;
  /** The relay lost its place (NATS unreachable, stream changed, another publisher) and searches for it again. */
  readonly interrupted?: (reason: string) => void;
}
