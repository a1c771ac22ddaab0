import { HttpFailure } from '@foretell/platform-server';

const SAFE_DIGITS_MAX = 15;

/** The number of an id that is digits; null for one that no row can have. */
export function pathId(digits: string): number | null {
  return digits.length <= SAFE_DIGITS_MAX ? Number(digits) : null;
}

/** Source: interface, Errors. */
export function notFound(what: 'id' | 'slug'): HttpFailure {
  return new HttpFailure(404, `${what} not found`, 'not_found');
}
