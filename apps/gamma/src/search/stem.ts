/** Words whose suffix is not removed. */
const WHOLE = new Set([
  'news',
  'texas',
  'series',
  'united',
  'during',
  'paris',
  'this',
  'does',
  'vegas',
  'dallas',
  'kansas',
  'wales',
]);
const STEM_MIN = 3;
const VOWEL = /[aeiouy]/;
const DOUBLE = /([bdgkmnprt])\1$/;

/**
 * The common stem of an English word's forms: strike, strikes and striking have "strik". Removes only the most common suffixes,
 * so that words of different meaning rarely coincide.
 */
export function stemOf(word: string): string {
  if (!/^[a-z]{4,}$/.test(word) || WHOLE.has(word)) return word;
  return withoutE(withoutEnd(withoutPlural(word)));
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > STEM_MIN + 1) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutEnd(word: string): string {
  const stem = word.replace(/(?:ing|(?<!e)ed)$/, '');
  if (stem === word || stem.length < STEM_MIN || !VOWEL.test(stem)) return word;
  return DOUBLE.test(stem) ? stem.slice(0, -1) : stem;
}

function withoutE(word: string): string {
  return word.endsWith('e') && word.length > STEM_MIN ? word.slice(0, -1) : word;
}
