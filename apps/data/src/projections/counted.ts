/**
 * A sum of shares or volume that only grows, and stops at the largest safe integer: splits and merges repeat at no cost, and an
 * event whose sum could not be stored would stop all events behind it.
 */
export function counted(beforeMicros: number, moreMicros: number): number {
  return Math.min(beforeMicros + moreMicros, Number.MAX_SAFE_INTEGER);
}
