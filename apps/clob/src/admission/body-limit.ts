import { limitedRoute } from '@foretell/platform-limits';
import { targetOf, type Targeted } from '@foretell/platform-server';
import type { IncomingMessage } from 'node:http';

const KILOBYTE = 1024;
/** For bodies that are not lists: the largest request has about 2 kB. */
const USUAL = 16 * KILOBYTE;
/** Twice the largest request, with the maximum number of items and of each field's length. */
const LISTS: Readonly<Record<string, number>> = {
  'POST /orders': 64 * KILOBYTE,
  'POST /orders/dry-run': 64 * KILOBYTE,
  'DELETE /orders': 160 * KILOBYTE,
  'POST /orders-scoring': 80 * KILOBYTE,
  'POST /books': 128 * KILOBYTE,
  'POST /prices': 128 * KILOBYTE,
  'POST /midpoints': 128 * KILOBYTE,
  'POST /spreads': 128 * KILOBYTE,
  'POST /last-trades-prices': 128 * KILOBYTE,
};
const LIMITS = new Map(Object.entries(LISTS));

/** Maximum body of a route in bytes: a larger one is refused before the rest is read. */
export function bodyLimitOf(request: Targeted & Pick<IncomingMessage, 'method'>): number {
  return LIMITS.get(limitedRoute(request.method ?? '', targetOf(request))) ?? USUAL;
}
