import { fold } from './fold';
import { initialsOf, termsOf } from './words';

/** The searched texts of a document, as written. */
export interface Texts {
  readonly title: string;
  /** A query equal to it selects this document. */
  readonly slug: string;
  /** Ranked after the title: questions, labels, slugs. */
  readonly beside: readonly string[];
  /** Ranked last. */
  readonly description: string;
}

/** Bits: a word may be in several fields. */
export const TITLE = 1;
export const BESIDE = 2;
export const DESCRIPTION = 4;
export const FIELD_BITS = 3;
export const FIELD_MASK = (1 << FIELD_BITS) - 1;
/** The best field, by the bits of the fields that contain a word. */
export const BEST_FIELD = [0, 0, 1, 0, 2, 0, 1, 0];

/** Prefix of initials, which are their own terms: no query word begins with it. */
export const INITIALS = '\u0001';

/** Each term of a document with the bits of the fields that contain it. */
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
