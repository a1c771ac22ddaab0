import type { Settled } from './submission';

/**
 * Outcomes that come one by one, handed over when all are there: a request has fifteen commands that settle together, and needs
 * one promise, not sixteen. Answers who takes the outcome of each; of no commands all are there at once.
 */
export function together(
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
