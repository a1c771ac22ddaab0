import type { BanOf, OwnerOf } from './barred';
import type { CommitBatch } from './journal/batch';
import type { DatedOrder } from './submission';

/** Dependencies of the writer. */
export interface WriterPorts {
  readonly clock: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  /** Milliseconds of this writer's life, including suspends of the machine: see ElapsedClock. */
  readonly elapsed: () => number;
  /** Whether the commit in flight waits for space in the record: commands are then refused. */
  isStalled(): boolean;
  /** Durable when it returns; when it throws the writer stops permanently. */
  commit(batch: CommitBatch): Promise<void>;
  /** Resolves when the tables are close enough to the journal for more commits. When it rejects the writer stops permanently. */
  waitForCapacity(): Promise<void>;
  /**
   * Which of these orders and ledger references were committed before the call, or may have been: orders as old as archived ones.
   * Called before every batch that places or credits.
   */
  known(orders: readonly DatedOrder[], references: readonly string[]): Promise<ReadonlySet<string>>;
  /** Checked when each command is matched, so that a ban also stops queued commands. */
  readonly banOf: BanOf;
  /** Checked when each order is matched, so that a replaced link also stops queued orders of the former owner. */
  readonly ownerOf: OwnerOf;
  /**
   * Called after each commit, in order, before callers are answered: the views advance here, and the projector gets the commit.
   */
  committed(batch: CommitBatch): void;
  /** Called once when the writer cannot continue. The process must stop: only the record shows what was committed. */
  fatal(cause: unknown): void;
}
