import { HttpFailure } from '@foretell/platform-server';

const CONDITION_ID = /^0x[0-9a-f]{64}$/i;
const DIGITS = /^[0-9]{1,16}$/;

/** The number of an id; null for a text that is not one, or for a number too large to be exact. */
export function pathId(text: string): number | null {
  const id = DIGITS.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

/** The lookup key of a market; null for a text that is neither a numeric id nor a condition id. */
export function marketKey(text: string | null): { readonly by: 'id' | 'condition'; readonly value: string | number } | null {
  if (text === null) return null;
  const id = pathId(text);
  if (id !== null) return { by: 'id', value: id };
  return CONDITION_ID.test(text) ? { by: 'condition', value: text.toLowerCase() } : null;
}

/** The lookup key of a resource by its numeric id or its slug; null for an invalid one. */
export function idKey(text: string): { readonly by: 'id'; readonly value: number } | null {
  const value = pathId(text);
  return value === null ? null : { by: 'id', value };
}
export function slugKey(slug: string | null): { readonly by: 'slug'; readonly value: string } | null {
  return slug === null ? null : { by: 'slug', value: slug };
}

/** Returns the result of a lookup; 404 without a key or a result. Source: interface, Errors. */
export async function found<K, T>(key: K | null, missing: 'id' | 'slug', read: (key: K) => Promise<T | null>): Promise<T> {
  const value = key === null ? null : await read(key);
  if (value === null) throw new HttpFailure(404, `${missing} not found`, 'not_found');
  return value;
}
