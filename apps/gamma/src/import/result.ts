import type { CatalogResult } from '@foretell/contracts';
import { MICROS_PER_UNIT } from '@foretell/units';
import type { RowReader } from './row-reader';

/** The lowest tradable price, 0.0001 USDC: a price closer than this to 0 or 1 is a final result, not a market price. */
const LEAST_PRICE_MICROS = 100;
const HALF = MICROS_PER_UNIT / 2;

export interface GivenResult {
  readonly result: CatalogResult | null | undefined;
  readonly closingPricesMicros: readonly [number, number] | null | undefined;
}

/**
 * The result in a market's row: the market is closed, or its resolution status is resolved, and the outcome prices are final.
 * Undefined when the row omits it; null: not ended, or without a result. Source: interface, Catalog.
 */
export function readResult(row: RowReader): GivenResult {
  const isClosed = row.flag('closed');
  const isResolved = row.given('umaResolutionStatus') === 'resolved';
  const prices = pricesOf(row.given('outcomePrices'));
  if (isClosed !== true && !isResolved) return isClosed === false ? NONE : NOT_SAID;
  if (prices === null) return NOT_SAID;
  return { result: resultOf(prices), closingPricesMicros: prices };
}

const NONE: GivenResult = { result: null, closingPricesMicros: null };
const NOT_SAID: GivenResult = { result: undefined, closingPricesMicros: undefined };

function resultOf([first, second]: readonly [number, number]): CatalogResult | null {
  if (first === HALF && second === HALF) return 'half';
  if (isEnd(first, second)) return 'outcome0';
  return isEnd(second, first) ? 'outcome1' : null;
}

function isEnd(winner: number, loser: number): boolean {
  return winner > MICROS_PER_UNIT - LEAST_PRICE_MICROS && loser < LEAST_PRICE_MICROS;
}

/** Two prices from 0 to 1, numbers or texts, as a list or a text that contains one; null for anything else. */
function pricesOf(value: unknown): readonly [number, number] | null {
  const list: unknown = typeof value === 'string' ? parsed(value) : value;
  if (!Array.isArray(list) || list.length !== 2) return null;
  const [first, second] = list.map(microsOf);
  return first === undefined || second === undefined || Number.isNaN(first + second) ? null : [first, second];
}

function microsOf(price: unknown): number {
  const number =
    typeof price === 'number' ? price : typeof price === 'string' && price.trim() !== '' ? Number(price) : Number.NaN;
  return number >= 0 && number <= 1 ? Math.round(number * MICROS_PER_UNIT) : Number.NaN;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
