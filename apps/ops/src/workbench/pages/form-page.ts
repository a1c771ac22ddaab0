import { actionNamed } from '../actions';
import { formOf } from '../forms';
import type { Part } from '../html';

/** A page with one form. */
export function formPage(id: string): () => Promise<Part> {
  return () => Promise.resolve(formOf(actionNamed(id)));
}
