import type { Lineage, PackedMessage } from '@foretell/contracts';

/**
 * The journal of a source, as its relay reads it. The journal is the system of record: immutable, without gaps, from sequence 1
 * or from after the archived events. Source: ARCHITECTURE.md, Events.
 */
export interface JournalReader {
  /**
   * Up to `limitMessages` rows in order, from the row that holds `sequence` (the first whose last sequence is at or past it).
   * Committed rows only; empty when the journal ends before `sequence`.
   */
  readFrom(sequence: number, limitMessages: number): Promise<PackedMessage[]>;
  /** Sequence of the last committed event; 0 when there is none. Must be read from the primary, never from a lagging replica. */
  headSequence(): Promise<number>;
  /** Sequence of the last archived event, after which the journal begins; 0 when none was archived. */
  baseSequence(): Promise<number>;
  /** Identifies the journal's history; it changes when the journal is restored, promoted or judged by the operator. */
  lineage(): Promise<Lineage>;
  /** Begins another lineage, which shares the journal up to a sequence with the current one. */
  beginLineage(afterSequence: number, reason: string): Promise<Lineage>;
}
