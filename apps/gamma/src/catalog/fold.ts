const MARKS = /\p{M}+/gu;
const BLANKS = /\s+/g;
const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * Text as search compares it: small letters, no accents, single blanks. Done here and not in SQL, because what PostgreSQL's
 * lower() knows depends on the locale of the database.
 */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(BLANKS, ' ').trim();
}

/**
 * The words of a folded text: letters and digits in a row. What is searched and what is asked for are cut into words by this
 * alone.
 */
export function wordsOf(folded: string): readonly string[] {
  return folded.match(WORDS) ?? [];
}
