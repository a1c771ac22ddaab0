import { QuoteBoard } from './quote-board';
import type { Random } from './random';
import { ResolutionBoard } from './resolution-board';

/** The boards that callers share. */
export interface SharedBoards {
  readonly quotes: QuoteBoard;
  readonly results: ResolutionBoard;
}

export function createSharedBoards(random: Random, seed: number): SharedBoards {
  return { quotes: new QuoteBoard(random, seed), results: new ResolutionBoard(random, seed) };
}
