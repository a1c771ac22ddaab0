import { fold } from './fold';
import { isQuestion, sameAs, STOP_WORDS } from './same-words';
import { numberOf, wordsOf } from './words';

const WORDS_MAX = 12;
const SIGN = /[^\p{L}\p{M}\p{N} ]/u;

/** A word that is asked for. */
export interface AskedWord {
  readonly text: string;
  /** What serves as well; each of one or more words. */
  readonly same: readonly (readonly string[])[];
  /** What it may have been meant for, too, but is less like. */
  readonly near: readonly string[];
  /** Neither its beginning nor its inside is looked for. */
  readonly isWhole?: boolean;
}

/** What is asked for, in the forms that are compared. */
export interface Question {
  /** Folded, signs and all. */
  readonly text: string;
  /** Signs between or beside the words may be meant. */
  readonly hasSigns: boolean;
  /** All its words in a row: an exact title has the same. */
  readonly key: string;
  /** As in a slug. */
  readonly slug: string;
  /** All of them are required. Words that only make a question are left out, unless there are no others. */
  readonly words: readonly AskedWord[];
  /** It is put as a question, and may be answered in other words. */
  readonly isAsking: boolean;
}

/** What words may have been meant for, the likeliest first. */
export type Likenesses = ReadonlyMap<string, readonly string[]>;

export function questionOf(q: string): Question {
  const text = fold(q);
  const all = wordsOf(text);
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  const words = (telling.length === 0 ? all : telling).slice(0, WORDS_MAX);
  return {
    text,
    hasSigns: SIGN.test(text),
    key: all.join(' '),
    slug: q.trim().toLowerCase(),
    words: words.map((word, index) => ({ text: word, same: [...serving(word), ...joined(words, index)], near: [] })),
    isAsking: isQuestion(all),
  };
}

/** The same question for the words that those of it may have been meant for. */
export function meantQuestion(question: Question, likenesses: Likenesses): Question {
  const likeliest = question.key.split(' ').map((word) => likenesses.get(word)?.[0] ?? word);
  const words = question.words.map((word) => {
    const [like, ...near] = likenesses.get(word.text) ?? [];
    return like === undefined ? word : { ...word, same: [...word.same, [like], ...serving(like)], near };
  });
  return { ...question, key: likeliest.join(' '), slug: '', words };
}

function serving(word: string): readonly (readonly string[])[] {
  return [...sameAs(word), ...numberOf(word).map((number) => [number])];
}

/** With the word before and the one behind it: "mr beast" is in "MrBeast". */
function joined(words: readonly string[], index: number): readonly (readonly string[])[] {
  const word = words[index] ?? '';
  const [before, after] = [words[index - 1], words[index + 1]];
  return [...(before === undefined ? [] : [[before + word]]), ...(after === undefined ? [] : [[word + after]])];
}
