import type { Lineage, PackedMessage } from '@foretell/contracts';

/**
 * The journal of a source as its relay reads it. The journal is the record: what it holds is never changed, has no gaps,
 * and begins at sequence 1, or after what was archived. Source: ARCHITECTURE.md, Facts.
 */
export interface JournalReader {
  /**
   * Up to `limitMessages` rows in order, beginning with the row that holds `sequence` (the first whose last sequence is at or
   * past it). Only committed rows; empty when the journal ends before `sequence`.
   */
  readFrom(sequence: number, limitMessages: number): Promise<PackedMessage[]>;
  /** Sequence of the last committed fact; 0 when there is none. To be read from the primary, never from a lagging replica. */
  headSequence(): Promise<number>;
  /** Sequence of the last fact that was archived, so that the journal begins after it; 0 when none was. */
  baseSequence(): Promise<number>;
  /** Which history of the record the journal is; another one once the record was restored, promoted or judged by the operator. */
  lineage(): Promise<Lineage>;
  /** Begins another lineage, which shares what the journal holds up to a sequence with the current one. */
  beginLineage(afterSequence: number, reason: string): Promise<Lineage>;
}
