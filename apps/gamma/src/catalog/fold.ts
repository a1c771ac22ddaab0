const MARKS = /\p{M}+/gu;
const BLANKS = /\s+/g;

/**
 * Text as search compares it: small letters, no accents, single blanks. Done here and not in SQL, because what PostgreSQL's lower() knows
 * depends on the locale of the database.
 */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(BLANKS, ' ').trim();
}
