/** A word of the catalog that another may be a misspelling of. */
export interface Candidate {
  readonly word: string;
  /** The share of common trigrams, from 0 to 1. */
  readonly similarity: number;
}

/** "bitcon" to "bitcoin" is 0.5, "electoin" to "election" 0.38; "cricket" to "rocket", an unrelated word, is 0.25. */
const SIMILARITY_MIN = 0.3;
const LIKENESSES_MAX = 3;

/**
 * The words that `asked` may be a misspelling of, most likely first: those one typing error away, then those that share many
 * trigrams. In a short word one error leaves few trigrams: "pirce" to "price" is 0.2.
 */
export function fuzzyMatches(asked: string, candidates: readonly Candidate[]): readonly string[] {
  return candidates
    .map(({ word, similarity }) => ({ word, similarity, slips: isOneSlip(asked, word) ? 1 : 2 }))
    .filter(({ similarity, slips }) => slips === 1 || similarity >= SIMILARITY_MIN)
    .toSorted((one, other) => one.slips - other.slips || other.similarity - one.similarity)
    .slice(0, LIKENESSES_MAX)
    .map(({ word }) => word);
}

/** Whether two words differ by one letter changed, missing or added, or by two swapped letters. */
export function isOneSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  const room = Math.min(one.length, other.length) - start;
  while (end < room && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  if (left.length <= 1 && right.length <= 1) return left !== right;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
