/** How long what the writer does is under way. */
export interface Waiting {
  /** Commands wait, and nothing was committed for so long. */
  readonly commitMillis: number;
  /** The oldest commit that is not in the tables. */
  readonly recordMillis: number;
}

/** So late, callers are better served elsewhere, or later. */
const COMMIT_LATE_MILLIS = 5_000;
const RECORD_LATE_MILLIS = 10_000;
/** So late, nothing comes of waiting: whoever writes next recovers from the record. */
const COMMIT_MAX_MILLIS = 30_000;
const RECORD_MAX_MILLIS = 60_000;

/** Null while the writer gets on; why the process is not ready while not. */
export function lateness({ commitMillis, recordMillis }: Waiting): string | null {
  if (commitMillis >= COMMIT_LATE_MILLIS) return `commands wait, and nothing was committed for ${seconds(commitMillis)} s`;
  if (recordMillis >= RECORD_LATE_MILLIS) return `the record is ${seconds(recordMillis)} s behind the journal`;
  return null;
}

/** Null while there is hope; why the process ends while not. */
export function standstill({ commitMillis, recordMillis }: Waiting): string | null {
  if (commitMillis >= COMMIT_MAX_MILLIS) return `nothing was committed for ${seconds(commitMillis)} s though commands wait`;
  if (recordMillis >= RECORD_MAX_MILLIS) return `a commit was not recorded for ${seconds(recordMillis)} s`;
  return null;
}

function seconds(millis: number): number {
  return Math.round(millis / 1_000);
}
