import { fold } from './fold';
import type { Candidate } from './likeness';
import type { AskedWord, Question } from './question';
import { stemOf } from './stem';
import { Vocabulary } from './vocabulary';
import { initialsOf, termsOf, wordsOf } from './words';

/** What is searched of a document, as it is written. */
export interface Texts {
  readonly title: string;
  /** Whoever asks for it whole means this document. */
  readonly slug: string;
  /** Found after the title: questions, labels, slugs. */
  readonly beside: readonly string[];
  /** Found last. */
  readonly description: string;
}

/** A document that matches; the least cost is the best match. Costs say how well words match, not how many documents do. */
export interface Hit<D> {
  readonly value: D;
  readonly cost: number;
}

interface Held<D> {
  value: D;
  /** Its title in the words that a question is compared by, and as it is folded. */
  readonly key: string;
  readonly title: string;
  readonly slug: string;
  /** The words of title and texts beside it in a row, between blanks. */
  readonly row: string;
}

const TITLE = 1;
const BESIDE = 2;
const DESCRIPTION = 4;
const FIELD_BITS = 3;
/** By the bits of the fields that have a word: the best of them. */
const BEST_FIELD = [0, 0, 1, 0, 2, 0, 1, 0];
const FIELDS = 3;
const WHOLE = 0;
const BEGINNING = 1;
const INSIDE = 2;
/** No word has it. */
const NONE = 255;
/** What a document costs is the cost of the word that matches worst, then their sum. An exact title costs nothing. */
const WORST = 1024;
const EXACT = 0;
/** Initials are terms of their own, which no asked word begins. */
const INITIALS = '\u0001';
/** From so many characters on a word may always be found inside another. */
const INSIDE_FROM = 5;
/** Fewer documents that are gone stay among the postings. */
const GONE_MIN = 1000;
const SPLIT_MIN = 2;
const JOINED_MIN = 4;
/** Of shorter words only the plural is another form: fil is not what is filed. */
const FORMS_FROM = 5;
/** So much of what a question asks for, by how rare its words are, must be found where not all of it is. */
const SHARE_MIN = 0.4;

/**
 * An inverted index in memory: for each word the documents that have it, and in which field. It changes by whole documents; a
 * document that changes its words gets a new number, and numbers are given anew when a quarter of them is gone. About 8 bytes a
 * word and document.
 */
export class WordIndex<D extends { readonly id: number }> {
  private held: (Held<D> | undefined)[] = [];
  private numbers = new Map<number, number>();
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
    this.drop(value.id);
    const title = fold(texts.title);
    const beside = fold(texts.beside.join(' \n '));
    const number = this.held.length;
    this.numbers.set(value.id, number);
    const key = wordsOf(title).join(' ');
    const slug = texts.slug.toLowerCase();
    this.held.push({ value, key, title, slug, row: ` ${key} ${wordsOf(beside).join(' ')} `.replaceAll('&', '') });
    for (const [term, fields] of fieldsOf(texts, title, beside)) this.post(term, (number << FIELD_BITS) | fields);
  }

  /** The same words, but another value. */
  replace(value: D): void {
    const held = this.held[this.numbers.get(value.id) ?? -1];
    if (held !== undefined) held.value = value;
  }

  remove(id: number): void {
    this.drop(id);
  }

  knows(word: string): boolean {
    return this.vocabulary.knows(word);
  }

  candidatesFor(word: string): readonly Candidate[] {
    return this.vocabulary.candidatesFor(word);
  }

  /** Documents that have all words, inside of others too where `isInside`. */
  withAll(question: Question, isInside: boolean): readonly Hit<D>[] {
    const costs = question.words.map((word) => this.costsOf(word, isInside));
    if (costs.length === 0) return [];
    return this.collect((number) => {
      let worst = 0;
      let sum = 0;
      for (const each of costs) {
        const cost = each[number] ?? NONE;
        if (cost === NONE) return null;
        sum += cost;
        if (cost > worst) worst = cost;
      }
      return 1 + worst * WORST + sum;
    }, question);
  }

  /** Documents whose title has the text as it stands, signs and all. */
  withText(question: Question): readonly Hit<D>[] {
    return this.collect((_number, { title }) => (title.includes(question.text) ? 1 : null), question);
  }

  /** Documents that have most of what the words ask for: rare words ask for more. */
  withMost(question: Question): readonly Hit<D>[] {
    const weighed = question.words.map((word) => {
      const costs = this.costsOf({ ...word, isWhole: true }, false);
      const found = costs.reduce((sum, cost) => sum + (cost < FIELDS - 1 ? 1 : 0), 0);
      return { costs, weight: found === 0 ? 0 : Math.log(1 + this.size / found) };
    });
    const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
    return this.collect((number) => {
      let share = 0;
      for (const { costs, weight } of weighed) if ((costs[number] ?? NONE) < FIELDS - 1) share += weight / all;
      return share < SHARE_MIN || all === 0 ? null : 1 + Math.round((1 - share) * WORST);
    }, question);
  }

  private collect(costOf: (number: number, held: Held<D>) => number | null, { key, slug }: Question): readonly Hit<D>[] {
    const hits: Hit<D>[] = [];
    for (let number = 0; number < this.held.length; number += 1) {
      const held = this.held[number];
      if (held === undefined) continue;
      const isExact = (held.key === key && key !== '') || (held.slug === slug && slug !== '');
      const cost = isExact ? EXACT : costOf(number, held);
      if (cost !== null) hits.push({ value: held.value, cost });
    }
    return hits;
  }

  private costsOf(word: AskedWord, isInside: boolean): Uint8Array {
    const costs = new Uint8Array(this.held.length).fill(NONE);
    this.markWhole(costs, word.text);
    for (const same of word.same) this.markAll(costs, same);
    for (const near of word.near) this.mark(costs, near, BEGINNING);
    if (word.text.length >= JOINED_MIN) this.markSplit(costs, word.text);
    if (!word.isWhole) {
      if (!costs.some((cost) => cost < FIELDS - 1)) this.mark(costs, INITIALS + word.text, BEGINNING);
      for (const each of this.vocabulary.beginningWith(word.text)) this.mark(costs, each, BEGINNING);
      if (isInside || word.text.length >= INSIDE_FROM) {
        for (const each of this.vocabulary.having(word.text)) this.mark(costs, each, INSIDE, TITLE | BESIDE);
      }
    }
    return costs;
  }

  /** The word, and other forms of it. */
  private markWhole(costs: Uint8Array, word: string): void {
    this.mark(costs, word, WHOLE);
    for (const form of this.stems.get(stemOf(word)) ?? []) if (isFormOf(form, word)) this.mark(costs, form, WHOLE);
  }

  /** Several words that together say the same as one. */
  private markAll(costs: Uint8Array, words: readonly string[]): void {
    const [first, ...others] = words.map((word) => {
      const each = words.length === 1 ? costs : new Uint8Array(costs.length).fill(NONE);
      this.markWhole(each, word);
      return each;
    });
    if (first === undefined || others.length === 0) return;
    for (const [number, cost] of first.entries()) {
      const worst = others.reduce((most, each) => Math.max(most, each[number] ?? NONE), cost);
      if (worst < (costs[number] ?? NONE)) costs[number] = worst;
    }
  }

  /** One word that stands as two: mrbeast in "Mr Beast". */
  private markSplit(costs: Uint8Array, word: string): void {
    for (let at = SPLIT_MIN; at <= word.length - SPLIT_MIN; at += 1) {
      const [left, right] = [this.terms.get(word.slice(0, at)), this.terms.get(word.slice(at))];
      if (left === undefined || right === undefined) continue;
      const pair = ` ${word.slice(0, at)} ${word.slice(at)} `;
      for (const posting of left.length < right.length ? left : right) {
        if ((posting & (TITLE | BESIDE)) === 0) continue;
        const held = this.held[posting >>> FIELD_BITS];
        if (held?.row.includes(pair) !== true) continue;
        const cost = BEST_FIELD[posting & (TITLE | BESIDE)] ?? NONE;
        if (cost < (costs[posting >>> FIELD_BITS] ?? NONE)) costs[posting >>> FIELD_BITS] = cost;
      }
    }
  }

  private mark(costs: Uint8Array, term: string, kind: number, fields = TITLE | BESIDE | DESCRIPTION): void {
    for (const posting of this.terms.get(term) ?? []) {
      const among = posting & fields;
      if (among === 0) continue;
      const cost = kind * FIELDS + (BEST_FIELD[among] ?? 0);
      const number = posting >>> FIELD_BITS;
      if (cost < (costs[number] ?? NONE)) costs[number] = cost;
    }
  }

  private post(term: string, posting: number): void {
    const postings = this.terms.get(term);
    if (postings !== undefined) {
      postings.push(posting);
      return;
    }
    this.terms.set(term, [posting]);
    this.learn(term);
  }

  private learn(term: string): void {
    if (term.startsWith(INITIALS)) return;
    this.vocabulary.add(term);
    const stem = stemOf(term);
    const forms = this.stems.get(stem);
    if (forms === undefined) this.stems.set(stem, [term]);
    else forms.push(term);
  }

  private drop(id: number): void {
    const number = this.numbers.get(id);
    if (number === undefined) return;
    this.held[number] = undefined;
    this.numbers.delete(id);
    const gone = this.held.length - this.numbers.size;
    if (gone > GONE_MIN && gone * 4 > this.held.length) this.compact();
  }

  /** Numbers documents anew, in their order, and forgets the words of those that are gone. */
  private compact(): void {
    const numbers = new Map<number, number>();
    const held: (Held<D> | undefined)[] = [];
    for (const [number, each] of this.held.entries()) {
      if (each !== undefined) numbers.set(number, held.push(each) - 1);
    }
    const terms = [...this.terms];
    this.held = held;
    this.numbers = new Map(held.flatMap((each, number) => (each === undefined ? [] : [[each.value.id, number]])));
    this.terms = new Map();
    this.stems = new Map();
    this.vocabulary = new Vocabulary();
    const mask = (1 << FIELD_BITS) - 1;
    for (const [term, postings] of terms) {
      for (const posting of postings) {
        const number = numbers.get(posting >>> FIELD_BITS);
        if (number !== undefined) this.post(term, (number << FIELD_BITS) | (posting & mask));
      }
    }
  }
}

function isFormOf(form: string, word: string): boolean {
  return word.length >= FORMS_FROM || form === `${word}s` || word === `${form}s`;
}

function fieldsOf(texts: Texts, title: string, beside: string): ReadonlyMap<string, number> {
  const fields = new Map<string, number>();
  const add = (terms: readonly string[], field: number): void => {
    for (const term of terms) fields.set(term, (fields.get(term) ?? 0) | field);
  };
  add(termsOf(title), TITLE);
  add(termsOf(beside), BESIDE);
  add(termsOf(fold(texts.description)), DESCRIPTION);
  add(
    initialsOf(texts.title).map((initials) => INITIALS + initials),
    TITLE,
  );
  add(
    initialsOf(texts.beside.join('\n')).map((initials) => INITIALS + initials),
    BESIDE,
  );
  return fields;
}
