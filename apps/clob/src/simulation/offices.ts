import { QuoteBoard } from './quote-board';
import type { Random } from './random';
import { ResolutionDesk } from './resolution-desk';

/** What callers do together. */
export interface Offices {
  readonly quotes: QuoteBoard;
  readonly results: ResolutionDesk;
}

export function officesOf(random: Random, seed: number): Offices {
  return { quotes: new QuoteBoard(random, seed), results: new ResolutionDesk(random, seed) };
}
