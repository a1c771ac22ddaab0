import type { OrderBookSummary } from '@foretell/contracts';
import { decimalOfMicros, microsOf } from '../figures/micros';

/** A displayed level: the size at a price, and the size at it or better. */
export interface DrawnLevel {
  readonly price: string;
  /** Shares. */
  readonly size: string;
  /** Shares at this price or better. */
  readonly total: string;
  /** Width of the bar, in integer percent of the deepest displayed level of both sides. */
  readonly depthPercent: number;
}

export interface DrawnBook {
  /** Best first. */
  readonly bids: readonly DrawnLevel[];
  /** Best first. */
  readonly asks: readonly DrawnLevel[];
}

type Levels = OrderBookSummary['bids'];

/** The best levels of both sides, with depths on one scale. */
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

/** The value of a share by its book: the midpoint, else the last trade's price; null without both. */
export function worthOf(book: OrderBookSummary): string | null {
  const [bid, ask] = [bestOf(book.bids), bestOf(book.asks)];
  if (bid === null || ask === null) return book.last_trade_price === '' ? null : book.last_trade_price;
  const [low, high] = [microsOf(bid), microsOf(ask)];
  // Prices have at most four decimals, so half of a sum has at most five.
  return low === null || high === null ? null : decimalOfMicros((low + high) / 2n);
}

/** Best price of a side; null when it is empty. */
export function bestOf(levels: Levels): string | null {
  return levels.at(-1)?.price ?? null;
}

/** The difference between the best prices; null when a side is empty. */
export function spreadOf(book: Pick<OrderBookSummary, 'bids' | 'asks'>): string | null {
  const [bid, ask] = [bestOf(book.bids), bestOf(book.asks)];
  const [low, high] = [microsOf(bid ?? ''), microsOf(ask ?? '')];
  return low === null || high === null ? null : decimalOfMicros(high > low ? high - low : 0n);
}

/** The service returns the worst level first. */
function bestFirst(levels: Levels, levelsMax: number): Levels {
  return levels.slice(-levelsMax).reverse();
}

function summed(levels: Levels): readonly { readonly price: string; readonly size: string; readonly micros: bigint }[] {
  let micros = 0n;
  return levels.map(({ price, size }) => ({ price, size, micros: (micros += microsOf(size) ?? 0n) }));
}
