import { frequentWord, FREQUENT_WORDS, PLACES, rareName } from './synthetic-catalog';

/** What people type, by how the words are found. */
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

/** The address of search `index`: all kinds in turn, each address once within some six thousand. */
export function searchPath(index: number): string {
  const kind = SEARCH_KINDS[index % SEARCH_KINDS.length] ?? '';
  const turn = Math.floor(index / SEARCH_KINDS.length);
  const q = KINDS[kind]?.(turn) ?? '';
  return `/public-search?limit_per_type=${LIMIT_MIN + (Math.floor(turn / FREQUENT_WORDS.length) % LIMITS)}&q=${encodeURIComponent(q)}`;
}

function placeName(index: number): string {
  return PLACES[index % PLACES.length] ?? '';
}

/** Two letters changed places. */
function misspelt(word: string): string {
  return `${word.slice(0, 3)}${word.charAt(4)}${word.charAt(3)}${word.slice(5)}`;
}
