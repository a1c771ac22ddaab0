import { money } from '../terminal/figures';
import type { Screen } from '../terminal/screen';
import { padLeft } from '../terminal/width';
import type { Book, Level } from './demo-market';

const LEVELS_MAX = 8;
const BAR_CELLS = 32;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Draws a book as a ladder: asks above, bids below, each level's size as a bar on one scale. */
export function bookPicture({ paint }: Pick<Screen, 'paint'>, book: Book): readonly string[] {
  const asks = book.asks.slice(0, LEVELS_MAX);
  const bids = book.bids.slice(0, LEVELS_MAX);
  if (asks.length + bids.length === 0) return [paint.dim('  the book is empty')];
  const largest = Math.max(...[...asks, ...bids].map(({ size }) => size));
  const sizeWidth = Math.max('SHARES'.length, ...[...asks, ...bids].map(({ size }) => money(size).length));
  const row = (name: string, { price, size }: Level, colour: (text: string) => string): string =>
    `  ${paint.dim(name)}  ${padLeft(price.toFixed(4).replace(/0{1,2}$/, ''), 6)}  ${padLeft(money(size), sizeWidth)}  ${colour(bar(size / largest))}`;
  return [
    paint.dim(`       ${padLeft('PRICE', 6)}  ${padLeft('SHARES', sizeWidth)}`),
    ...[...asks].reverse().map((level) => row('ask', level, paint.red)),
    paint.dim(`  ${spreadText(book)}`),
    ...bids.map((level) => row('bid', level, paint.green)),
  ];
}

function spreadText({ bids: [bid], asks: [ask] }: Book): string {
  if (bid === undefined || ask === undefined) return '── one side only ──';
  return `── spread ${money(ask.price - bid.price)}, midpoint ${money((ask.price + bid.price) / 2)} ──`;
}

/** A bar in eighths of a character, so that small levels are visible. */
function bar(share: number): string {
  const eighths = Math.max(1, Math.round(share * BAR_CELLS * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
