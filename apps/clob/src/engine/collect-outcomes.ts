import type { Settled } from './submission';

/**
 * Collects outcomes that arrive separately and resolves when all have: a request has fifteen commands that settle together and
 * needs one promise, not sixteen. Returns one setter per index; resolves immediately for zero commands.
 */
export function collectOutcomes(
  count: number,
  whenAll: (settled: readonly Settled[]) => void,
): (index: number) => (outcome: Settled) => void {
  const settled: Settled[] = [];
  let left = count;
  if (left === 0) whenAll(settled);
  return (index) => (outcome) => {
    settled[index] = outcome;
    left -= 1;
    if (left === 0) whenAll(settled);
  };
}
