/**
 * How folded text is cut into words. What is searched and what is asked for go through this alone:
 *
 *     o'hearn → ohearn   u.s. → us   s&p → s&p   example.com → example com   100,000 → 100000   東京2025年 → 東京 2025 年
 *
 * Scripts that put no blanks between words are cut into pairs of letters: 知事選挙 → 知事 事選 選挙.
 */
const SPANS = /[\p{L}\p{M}\p{N}]+(?:['&.,][\p{L}\p{M}\p{N}]+)*/gu;
const SIMPLE = /^[a-z0-9]+$/;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+$/;
const DECIMAL = /^\d+\.\d+$/;
const SHORT_NUMBER = /^(\d+)(k|m|b)$/;
const ZEROS: Readonly<Record<string, string>> = { k: '000', m: '000000', b: '000000000' };
const CONNECTORS = /['&.,]/;

/** The words in order, as a query needs them. */
export function wordsOf(folded: string): readonly string[] {
  return spansOf(folded).flatMap((span) => (SIMPLE.test(span) ? span : wordsOfSpan(span)));
}

/** All terms of a document: also the parts of joined words, and single letters of unspaced scripts. */
export function termsOf(folded: string): readonly string[] {
  return spansOf(folded).flatMap((span) =>
    SIMPLE.test(span) ? [span, ...numberOf(span)] : [...wordsOfSpan(span), ...partsOf(span)],
  );
}

/** An abbreviated number in full, as 100k means 100,000. */
export function numberOf(word: string): readonly string[] {
  const [, digits, unit] = SHORT_NUMBER.exec(word) ?? [];
  return digits === undefined || unit === undefined ? [] : [digits + (ZEROS[unit] ?? '')];
}

function spansOf(folded: string): readonly string[] {
  return folded.match(SPANS) ?? [];
}

function wordsOfSpan(span: string): readonly string[] {
  return splitScripts(span).flatMap(({ text, isUnspaced }) => (isUnspaced ? pairsOf(text) : spacedWordsOf(text)));
}

function spacedWordsOf(span: string): readonly string[] {
  if (!CONNECTORS.test(span)) return [span];
  if (DECIMAL.test(span)) return [span];
  if (THOUSANDS.test(span)) return [span.replaceAll(',', '')];
  const plain = span.replaceAll("'", '');
  const letters = plain.split('.');
  if (letters.length > 1 && letters.every((letter) => letter.length === 1)) return [letters.join('')];
  return plain.split(/[.,]/);
}

function partsOf(span: string): readonly string[] {
  return splitScripts(span).flatMap(({ text, isUnspaced }) => {
    if (isUnspaced) return [...text];
    return CONNECTORS.test(text) ? [...text.split(CONNECTORS), ...(text.includes('&') ? [text.replaceAll('&', '')] : [])] : [];
  });
}

/** A single letter stays alone. */
function pairsOf(text: string): readonly string[] {
  const letters = [...text];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

interface Run {
  readonly text: string;
  readonly isUnspaced: boolean;
}

function splitScripts(span: string): readonly Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const { index, 0: text } of span.matchAll(UNSPACED)) {
    runs.push({ text: span.slice(end, index), isUnspaced: false }, { text, isUnspaced: true });
    end = index + text.length;
  }
  return [...runs, { text: span.slice(end), isUnspaced: false }].map(trimmed).filter(({ text }) => text !== '');
}

function trimmed({ text, isUnspaced }: Run): Run {
  return { text: text.replaceAll(/^['&.,]+|['&.,]+$/g, ''), isUnspaced };
}

const CAPITALISED = /\p{Lu}[\p{Ll}\p{M}]+(?:[ -]\p{Lu}[\p{Ll}\p{M}]+)+/gu;
const INITIALS_MIN = 2;
const INITIALS_MAX = 4;

/** The initials of names in a text as written: "Alexandria Ocasio-Cortez" has ao, oc and aoc. */
export function initialsOf(text: string): readonly string[] {
  return (text.match(CAPITALISED) ?? []).flatMap((name) => {
    const letters = name.split(/[ -]/).map((word) => word.slice(0, 1).toLowerCase());
    return letters.flatMap((_, start) => runsFrom(letters.slice(start, start + INITIALS_MAX)));
  });
}

function runsFrom(letters: readonly string[]): readonly string[] {
  return letters.flatMap((_, index) => (index + 1 < INITIALS_MIN ? [] : [letters.slice(0, index + 1).join('')]));
}
