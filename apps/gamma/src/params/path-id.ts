import { HttpFailure } from '@foretell/platform-server';

const SAFE_DIGITS_MAX = 15;
const CONDITION_ID = /^0x[0-9a-f]{64}$/i;
const MARKET_ID = /^[0-9]{1,15}$/;

/** The number of an id that is digits; null for one that no row can have. */
export function pathId(digits: string): number | null {
  return digits.length <= SAFE_DIGITS_MAX ? Number(digits) : null;
}

/** What a market is looked up by; null for what can be neither a numeric id nor a condition id. */
export function marketKey(text: string | null): { readonly by: 'id' | 'condition'; readonly value: string | number } | null {
  if (text === null) return null;
  if (MARKET_ID.test(text)) return { by: 'id', value: Number(text) };
  return CONDITION_ID.test(text) ? { by: 'condition', value: text.toLowerCase() } : null;
}

/** What a key leads to; 404 where there is no such key, or nothing under it. Source: interface, Errors. */
export async function found<K, T>(key: K | null, missing: 'id' | 'slug', read: (key: K) => Promise<T | null>): Promise<T> {
  const value = key === null ? null : await read(key);
  if (value === null) throw new HttpFailure(404, `${missing} not found`, 'not_found');
  return value;
}
