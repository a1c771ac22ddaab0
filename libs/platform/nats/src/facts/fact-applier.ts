import type { FactMessage, FactsBySource, FactSource } from '@foretell/contracts';
import type { RefusedFacts } from '../set-aside/bad-fact';

/**
 * Where a source's facts become rows. The applier's duty: `apply` writes the rows AND moves the checkpoint to the last sequence
 * of the last message in ONE transaction, and refuses (throws, writes nothing) when the stored checkpoint is not the
 * sequence before the first fact. That refusal is what makes two appliers, or a rebuild under way, harmless.
 */
export interface FactApplier<S extends FactSource> {
  /**
   * Types of facts that change nothing here. They are not read: `apply` is handed messages without most or all of them, and a bad
   * one of them is not noticed.
   */
  readonly passesOver?: ReadonlySet<string>;
  /** Sequence of the last fact applied; 0 when none was. Asked by who goes on from it: an applier may wait for what it began. */
  checkpoint(): Promise<number>;
  /**
   * The header of the messages up to the checkpoint, as `adopt` stored it; null before that. What `apply` and `setAside` write is
   * refused, too, when another one stands beside the checkpoint than `checkpoint` found or `adopt` stored: then another process
   * follows another history of the record.
   */
  lineage(): Promise<string | null>;
  /** From here on what is applied is of this lineage. Refused like a batch when the checkpoint or its lineage has moved. */
  adopt(lineage: string, checkpoint: number): Promise<void>;
  /** `checkpoint` for who only looks, at any moment: waits for nothing and changes nothing. Needed where checkpoint() does either. */
  reached?(): Promise<number>;
  /**
   * True: `apply` may be called for the next batch while one is under way, never more. Both are still written in order; when the
   * first is rejected so is the second.
   */
  readonly takesOneAhead?: boolean;
  /**
   * Consecutive messages, in order, the first fact being checkpoint + 1; never empty, though all their facts may be passed over.
   * A rejection means: try these again later.
   */
  apply(messages: readonly FactMessage<FactsBySource[S]>[]): Promise<void>;
  /**
   * Puts facts aside that are themselves to blame for not being applied (faultOfFact), and moves the checkpoint past them, in one
   * transaction. They follow the checkpoint as those of `apply` do. Without it the consumer waits before such a fact.
   */
  setAside?(refused: RefusedFacts): Promise<void>;
  /** Begins before the first fact: what was applied is taken back, or applied over. Called when nothing is under way. */
  reset?(): Promise<void>;
}
