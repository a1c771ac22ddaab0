/** How long the writer's work has been in flight. */
export interface Waiting {
  /** Time without a commit while commands wait; does not count waiting for the tables. */
  readonly commitMillis: number;
  /** Why the commit in flight is being retried; null when it is not. */
  readonly noCapacity: string | null;
  /** Duration of the projector's current attempt to write the tables. */
  readonly attemptMillis: number;
  /** Set when the projector's queue is full: how far the tables are behind, and why the last attempt failed, if it did. */
  readonly tables: { readonly behindMillis: number; readonly failure: string | null } | null;
}

/** Past this delay, callers are better served by another process, or later. */
const COMMIT_LATE_MILLIS = 5_000;
/** Past this delay, waiting is pointless: the next writer recovers from the record. */
const COMMIT_MAX_MILLIS = 30_000;
const ATTEMPT_MAX_MILLIS = 60_000;

/**
 * Null while the writer accepts commands; otherwise why the process is not ready. Tables that are behind are not a reason:
 * another process reads the same ones.
 */
export function lateness({ commitMillis, tables, noCapacity }: Waiting): string | null {
  if (noCapacity !== null) return noCapacity;
  if (commitMillis >= COMMIT_LATE_MILLIS) return `commands wait, and nothing was committed for ${seconds(commitMillis)} s`;
  if (tables === null) return null;
  const reason = tables.failure === null ? '' : `: ${tables.failure}`;
  return `the tables are ${seconds(tables.behindMillis)} s behind the journal, and no more may wait for them${reason}`;
}

/** Null while the writer may recover; otherwise why the process ends. */
export function standstill({ commitMillis, attemptMillis }: Waiting): string | null {
  if (commitMillis >= COMMIT_MAX_MILLIS) return `nothing was committed for ${seconds(commitMillis)} s though commands wait`;
  if (attemptMillis >= ATTEMPT_MAX_MILLIS) return `a projection has been in flight for ${seconds(attemptMillis)} s`;
  return null;
}

function seconds(millis: number): number {
  return Math.round(millis / 1_000);
}
