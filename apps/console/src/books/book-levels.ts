import type { OrderBookSummary } from '@foretell/contracts';
import { decimalOfMicros, microsOf } from '../figures/micros';

/** A level as it is drawn: what is offered at a price, and at it or better. */
export interface DrawnLevel {
  readonly price: string;
  /** Shares. */
  readonly size: string;
  /** Shares at this price or a better one. */
  readonly total: string;
  /** Of the bar behind it, in whole percent of the deepest level that is drawn on either side. */
  readonly depthPercent: number;
}

export interface DrawnBook {
  /** Best first. */
  readonly bids: readonly DrawnLevel[];
  /** Best first. */
  readonly asks: readonly DrawnLevel[];
}

type Levels = OrderBookSummary['bids'];

/** The best levels of both sides, their depths on one scale. */
export function drawnBook({ bids, asks }: Pick<OrderBookSummary, 'bids' | 'asks'>, levelsMax: number): DrawnBook {
  const sides = [bids, asks].map((levels) => summed(bestFirst(levels, levelsMax)));
  const deepest = sides
    .flatMap((side) => side.map(({ micros }) => micros))
    .reduce((most, micros) => (micros > most ? micros : most), 1n);
  const [drawnBids = [], drawnAsks = []] = sides.map((side) =>
    side.map(({ price, size, micros }) => ({
      price,
      size,
      total: decimalOfMicros(micros),
      depthPercent: Number((micros * 100n) / deepest),
    })),
  );
  return { bids: drawnBids, asks: drawnAsks };
}

/** What a share is worth by its book: the midpoint, else the last trade's price; null when it has neither. */
export function worthOf(book: OrderBookSummary): string | null {
  const [bid, ask] = [bestOf(book.bids), bestOf(book.asks)];
  if (bid === null || ask === null) return book.last_trade_price === '' ? null : book.last_trade_price;
  const [low, high] = [microsOf(bid), microsOf(ask)];
  // Prices have at most four places, so half of a sum has at most five.
  return low === null || high === null ? null : decimalOfMicros((low + high) / 2n);
}

/** Best price of a side; null when it is empty. */
export function bestOf(levels: Levels): string | null {
  return levels.at(-1)?.price ?? null;
}

/** The distance between the best prices; null when a side is empty. */
export function spreadOf(book: Pick<OrderBookSummary, 'bids' | 'asks'>): string | null {
  const [bid, ask] = [bestOf(book.bids), bestOf(book.asks)];
  const [low, high] = [microsOf(bid ?? ''), microsOf(ask ?? '')];
  return low === null || high === null ? null : decimalOfMicros(high > low ? high - low : 0n);
}

/** The surface tells the worst level first. */
function bestFirst(levels: Levels, levelsMax: number): Levels {
  return levels.slice(-levelsMax).reverse();
}

function summed(levels: Levels): readonly { readonly price: string; readonly size: string; readonly micros: bigint }[] {
  let micros = 0n;
  return levels.map(({ price, size }) => ({ price, size, micros: (micros += microsOf(size) ?? 0n) }));
}
