import { fold, wordsOf } from '../catalog/fold';

const THREE_IN_A_ROW = /[\p{L}\p{N}]{3}/u;
const DIGIT = /\p{N}/u;
const WORDS_MAX = 12;

/** What is looked for, in the forms that the statements need. */
export interface SearchWords {
  /** Folded: for whole titles, beginnings and parts. */
  readonly text: string;
  /** LIKE patterns of the text, with its own wildcards made plain. */
  readonly prefix: string;
  readonly part: string;
  /**
   * Each word, or one that it may have been meant for, must begin a word of the document; empty when the text has no word at all.
   */
  readonly tsquery: string;
  /**
   * For each word of the text the query for it alone, and a LIKE pattern of the words in a title that has the text; null where no
   * index serves it.
   */
  readonly wordQueries: readonly string[];
  readonly wordPatterns: readonly (string | null)[];
  /** Whether the index of the titles' trigrams can find the part. */
  readonly hasTrigram: boolean;
  /** As in a slug. */
  readonly slug: string;
  /** The words that may be misspelt: numbers mean what they say. */
  readonly spelt: readonly string[];
}

/** What a word may have been meant for, the likeliest first. */
export type Likenesses = ReadonlyMap<string, readonly string[]>;

const NO_LIKENESSES: Likenesses = new Map();

export function searchWords(q: string): SearchWords {
  const text = fold(q);
  return { ...wordsAndText(text, text, NO_LIKENESSES), slug: q.trim().toLowerCase() };
}

/** The same search for the words that those of the text may have been meant for. Its text is of the likeliest. */
export function meantWords({ text }: SearchWords, likenesses: Likenesses): SearchWords {
  const meant = wordsOf(text).map((word) => likenesses.get(word)?.[0] ?? word);
  return wordsAndText(text, meant.join(' '), likenesses);
}

function wordsAndText(asked: string, text: string, likenesses: Likenesses): SearchWords {
  const words = wordsOf(asked).slice(0, WORDS_MAX);
  const wordQueries = words.map((word) => [word, ...(likenesses.get(word) ?? [])].map((each) => `${each}:*`).join(' | '));
  const plain = text.replaceAll(/[\\%_]/g, (wildcard) => `\\${wildcard}`);
  return {
    text,
    prefix: `${plain}%`,
    part: `%${plain}%`,
    tsquery: wordQueries.map((query) => `(${query})`).join(' & '),
    wordQueries,
    wordPatterns: wordsOf(text).slice(0, WORDS_MAX).map(patternOf),
    hasTrigram: THREE_IN_A_ROW.test(text),
    slug: '',
    spelt: words.filter((word) => !DIGIT.test(word)),
  };
}

/** The first word of a text may be the end of a title's word, or the inside if it is the only one; the others begin words. */
function patternOf(word: string, index: number, words: readonly string[]): string | null {
  if (index > 0) return `${word}%`;
  if (words.length > 1) return word.length < 2 ? null : `%${word}`;
  return word.length < 3 ? null : `%${word}%`;
}
