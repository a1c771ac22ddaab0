import { fold } from './fold';
import { initialsOf, termsOf } from './words';

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

/** Bits: a word may stand in several. */
export const TITLE = 1;
export const BESIDE = 2;
export const DESCRIPTION = 4;
export const FIELD_BITS = 3;
export const FIELD_MASK = (1 << FIELD_BITS) - 1;
/** By the bits of the fields that have a word: the best of them. */
export const BEST_FIELD = [0, 0, 1, 0, 2, 0, 1, 0];

/** Initials are terms of their own, which no asked word begins. */
export const INITIALS = '\u0001';

/** Each term of a document with the bits of the fields that have it. */
export function fieldsOf(texts: Texts, title: string, beside: string): ReadonlyMap<string, number> {
  const fields = new Map<string, number>();
  const enter = (terms: readonly string[], field: number): void => {
    for (const term of terms) fields.set(term, (fields.get(term) ?? 0) | field);
  };
  enter(termsOf(title), TITLE);
  enter(termsOf(beside), BESIDE);
  enter(termsOf(fold(texts.description)), DESCRIPTION);
  enter(
    initialsOf(texts.title).map((initials) => INITIALS + initials),
    TITLE,
  );
  enter(
    initialsOf(texts.beside.join('\n')).map((initials) => INITIALS + initials),
    BESIDE,
  );
  return fields;
}
