/** Accents of Latin, Greek and Cyrillic, and the vowel marks of Hebrew and Arabic; elsewhere marks are letters. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
const BLANKS = /\s+/g;
const PLAIN = /^[\u0000-\u007f]*$/;
/** Letters without a decomposition, and the apostrophes. */
const ALONE: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['þ', 'th'],
  ['’', "'"],
  ['‘', "'"],
  ['ʼ', "'"],
]);
const ALONE_ANY = new RegExp(`[${[...ALONE.keys()].join('')}]`, 'g');

/** Normalises text for search: lower case, no accents, ASCII apostrophes, single blanks. */
export function fold(text: string): string {
  const small = text.toLowerCase();
  const plain = PLAIN.test(small) ? small : withoutAccents(small);
  return plain.replace(BLANKS, ' ').trim();
}

function withoutAccents(small: string): string {
  const letters = small.normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
  return letters.replace(ALONE_ANY, (letter) => ALONE.get(letter) ?? letter);
}
