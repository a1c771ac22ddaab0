import type { TradingFact } from '@foretell/contracts';
import type { WalletTotals } from '../projections/wallet-totals';

/** What a wallet did to itself in one fact, told plainly. */
interface Doing {
  readonly at: number;
  readonly wallet: string;
  readonly conditionId: string;
  readonly cash: number;
  readonly isTrade: boolean;
  readonly volume: number;
  readonly sizes: readonly [number, number];
}
interface Marked {
  readonly at: number;
  readonly conditionId: string;
  /** Worth of YES in half pips. */
  readonly mark: number;
}

/**
 * pnl and volume straight from the definition: every fact is looked at again for every question. The oracle of the board.
 * `startAt` is the window's first instant.
 */
export function naiveResult(
  facts: readonly TradingFact[],
  wallet: string,
  startAt: number,
  conditionIds: readonly string[],
): { pnl: number; vol: number } {
  const { doings, marks } = read(facts);
  let [pnl, vol] = [0, 0];
  for (const conditionId of conditionIds) {
    const own = doings.filter((doing) => doing.wallet === wallet && doing.conditionId === conditionId);
    const inside = own.filter(({ at }) => at >= startAt);
    const cash = inside.reduce((sum, doing) => sum + doing.cash, 0);
    const before = own.filter(({ at }) => at < startAt);
    const markAt = (instant: number): number =>
      marks.filter((marked) => marked.conditionId === conditionId && marked.at < instant).at(-1)?.mark ?? 10_000;
    pnl += cash + worth(own, markAt(Number.POSITIVE_INFINITY)) - worth(before, markAt(startAt));
    vol += inside.reduce((sum, doing) => sum + doing.volume, 0);
  }
  return { pnl, vol };
}

/** The shares of an outcome that a wallet ever acquired, by trade or split. The oracle of `totalBought`. */
export function naiveBought(facts: readonly TradingFact[], wallet: string, conditionId: string, outcome: 0 | 1): number {
  const own = read(facts).doings.filter((doing) => doing.wallet === wallet && doing.conditionId === conditionId);
  return own.reduce((sum, { sizes }) => sum + Math.max(0, sizes[outcome]), 0);
}

/** What a wallet did between two seconds, both included, counted anew. The oracle of its totals but for what it realized. */
export function naiveTotals(
  facts: readonly TradingFact[],
  wallet: string,
  start = 0,
  end = Number.POSITIVE_INFINITY,
): Omit<WalletTotals, 'totalRealizedMicros'> {
  const own = read(facts).doings.filter(
    (doing) => doing.wallet === wallet && doing.at >= start * 1_000 && doing.at < (end + 1) * 1_000,
  );
  const trades = own.filter(({ isTrade }) => isTrade);
  return {
    totalTrades: trades.length,
    totalMarkets: new Set(trades.filter(({ volume }) => volume > 0).map(({ conditionId }) => conditionId)).size,
    totalSharesMicros: trades.reduce((sum, { sizes }) => sum + Math.abs(sizes[0] + sizes[1]), 0),
    totalVolumeMicros: trades.reduce((sum, { volume }) => sum + volume, 0),
    totalCashMicros: own.reduce((sum, { cash }) => sum + cash, 0),
  };
}

function worth(doings: readonly Doing[], mark: number): number {
  const size = (outcome: 0 | 1): number => doings.reduce((sum, { sizes }) => sum + sizes[outcome], 0);
  return Math.floor((size(0) * mark) / 20_000) + Math.floor((size(1) * (20_000 - mark)) / 20_000);
}

function read(facts: readonly TradingFact[]): { doings: readonly Doing[]; marks: readonly Marked[] } {
  const doings: Doing[] = [];
  const marks: Marked[] = [];
  const books = new Map<string, { bid: number | null; ask: number | null; last: number | null; payout: number | null }>();
  let clock = 0;
  for (const fact of facts) {
    clock = Math.max(clock, fact.at);
    const at = clock;
    const book =
      'conditionId' in fact ? (books.get(fact.conditionId) ?? { bid: null, ask: null, last: null, payout: null }) : null;
    if (fact.type === 'trade.matched.v1') {
      doings.push(part(at, fact.conditionId, fact, fact.feeMicros));
      for (const fill of fact.fills) {
        doings.push(part(at, fact.conditionId, fill, 0));
        if (book !== null) book.last = fill.outcome === 0 ? fill.pricePips : 10_000 - fill.pricePips;
      }
    } else if (fact.type === 'position.split.v1' || fact.type === 'position.merged.v1') {
      const signed = fact.type === 'position.split.v1' ? fact.sizeMicros : -fact.sizeMicros;
      const pair = { cash: -signed, volume: 0, isTrade: false, sizes: [signed, signed] as const };
      doings.push({ at, wallet: fact.wallet, conditionId: fact.conditionId, ...pair });
    } else if (fact.type === 'position.redeemed.v1') {
      const sizes = [-fact.outcome0Micros, -fact.outcome1Micros] as const;
      const redeemed = { cash: fact.payoutMicros, volume: 0, isTrade: false, sizes };
      doings.push({ at, wallet: fact.wallet, conditionId: fact.conditionId, ...redeemed });
    } else if (fact.type === 'market.quoted.v1' && book !== null) {
      Object.assign(book, { bid: fact.bestBidPips, ask: fact.bestAskPips, last: fact.lastTradePips });
    } else if (fact.type === 'market.changed.v1' && book !== null) {
      book.payout = fact.payoutPips?.[0] ?? null;
    }
    if (book === null || !('conditionId' in fact)) continue;
    books.set(fact.conditionId, book);
    const { bid, ask, last, payout } = book;
    const mark = payout !== null ? 2 * payout : bid !== null && ask !== null ? bid + ask : last !== null ? 2 * last : 10_000;
    marks.push({ at, conditionId: fact.conditionId, mark });
  }
  return { doings, marks };
}

interface TradePart {
  readonly wallet: string;
  readonly outcome: 0 | 1;
  readonly side: 'BUY' | 'SELL';
  readonly sizeMicros: number;
  readonly usdcMicros: number;
}

function part(
  at: number,
  conditionId: string,
  { wallet, outcome, side, sizeMicros, usdcMicros }: TradePart,
  feeMicros: number,
): Doing {
  const signed = side === 'BUY' ? sizeMicros : -sizeMicros;
  const cash = (side === 'BUY' ? -usdcMicros : usdcMicros) - feeMicros;
  return { at, wallet, conditionId, cash, isTrade: true, volume: usdcMicros, sizes: outcome === 0 ? [signed, 0] : [0, signed] };
}
