import { HttpFailure } from '@foretell/platform-server';
import { badRequest } from './param';

const DIGITS = /^[0-9]+$/;
const SAFE_DIGITS_MAX = 15;

/** A numeric id in a path; null for one that no row can have. Refuses anything but digits. */
export function pathId(text: string): number | null {
  if (!DIGITS.test(text)) throw badRequest('id must be an integer');
  return text.length <= SAFE_DIGITS_MAX ? Number(text) : null;
}

/** PostgreSQL's text takes no U+0000; no slug has one either. */
export function pathText(text: string): string | null {
  return text.includes('\0') ? null : text;
}

/** Source: interface, Errors. */
export function notFound(what: 'id' | 'slug'): HttpFailure {
  return new HttpFailure(404, `${what} not found`, 'not_found');
}
