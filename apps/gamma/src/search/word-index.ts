import { BESIDE, BEST_FIELD, DESCRIPTION, FIELD_BITS, FIELD_MASK, fieldsOf, INITIALS, TITLE, type Texts } from './fields';
import { fold } from './fold';
import type { Candidate } from './fuzzy-match';
import { Marks } from './marks';
import type { AskedWord, Question } from './question';
import { stemOf } from './stem';
import { Vocabulary } from './vocabulary';
import { wordsOf } from './words';

/** A matching document; the lowest cost is the best match. A cost measures how well words match, not how many documents do. */
export interface Hit<D> {
  readonly value: D;
  readonly cost: number;
}

interface Held<D> {
  value: D;
  /** Its title as comparison key, and folded. */
  readonly key: string;
  readonly title: string;
  readonly slug: string;
  /** The words of the title and the secondary texts in sequence, between blanks. */
  readonly row: string;
}

const FIELDS = 3;
const WHOLE = 0;
const BEGINNING = 1;
const INSIDE = 2;
/** The cost of a document is the cost of its worst word, then their sum. An exact title costs nothing. */
const WORST = 1024;
const EXACT = 0;
/** Minimum length of a word that always matches infixes. */
const INSIDE_FROM = 5;
/** Fewer removed documents may stay in the postings. */
const GONE_MIN = 1000;
const SPLIT_MIN = 2;
const JOINED_MIN = 4;
/** Of shorter words only the plural counts as another form: fil is not a form of filed. */
const FORMS_FROM = 5;
/** Minimum share of a question, weighted by the rarity of its words, when not all words match. */
const SHARE_MIN = 0.4;

/**
 * An inverted index in memory: for each word the documents that contain it, and the fields. It is updated by complete documents.
 * A document with changed words gets a new number, and documents are renumbered when a quarter of the numbers is unused. About 8
 * bytes per word and document.
 */
export class WordIndex<D extends { readonly id: number }> {
  private held: (Held<D> | undefined)[] = [];
  private numbers = new Map<number, number>();
  private byKey = new Map<string, number[]>();
  private bySlug = new Map<string, number[]>();
  private terms = new Map<string, number[]>();
  private stems = new Map<string, string[]>();
  private vocabulary = new Vocabulary();

  get size(): number {
    return this.numbers.size;
  }

  get(id: number): D | undefined {
    const number = this.numbers.get(id);
    return number === undefined ? undefined : this.held[number]?.value;
  }

  put(value: D, texts: Texts): void {
    this.remove(value.id);
    const title = fold(texts.title);
    const beside = fold(texts.beside.join(' \n '));
    const key = wordsOf(title).join(' ');
    const row = ` ${key} ${wordsOf(beside).join(' ')} `.replaceAll('&', '');
    const number = this.hold({ value, key, title, slug: texts.slug.toLowerCase(), row });
    for (const [term, fields] of fieldsOf(texts, title, beside)) this.post(term, (number << FIELD_BITS) | fields);
  }

  /** Replaces the value; the words stay the same. */
  replace(value: D): void {
    const held = this.held[this.numbers.get(value.id) ?? -1];
    if (held !== undefined) held.value = value;
  }

  remove(id: number): void {
    const number = this.numbers.get(id);
    if (number === undefined) return;
    this.held[number] = undefined;
    this.numbers.delete(id);
    const gone = this.held.length - this.numbers.size;
    if (gone > GONE_MIN && gone * 4 > this.held.length) this.compact();
  }

  knows(word: string): boolean {
    return this.vocabulary.knows(word);
  }

  candidatesFor(word: string): readonly Candidate[] {
    return this.vocabulary.candidatesFor(word);
  }

  /** Documents that contain all words, also as infixes when `isInside`. */
  withAll(question: Question, isInside: boolean): readonly Hit<D>[] {
    const marks = question.words.map((word) => this.marksOf(word, isInside));
    const [rarest] = marks.toSorted((one, other) => one.numbers.length - other.numbers.length);
    return this.collect(question, rarest?.numbers ?? [], (number) => {
      let worst = 0;
      let sum = 0;
      for (const each of marks) {
        const cost = each.at(number);
        if (cost === null) return null;
        sum += cost;
        if (cost > worst) worst = cost;
      }
      return 1 + worst * WORST + sum;
    });
  }

  /** Documents whose title contains the text literally, with punctuation. */
  withText(question: Question): readonly Hit<D>[] {
    return this.collect(question, this.held.keys(), (_number, { title }) => (title.includes(question.text) ? 1 : null));
  }

  /** Documents that contain most of the words, in the title or secondary texts: rare words weigh more. */
  withMost(question: Question): readonly Hit<D>[] {
    const weighed = question.words.map((word) => {
      const marks = this.marksOf({ ...word, isWhole: true }, false);
      const found = marks.numbers.filter((number) => isBesideAtLeast(marks.at(number)));
      return { marks, found, weight: found.length === 0 ? 0 : Math.log(1 + this.size / found.length) };
    });
    const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
    const numbers = new Set(weighed.flatMap(({ found }) => found));
    return this.collect(question, numbers, (number) => {
      let share = 0;
      for (const { marks, weight } of weighed) if (isBesideAtLeast(marks.at(number))) share += weight / all;
      return share < SHARE_MIN ? null : 1 + Math.round((1 - share) * WORST);
    });
  }

  private collect(
    { key, slug }: Question,
    numbers: Iterable<number>,
    costOf: (number: number, held: Held<D>) => number | null,
  ): readonly Hit<D>[] {
    const exact = new Set([...(key === '' ? [] : (this.byKey.get(key) ?? [])), ...(this.bySlug.get(slug) ?? [])]);
    const hits: Hit<D>[] = [];
    for (const number of exact) {
      const held = this.held[number];
      if (held !== undefined) hits.push({ value: held.value, cost: EXACT });
    }
    for (const number of numbers) {
      const held = this.held[number];
      const cost = held === undefined || exact.has(number) ? null : costOf(number, held);
      if (held !== undefined && cost !== null) hits.push({ value: held.value, cost });
    }
    return hits;
  }

  private marksOf(word: AskedWord, isInside: boolean): Marks {
    const marks = new Marks(this.held.length);
    this.markWhole(marks, word.text);
    for (const same of word.same) this.markAll(marks, same);
    for (const near of word.near) this.mark(marks, near, BEGINNING);
    if (word.text.length >= JOINED_MIN) this.markSplit(marks, word.text);
    if (word.isWhole === true) return marks;
    if (!marks.hasBelow(FIELDS - 1)) this.mark(marks, INITIALS + word.text, BEGINNING);
    for (const each of this.vocabulary.beginningWith(word.text)) this.mark(marks, each, BEGINNING);
    if (isInside || word.text.length >= INSIDE_FROM) {
      for (const each of this.vocabulary.having(word.text)) this.mark(marks, each, INSIDE, TITLE | BESIDE);
    }
    return marks;
  }

  /** The word, and other forms of it. */
  private markWhole(marks: Marks, word: string): void {
    this.mark(marks, word, WHOLE);
    for (const form of this.stems.get(stemOf(word)) ?? []) if (isFormOf(form, word)) this.mark(marks, form, WHOLE);
  }

  /** Several words that together mean the same as one. */
  private markAll(marks: Marks, words: readonly string[]): void {
    if (words.length === 1) {
      for (const word of words) this.markWhole(marks, word);
      return;
    }
    const [first, ...others] = words.map((word) => {
      const each = new Marks(this.held.length);
      this.markWhole(each, word);
      return each;
    });
    for (const number of first?.numbers ?? []) {
      const costs = [first, ...others].flatMap((each) => each?.at(number) ?? []);
      if (costs.length === words.length) marks.put(number, Math.max(...costs));
    }
  }

  /** One word that a document writes as two: mrbeast in "Mr Beast". */
  private markSplit(marks: Marks, word: string): void {
    for (let at = SPLIT_MIN; at <= word.length - SPLIT_MIN; at += 1) {
      const [left, right] = [this.terms.get(word.slice(0, at)), this.terms.get(word.slice(at))];
      if (left === undefined || right === undefined) continue;
      const pair = ` ${word.slice(0, at)} ${word.slice(at)} `;
      for (const posting of left.length < right.length ? left : right) {
        const among = posting & (TITLE | BESIDE);
        if (among !== 0 && this.held[posting >>> FIELD_BITS]?.row.includes(pair) === true)
          marks.put(posting >>> FIELD_BITS, BEST_FIELD[among] ?? 0);
      }
    }
  }

  private mark(marks: Marks, term: string, kind: number, fields = TITLE | BESIDE | DESCRIPTION): void {
    for (const posting of this.terms.get(term) ?? []) {
      const among = posting & fields;
      if (among !== 0) marks.put(posting >>> FIELD_BITS, kind * FIELDS + (BEST_FIELD[among] ?? 0));
    }
  }

  private hold(held: Held<D>): number {
    const number = this.held.push(held) - 1;
    this.numbers.set(held.value.id, number);
    add(this.byKey, held.key, number);
    add(this.bySlug, held.slug, number);
    return number;
  }

  private post(term: string, posting: number): void {
    if (!add(this.terms, term, posting) || term.startsWith(INITIALS)) return;
    this.vocabulary.add(term);
    add(this.stems, stemOf(term), term);
  }

  /** Renumbers the documents, in their order, and drops the words of removed ones. */
  private compact(): void {
    const { held, terms } = this;
    this.held = [];
    this.numbers = new Map();
    this.byKey = new Map();
    this.bySlug = new Map();
    this.terms = new Map();
    this.stems = new Map();
    this.vocabulary = new Vocabulary();
    const numbers = held.map((each) => (each === undefined ? null : this.hold(each)));
    for (const [term, postings] of terms) {
      for (const posting of postings) {
        const number = numbers[posting >>> FIELD_BITS] ?? null;
        if (number !== null) this.post(term, (number << FIELD_BITS) | (posting & FIELD_MASK));
      }
    }
  }
}

/** @returns whether the key is new */
function add<V>(lists: Map<string, V[]>, key: string, value: V): boolean {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
  return list === undefined;
}

/** Whether a cost is that of a complete word in the title or secondary texts. */
function isBesideAtLeast(cost: number | null): boolean {
  return cost !== null && cost < FIELDS - 1;
}

function isFormOf(form: string, word: string): boolean {
  return word.length >= FORMS_FROM || form === `${word}s` || word === `${form}s`;
}
