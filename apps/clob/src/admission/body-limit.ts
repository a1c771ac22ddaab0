import { limitedRoute } from '@foretell/platform-limits';
import { targetOf, type Targeted } from '@foretell/platform-server';
import type { IncomingMessage } from 'node:http';

const KILOBYTE = 1024;
/** What is no list: its largest request has some two kilobytes. */
const USUAL = 16 * KILOBYTE;
/** Twice the largest request, which has all of its items and each of its longest fields. */
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

/** How many bytes of body a route reads: whoever sends more is refused before the rest is taken up. */
export function bodyLimitOf(request: Targeted & Pick<IncomingMessage, 'method'>): number {
  return LIMITS.get(limitedRoute(request.method ?? '', targetOf(request))) ?? USUAL;
}
