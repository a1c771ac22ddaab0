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
  /** Maximum messages per `apply`; default 64. */
  readonly batchMessagesMax?: number;
  /**
   * Maximum time a message waits for others to be applied with it, in milliseconds; a full batch does not wait. Default 0:
   * applies at once what has arrived.
   */
  readonly gatherMs?: number;
  /** Duration of a session, in milliseconds; default one hour. */
  readonly sessionMs?: number;
  /** The operator's remedy, as a sentence, when applied events are missing from the source's journal. */
  readonly remedy?: string;
  readonly logger?: FactLogger;
  readonly metrics?: ConsumerMetrics;
}

/** Called on each occurrence; must not throw. */
export interface ConsumerMetrics {
  /** A batch was applied and committed. */
  readonly applied?: (facts: number, durationMs: number) => void;
  readonly failed?: (reason: string) => void;
}
