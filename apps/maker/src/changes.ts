import type { Quote } from './ladder';

/** A quote in the book, with its remaining size. */
export interface OpenQuote extends Quote {
  readonly orderId: string;
}

export interface Changes {
  /** Ids of orders. */
  readonly cancel: readonly string[];
  readonly place: readonly Quote[];
}

/** Changes from the open orders to the wanted ones. An order stays only when its price and remaining size are as wanted. */
export function changesTo(wanted: readonly Quote[], open: readonly OpenQuote[]): Changes {
  const missing = new Map(wanted.map((quote) => [keyOf(quote), quote]));
  const cancel = open.filter((quote) => !missing.delete(keyOf(quote))).map(({ orderId }) => orderId);
  return { cancel, place: [...missing.values()] };
}

function keyOf({ outcome, pricePips, sizeMicros }: Quote): string {
  return `${outcome} ${pricePips} ${sizeMicros}`;
}
