import { fold } from './fold';
import { isQuestion, synonymsOf, STOP_WORDS } from './synonyms';
import { numberOf, wordsOf } from './words';

const WORDS_MAX = 12;
const SIGN = /[^\p{L}\p{M}\p{N} ]/u;

/** A word of a query. */
export interface AskedWord {
  readonly text: string;
  /** Synonyms, each of one or more words. */
  readonly same: readonly (readonly string[])[];
  /** Possible corrections, which match less well. */
  readonly near: readonly string[];
  /** Matches only complete words, neither prefixes nor infixes. */
  readonly isWhole?: boolean;
}

/** A query, in the forms that are compared. */
export interface Question {
  /** Folded, with its punctuation. */
  readonly text: string;
  /** It has punctuation between or around the words, which may be significant. */
  readonly hasSigns: boolean;
  /** All its words in sequence: an exact title has the same. */
  readonly key: string;
  /** As in a slug. */
  readonly slug: string;
  /** Required words. Question words are dropped, unless no others exist. */
  readonly words: readonly AskedWord[];
  /** Phrased as a question, whose documents may use other words. */
  readonly isAsking: boolean;
}

/** Possible corrections of words, most likely first. */
export type Likenesses = ReadonlyMap<string, readonly string[]>;

export function questionOf(q: string): Question {
  const text = fold(q);
  const all = wordsOf(text);
  const distinctive = all.filter((word) => !STOP_WORDS.has(word));
  const words = (distinctive.length === 0 ? all : distinctive).slice(0, WORDS_MAX);
  return {
    text,
    hasSigns: SIGN.test(text),
    key: all.join(' '),
    slug: q.trim().toLowerCase(),
    words: words.map((word, index) => ({ text: word, same: [...serving(word), ...joined(words, index)], near: [] })),
    isAsking: isQuestion(all),
  };
}

/** The same query with the corrections of its words. */
export function meantQuestion(question: Question, fuzzyMatches: Likenesses): Question {
  const likeliest = question.key.split(' ').map((word) => fuzzyMatches.get(word)?.[0] ?? word);
  const words = question.words.map((word) => {
    const [like, ...near] = fuzzyMatches.get(word.text) ?? [];
    return like === undefined ? word : { ...word, same: [...word.same, [like], ...serving(like)], near };
  });
  return { ...question, key: likeliest.join(' '), slug: '', words };
}

function serving(word: string): readonly (readonly string[])[] {
  return [...synonymsOf(word), ...numberOf(word).map((number) => [number])];
}

/** The word joined to the previous one and to the next one: "mr beast" matches "MrBeast". */
function joined(words: readonly string[], index: number): readonly (readonly string[])[] {
  const word = words[index] ?? '';
  const [before, after] = [words[index - 1], words[index + 1]];
  return [...(before === undefined ? [] : [[before + word]]), ...(after === undefined ? [] : [[word + after]])];
}
