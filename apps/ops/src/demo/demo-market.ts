import { CommandRefused } from '../failure';
import { fieldsOf, listOf, numberOf, textOf, type Fields, type SurfaceReader } from './surface-reader';

export interface DemoMarket {
  readonly conditionId: string;
  readonly question: string;
  readonly isNegRisk: boolean;
  readonly outcomes: readonly [string, string];
  readonly tokenIds: readonly [string, string];
}

const FIRST_CURSOR = 'MA==';
const END_CURSOR = 'LTE=';
/** The story quotes in whole cents. */
const TICK_MAX = 0.01;
/** The smallest order of the story. */
const MINIMUM_SHARES_MAX = 10;
const TICKS_PER_CENT_EXACT = 1e-9;
/** Books looked at before giving up: well inside the read limit of the surface. */
const BOOKS_MAX = 100;

/** Markets that take orders in whole cents and whose books are empty, so that the story's figures come out the same each time. */
export async function chooseMarkets(clob: SurfaceReader, wanted: number): Promise<readonly DemoMarket[]> {
  const chosen: DemoMarket[] = [];
  let looked = 0;
  for (let cursor = FIRST_CURSOR; cursor !== END_CURSOR && cursor !== '';) {
    const page = fieldsOf(await clob.get(`/markets?next_cursor=${encodeURIComponent(cursor)}`));
    for (const record of listOf(page['data'])) {
      const market = suitable(record);
      if (market === undefined) continue;
      looked += 1;
      if (await hasEmptyBook(clob, market)) chosen.push(market);
      if (chosen.length === wanted || looked === BOOKS_MAX) return chosen;
    }
    cursor = textOf(page, 'next_cursor');
  }
  if (chosen.length === 0) {
    throw new CommandRefused(
      'no market takes orders in whole cents with an empty book; import a catalog first: ops catalog import FILE',
    );
  }
  return chosen;
}

function suitable(record: Fields): DemoMarket | undefined {
  const [first, second] = listOf(record['tokens']);
  const isSmall = numberOf(record, 'minimum_order_size') <= MINIMUM_SHARES_MAX;
  const isOpen =
    isSmall && record['enable_order_book'] === true && record['accepting_orders'] === true && record['closed'] !== true;
  const ticksPerCent = TICK_MAX / numberOf(record, 'minimum_tick_size');
  const isInCents = Math.abs(ticksPerCent - Math.round(ticksPerCent)) < TICKS_PER_CENT_EXACT && ticksPerCent >= 1;
  if (!isOpen || !isInCents || numberOf(record, 'seconds_delay') > 0 || first === undefined || second === undefined)
    return undefined;
  return {
    conditionId: textOf(record, 'condition_id'),
    question: textOf(record, 'question'),
    isNegRisk: record['neg_risk'] === true,
    outcomes: [textOf(first, 'outcome'), textOf(second, 'outcome')],
    tokenIds: [textOf(first, 'token_id'), textOf(second, 'token_id')],
  };
}

async function hasEmptyBook(clob: SurfaceReader, market: DemoMarket): Promise<boolean> {
  const book = await readBook(clob, market.tokenIds[0]);
  return book.bids.length === 0 && book.asks.length === 0;
}

export interface Level {
  readonly price: number;
  readonly size: number;
}
/** Best price first on both sides. */
export interface Book {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** A token's book; the wire gives the worst price first. */
export async function readBook(clob: SurfaceReader, tokenId: string): Promise<Book> {
  const book = fieldsOf(await clob.get(`/book?token_id=${tokenId}`));
  const side = (name: string): readonly Level[] =>
    listOf(book[name])
      .map((level) => ({ price: numberOf(level, 'price'), size: numberOf(level, 'size') }))
      .reverse();
  return { bids: side('bids'), asks: side('asks') };
}
