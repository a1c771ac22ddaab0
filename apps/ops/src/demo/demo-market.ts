import type { MarketDataClient } from '@foretell/client';
import type { MarketListRecord } from '@foretell/contracts';
import { CommandRefused } from '../failure';

export interface DemoMarket {
  readonly conditionId: string;
  readonly question: string;
  readonly isNegRisk: boolean;
  readonly outcomes: readonly [string, string];
  readonly tokenIds: readonly [string, string];
}

/** The demo quotes in whole cents. */
const TICK_MAX = 0.01;
/** The smallest order of the demo. */
const MINIMUM_SHARES_MAX = 10;
const TICKS_PER_CENT_EXACT = 1e-9;
/** Maximum of books to read before giving up, well below the service's request limit. */
const BOOKS_MAX = 100;

/** Markets that accept orders in whole cents and have empty books, so that the demo's figures are the same each time. */
export async function chooseMarkets(clob: MarketDataClient, wanted: number): Promise<readonly DemoMarket[]> {
  const chosen: DemoMarket[] = [];
  let looked = 0;
  for await (const record of clob.eachMarket()) {
    const market = suitable(record);
    if (market === undefined) continue;
    looked += 1;
    if (await hasEmptyBook(clob, market)) chosen.push(market);
    if (chosen.length === wanted || looked === BOOKS_MAX) return chosen;
  }
  if (chosen.length === 0) {
    throw new CommandRefused(
      looked === 0
        ? 'no open market has a tick of one cent or less; import a catalog first: ops catalog import FILE'
        : `each of ${looked} markets has orders in its book, and the demo needs one without; import further ones: ops catalog import FILE`,
    );
  }
  return chosen;
}

function suitable(record: MarketListRecord): DemoMarket | undefined {
  const [first, second] = record.tokens;
  const isSmall = record.minimum_order_size <= MINIMUM_SHARES_MAX;
  const isOpen = isSmall && record.enable_order_book && record.accepting_orders && !record.closed;
  const ticksPerCent = TICK_MAX / record.minimum_tick_size;
  const isInCents = Math.abs(ticksPerCent - Math.round(ticksPerCent)) < TICKS_PER_CENT_EXACT && ticksPerCent >= 1;
  if (!isOpen || !isInCents || record.seconds_delay > 0 || first === undefined || second === undefined) return undefined;
  return {
    conditionId: record.condition_id,
    question: record.question,
    isNegRisk: record.neg_risk,
    outcomes: [first.outcome, second.outcome],
    tokenIds: [first.token_id, second.token_id],
  };
}

async function hasEmptyBook(clob: MarketDataClient, market: DemoMarket): Promise<boolean> {
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

/** Reads a token's book; the response has the worst price first. */
export async function readBook(clob: MarketDataClient, tokenId: string): Promise<Book> {
  const { bids, asks } = await clob.book(tokenId);
  const side = (levels: typeof bids): readonly Level[] =>
    levels.map(({ price, size }) => ({ price: Number(price), size: Number(size) })).reverse();
  return { bids: side(bids), asks: side(asks) };
}
