import type { FactSource } from '@foretell/contracts';
import type { FactLogger } from '../logger';
import type { FactApplier } from './fact-applier';
import type { FactLink } from './fact-link';

export interface FactConsumerOptions<S extends FactSource> {
  readonly link: FactLink;
  readonly source: S;
  /** Name of the consumer on the server, one per app and source, e.g. "data". Processes of one app share it. */
  readonly durable: string;
  readonly applier: FactApplier<S>;
  /** Most messages handed to one `apply`; 64 when not given. */
  readonly batchMessagesMax?: number;
  /**
   * How long a message waits at most, in milliseconds, for others to be applied with it; a full batch waits for none. 0 when not
   * given: whatever has arrived is applied at once.
   */
  readonly gatherMs?: number;
  /** How long a session lasts, in milliseconds; an hour when not given. */
  readonly sessionMs?: number;
  /** What an operator does when events were applied that the source's record does not hold, as a sentence. */
  readonly remedy?: string;
  readonly logger?: FactLogger;
  readonly metrics?: ConsumerMetrics;
}

/** Called as things happen; must not throw. */
export interface ConsumerMetrics {
  /** A batch was applied and committed. */
  readonly applied?: (facts: number, durationMs: number) => void;
  readonly failed?: (reason: string) => void;
}
