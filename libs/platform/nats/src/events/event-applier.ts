import type { EventMessage, EventsBySource, EventSource } from '@foretell/contracts';
import type { RefusedEvents } from '../dead-letters/bad-event';

/**
 * Writes a source's events as rows. `apply` must write the rows AND move the checkpoint to the last sequence of the last message
 * in ONE transaction. It must refuse (throw, write nothing) when the stored checkpoint is not the sequence before the first
 * event. That refusal makes two appliers, or a concurrent rebuild, harmless.
 */
export interface EventApplier<S extends EventSource> {
  /**
   * Event types without effect here. They are not decoded: `apply` receives messages without most or all of them, and a defect
   * in one is not detected.
   */
  readonly passesOver?: ReadonlySet<string>;
  /**
   * Sequence of the last event applied; 0 when none was. Read before applying continues: an applier may first wait for its work
   * in progress.
   */
  checkpoint(): Promise<number>;
  /**
   * The lineage header of the messages up to the checkpoint, as `adopt` stored it; null before that. `apply` and `deadLetter` must
   * also refuse when the stored lineage is not the one that `checkpoint` read or `adopt` stored: another process then follows
   * another history.
   */
  lineage(): Promise<string | null>;
  /** Stores the lineage of everything applied from here on. Refused like a batch when the checkpoint or its lineage has moved. */
  adopt(lineage: string, checkpoint: number): Promise<void>;
  /**
   * A read-only `checkpoint`, callable at any time: it neither waits nor changes anything. Required when checkpoint() does
   * either.
   */
  reached?(): Promise<number>;
  /**
   * When true, `apply` may be called for the next batch, and no more, while one is in progress. Both are still written in order;
   * when the first is rejected so is the second.
   */
  readonly takesOneAhead?: boolean;
  /**
   * Applies consecutive messages, in order, the first event being checkpoint + 1. Never empty, though all events may be skipped
   * types. A rejection asks for a later retry.
   */
  apply(messages: readonly EventMessage<EventsBySource[S]>[]): Promise<void>;
  /**
   * Dead-letters events that are themselves at fault (faultOfEvent), and moves the checkpoint past them, in one transaction. They
   * follow the checkpoint as those of `apply` do. Without it the consumer stops before such an event.
   */
  deadLetter?(refused: RefusedEvents): Promise<void>;
  /** Restarts before the first event: applied events are removed, or applied over. Called when nothing is in progress. */
  reset?(): Promise<void>;
}
