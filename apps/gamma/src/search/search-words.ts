import { fold } from '../catalog/fold';

const WORDS = /[\p{L}\p{N}]+/gu;
const THREE_IN_A_ROW = /[\p{L}\p{N}]{3}/u;
const WORDS_MAX = 12;

/** What is looked for, in the forms that the statements need. */
export interface SearchWords {
  /** Folded: for whole titles, beginnings and parts. */
  readonly text: string;
  /** LIKE patterns of the text, with its own wildcards made plain. */
  readonly prefix: string;
  readonly part: string;
  /** Each word must begin a word of the document; empty when the text has no word at all. */
  readonly tsquery: string;
  /** Whether the index of the titles' trigrams can find the part. */
  readonly hasTrigram: boolean;
  /** As in a slug. */
  readonly slug: string;
}

export function searchWords(q: string): SearchWords {
  const text = fold(q);
  const words = [...text.matchAll(WORDS)].slice(0, WORDS_MAX).map(([word]) => word);
  const plain = text.replaceAll(/[\\%_]/g, (wildcard) => `\\${wildcard}`);
  return {
    text,
    prefix: `${plain}%`,
    part: `%${plain}%`,
    tsquery: words.map((word) => `${word}:*`).join(' & '),
    hasTrigram: THREE_IN_A_ROW.test(text),
    slug: q.trim().toLowerCase(),
  };
}
