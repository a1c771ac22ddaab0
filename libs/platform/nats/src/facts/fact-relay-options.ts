import type { FactSource } from '@foretell/contracts';
import type { FactLink } from './fact-link';
import type { JournalReader } from './journal-reader';
import type { FactLogger } from '../logger';

export interface FactRelayOptions {
  readonly link: FactLink;
  readonly source: FactSource;
  readonly journal: JournalReader;
  /**
   * How long a commit waits at most, in milliseconds, for others that are published in one message with it; a full message waits
   * for none. 0 when not given: each journal row is published at once and as a message of its own.
   */
  readonly gatherMs?: number;
  readonly logger?: FactLogger;
  readonly metrics?: RelayMetrics;
}

/** Called as things happen; must not throw. */
export interface RelayMetrics {
  /** So many facts were stored by the stream, in so many messages. */
  readonly published?: (facts: number, messages: number) => void;
  /** The relay lost its place (NATS away, stream changed, another publisher) and looks for it again. */
  readonly interrupted?: (reason: string) => void;
}
