import type { EventMessage, EventsBySource, EventSource } from '@foretell/contracts';
import type { RefusedEvents } from '../dead-letters/bad-event';

/** The stored checkpoint of a source's events. */
export interface EventPlace {
  /** Of the last event applied; 0 when none was. */
  readonly sequence: number;
  /** The lineage header of the messages up to it, as `adopt` stored it; null before that. */
  readonly lineage: string | null;
}

/**
 * Writes a source's events as rows. `apply` and `deadLetter` must write the rows AND move the checkpoint to the last sequence in
 * ONE transaction. They must refuse (throw, write nothing) when the stored checkpoint is not the sequence before the first event
 * or its lineage is not the one passed. That refusal makes two appliers, or a concurrent rebuild, harmless.
 */
export interface EventApplier<S extends EventSource> {
  /**
   * Event types without effect here. They are not decoded: `apply` receives messages without most or all of them, and a defect
   * in one is not detected.
   */
  readonly passesOver?: ReadonlySet<string>;
  /** Reads the checkpoint. Callable at any time: neither waits for work in progress nor changes anything. */
  checkpoint(): Promise<EventPlace>;
  /** Waits until the work in progress has succeeded or failed. Called before applying continues from the checkpoint. */
  finish?(): Promise<void>;
  /** Stores the lineage of everything applied from here on. Refused like a batch when the checkpoint is not `at`. */
  adopt(at: EventPlace, lineage: string): Promise<void>;
  /**
   * When true, `apply` may be called for the next batch, and no more, while one is in progress. Both are still written in order;
   * when the first is rejected so is the second.
   */
  readonly takesOneAhead?: boolean;
  /**
   * Applies consecutive messages, in order, the first event being checkpoint + 1. Never empty, though all events may be skipped
   * types. A rejection asks for a later retry.
   */
  apply(messages: readonly EventMessage<EventsBySource[S]>[], lineage: string | null): Promise<void>;
  /**
   * Dead-letters events that are themselves at fault (faultOfEvent), and moves the checkpoint past them. Without it the consumer
   * stops before such an event.
   */
  deadLetter?(refused: RefusedEvents, lineage: string | null): Promise<void>;
  /** Restarts before the first event: applied events are removed, or applied over. Called when nothing is in progress. */
  reset?(): Promise<void>;
}
