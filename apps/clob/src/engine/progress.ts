/** How long what the writer does is under way. */
export interface Waiting {
  /** Commands wait, and nothing was committed for so long; not while they wait for the tables. */
  readonly commitMillis: number;
  /** Why the commit under way is tried again and again; null when it is not. */
  readonly noRoom: string | null;
  /** The recorder's attempt to write the tables. */
  readonly attemptMillis: number;
  /** When as much waits to be recorded as may: how far the tables are behind, and why the last attempt failed, if it did. */
  readonly tables: { readonly behindMillis: number; readonly failure: string | null } | null;
}

/** So late, callers are better served elsewhere, or later. */
const COMMIT_LATE_MILLIS = 5_000;
/** So late, nothing comes of waiting: whoever writes next recovers from the record. */
const COMMIT_MAX_MILLIS = 30_000;
const ATTEMPT_MAX_MILLIS = 60_000;

/**
 * Null while the writer takes commands; why the process is not ready while not. Tables that are behind are no reason: another
 * process reads the same ones.
 */
export function lateness({ commitMillis, tables, noRoom }: Waiting): string | null {
  if (noRoom !== null) return noRoom;
  if (commitMillis >= COMMIT_LATE_MILLIS) return `commands wait, and nothing was committed for ${seconds(commitMillis)} s`;
  if (tables === null) return null;
  const reason = tables.failure === null ? '' : `: ${tables.failure}`;
  return `the tables are ${seconds(tables.behindMillis)} s behind the journal, and no more may wait for them${reason}`;
}

/** Null while there is hope; why the process ends while not. */
export function standstill({ commitMillis, attemptMillis }: Waiting): string | null {
  if (commitMillis >= COMMIT_MAX_MILLIS) return `nothing was committed for ${seconds(commitMillis)} s though commands wait`;
  if (attemptMillis >= ATTEMPT_MAX_MILLIS) return `a recording has been under way for ${seconds(attemptMillis)} s`;
  return null;
}

function seconds(millis: number): number {
  return Math.round(millis / 1_000);
}
