import type { BanOf } from './barred';
import type { CommitBatch } from './journal/batch';
import type { DatedOrder } from './submission';

/** What the writer needs from outside. */
export interface WriterPorts {
  readonly clock: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  /** Milliseconds of this writer's life, suspends of the machine included: see ElapsedClock. */
  readonly elapsed: () => number;
  /** Whether the commit under way waits for room in the record: what comes in meanwhile is refused. */
  isStalled(): boolean;
  /** Durable when it returns; when it throws the writer stops for good. */
  commit(batch: CommitBatch): Promise<void>;
  /**
   * Resolves when the tables are near enough to the journal that more may be committed. When it rejects the writer stops for
   * good.
   */
  room(): Promise<void>;
  /**
   * Which of these orders and ledger references were committed before the call, or may have been: orders as old as what is
   * archived. Called before every batch that places or credits.
   */
  known(orders: readonly DatedOrder[], references: readonly string[]): Promise<ReadonlySet<string>>;
  /** Judged as each command is matched, so that none that was under way escapes. */
  readonly banOf: BanOf;
  /**
   * Called after each commit, in order, before the callers get their answers: views advance here, and the recorder learns of it.
   */
  committed(batch: CommitBatch): void;
  /** Called once when the writer cannot go on. The process must stop: only the record knows what was committed. */
  fatal(cause: unknown): void;
}
