import { decimalOfMicros, microsOf } from '../figures/micros';

/**
 * The price of an outcome on every page: the midpoint if the spread is at most WIDEST_SPREAD, else the last trade, else none. A
 * price that nobody offered or paid is never shown.
 */
export type ShownPrice =
  { readonly kind: 'midpoint' | 'last' | 'payout'; readonly price: string } | { readonly kind: 'none'; readonly price: null };

/** Best bid, best ask and last trade of an outcome, in decimals of dollars. */
export interface Quote {
  readonly bid: string | null;
  readonly ask: string | null;
  /** Price of the last trade on this exchange. */
  readonly last: string | null;
}

export const NO_PRICE: ShownPrice = { kind: 'none', price: null };
const NO_QUOTE: Quote = { bid: null, ask: null, last: null };

/** Ten cents: with a wider spread, the midpoint is not meaningful. */
const WIDEST_SPREAD_MICROS = 100_000n;
const DOLLAR_MICROS = 1_000_000n;

/** Labels of the kinds, the same everywhere. */
export const PRICE_LABELS: Readonly<Record<ShownPrice['kind'], string>> = {
  midpoint: 'Midpoint',
  last: 'Last trade',
  payout: 'Payout',
  none: 'No price yet',
};

export function shownPrice({ bid, ask, last }: Quote): ShownPrice {
  const [low, high] = [microsOf(bid ?? ''), microsOf(ask ?? '')];
  if (low !== null && high !== null && high - low <= WIDEST_SPREAD_MICROS)
    return { kind: 'midpoint', price: decimalOfMicros((low + high) / 2n) };
  return last === null || last === '' ? NO_PRICE : { kind: 'last', price: last };
}

/** The quote of the other outcome: a bid for one at p is an ask for the other at 1 − p. */
export function oppositeQuote({ bid, ask, last }: Quote): Quote {
  return { bid: complement(ask), ask: complement(bid), last: complement(last) };
}

/** The quote of an outcome, from that of the market's first outcome. */
export function quoteOfOutcome(first: Quote | undefined, outcome: number): Quote {
  if (first === undefined) return NO_QUOTE;
  return outcome === 0 ? first : oppositeQuote(first);
}

function complement(price: string | null): string | null {
  const micros = microsOf(price ?? '');
  return micros === null || micros > DOLLAR_MICROS ? null : decimalOfMicros(DOLLAR_MICROS - micros);
}
