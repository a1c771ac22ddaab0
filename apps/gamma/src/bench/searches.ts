import { frequentWord, FREQUENT_WORDS, PLACES, rareName } from './synthetic-catalog';

/** User queries, by the way in which their words match. */
const KINDS: Readonly<Record<string, (index: number) => string>> = {
  'a rare word': rareName,
  'a frequent word': frequentWord,
  'two words': (index) => `${placeName(index)} ${frequentWord(index)}`,
  'the beginning of a title': (index) => `will the ${placeName(index)} ${frequentWord(index).slice(0, 3)}`,
  'the inside of a word': (index) => frequentWord(index).slice(1),
  'a rare word misspelt': (index) => misspelt(rareName(index)),
  'a frequent word misspelt': (index) => misspelt(frequentWord(index)),
  'nothing that there is': (index) => [...rareName(index)].toReversed().join('x'),
};
export const SEARCH_KINDS = Object.keys(KINDS);

const LIMIT_MIN = 5;
const LIMITS = 40;

/** The address of search `index`: cycles through all kinds, and repeats no address within about 6,000. */
export function searchPath(index: number): string {
  const kind = SEARCH_KINDS[index % SEARCH_KINDS.length] ?? '';
  const turn = Math.floor(index / SEARCH_KINDS.length);
  const q = KINDS[kind]?.(turn) ?? '';
  return `/public-search?limit_per_type=${LIMIT_MIN + (Math.floor(turn / FREQUENT_WORDS.length) % LIMITS)}&q=${encodeURIComponent(q)}`;
}

function placeName(index: number): string {
  return PLACES[index % PLACES.length] ?? '';
}

/** Swaps two letters. */
function misspelt(word: string): string {
  return `${word.slice(0, 3)}${word.charAt(4)}${word.charAt(3)}${word.slice(5)}`;
}
