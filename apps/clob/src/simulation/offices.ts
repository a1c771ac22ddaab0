import { QuoteBoard } from './quote-board';
import type { Random } from './random';
import { ResolutionBoard } from './resolution-board';

/** The boards that callers share. */
export interface Offices {
  readonly quotes: QuoteBoard;
  readonly results: ResolutionBoard;
}

export function officesOf(random: Random, seed: number): Offices {
  return { quotes: new QuoteBoard(random, seed), results: new ResolutionBoard(random, seed) };
}
