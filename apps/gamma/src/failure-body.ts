import type { CatalogFailure } from '@foretell/contracts';
import type { FailureBody } from '@foretell/platform-server';

const TYPES: Readonly<Record<number, string>> = { 401: 'not authorized', 404: 'not found error', 429: 'too many requests' };

/** The catalog's error body: {type, error}. Source: interface, Errors. */
export const failureBody: FailureBody = ({ status, message }): CatalogFailure => {
  if (status >= 500) return { type: 'internal error', error: 'internal error' };
  return { type: TYPES[status] ?? 'bad request', error: message };
};
