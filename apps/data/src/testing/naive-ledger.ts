import type { Fill, PositionRedeemed, Resolution, Trade } from '@foretell/exchange';
import type { Commit, TradingHistory } from '@foretell/testing/trading';
import type { WalletTotals } from '../projections/wallet-totals';

/** An action of a wallet, a row of its activity, as the exchange states it. */
export interface Doing {
  readonly at: number;
  readonly wallet: string;
  readonly conditionId: string;
  readonly type: 'TRADE' | 'SPLIT' | 'MERGE' | 'REDEEM';
  /** Change of each outcome's shares; negative: fewer. */
  readonly sizes: readonly [number, number];
  /** Amount received for each outcome; negative: paid. Before the fee. */
  readonly received: readonly [number, number];
  readonly fee: number;
}
export interface NaivePosition {
  readonly size: number;
  readonly cost: number;
  readonly realized: number;
  readonly acquired: number;
  readonly bought: number;
  readonly volume: number;
}
interface Marked {
  readonly at: number;
  readonly conditionId: string;
  /** Mark of YES in half pips. */
  readonly mark: number;
}

const NOTHING: NaivePosition = { size: 0, cost: 0, realized: 0, acquired: 0, bought: 0, volume: 0 };
const OUTCOMES = [0, 1] as const;
const PAYOUT_PIPS: Readonly<Record<Resolution, number>> = { outcome0: 10_000, outcome1: 0, half: 5_000 };

/**
 * The reference model of the projections: computes every figure of the data service from its definition. Each call processes the
 * exchange's events again. The payout of an outcome is the resolution in the exchange's state.
 */
export class NaiveLedger {
  readonly doings: readonly Doing[];
  private readonly marks: readonly Marked[];

  constructor({ commits, end }: Pick<TradingHistory, 'commits' | 'end'>) {
    const resolutions = new Map(end.markets.map(({ conditionId, resolution }) => [conditionId, resolution]));
    [this.doings, this.marks] = read(commits, resolutions);
  }

  /** pnl and volume of a window. */
  result(wallet: string, startAt: number, conditionIds: readonly string[]): { pnl: number; vol: number } {
    let [pnl, vol] = [0, 0];
    for (const conditionId of conditionIds) {
      const own = this.of(wallet).filter((doing) => doing.conditionId === conditionId);
      const inside = own.filter(({ at }) => at >= startAt);
      const before = own.filter(({ at }) => at < startAt);
      const worthThen = worth(before, this.markBefore(conditionId, startAt));
      pnl += cashOf(inside) + worth(own, this.markBefore(conditionId, Number.POSITIVE_INFINITY)) - worthThen;
      vol += inside.reduce((sum, doing) => sum + volumeOf(doing), 0);
    }
    return { pnl, vol };
  }

  /** A wallet's standing at an instant. */
  standing(wallet: string, before: number): { profit: number; realized: number; volume: number; trades: number } {
    const own = this.of(wallet).filter(({ at }) => at < before);
    const conditionIds = new Set(own.map(({ conditionId }) => conditionId));
    let profit = cashOf(own);
    for (const conditionId of conditionIds) {
      const held = own.filter((doing) => doing.conditionId === conditionId);
      profit += worth(held, this.markBefore(conditionId, before));
    }
    return {
      profit,
      realized: moved(own).realized.reduce((sum, earned) => sum + earned, 0),
      volume: own.reduce((sum, doing) => sum + volumeOf(doing), 0),
      trades: own.filter(({ type }) => type === 'TRADE').length,
    };
  }

  /** A wallet's totals between two seconds, both inclusive. */
  totals(wallet: string, start = 0, end = Number.POSITIVE_INFINITY): Omit<WalletTotals, 'totalRealizedMicros'> {
    const own = this.of(wallet).filter(({ at }) => at >= start * 1_000 && at < (end + 1) * 1_000);
    const trades = own.filter(({ type }) => type === 'TRADE');
    const worthwhile = trades.filter((doing) => volumeOf(doing) > 0);
    return {
      totalTrades: trades.length,
      totalMarkets: new Set(worthwhile.map(({ conditionId }) => conditionId)).size,
      totalSharesMicros: trades.reduce((sum, { sizes }) => sum + Math.abs(sizes[0] + sizes[1]), 0),
      totalVolumeMicros: trades.reduce((sum, doing) => sum + volumeOf(doing), 0),
      totalCashMicros: cashOf(own),
    };
  }

  /** By wallet, condition and outcome. */
  positions(): ReadonlyMap<string, NaivePosition> {
    return moved(this.doings).positions;
  }

  /** The amount that each of `doings` realized. */
  realized(): readonly number[] {
    return moved(this.doings).realized;
  }

  private of(wallet: string): readonly Doing[] {
    return this.doings.filter((doing) => doing.wallet === wallet);
  }

  private markBefore(conditionId: string, instant: number): number {
    return this.marks.filter((marked) => marked.conditionId === conditionId && marked.at < instant).at(-1)?.mark ?? 10_000;
  }
}

/** Shares leave a position at its average cost, rounded down. */
function moved(doings: readonly Doing[]): { positions: ReadonlyMap<string, NaivePosition>; realized: readonly number[] } {
  const positions = new Map<string, NaivePosition>();
  const realized = doings.map((doing) => {
    let sum = 0;
    for (const outcome of OUTCOMES) {
      const [size, received] = [doing.sizes[outcome], doing.received[outcome]];
      if (size === 0) continue;
      const key = `${doing.wallet} ${doing.conditionId} ${outcome}`;
      const before = positions.get(key) ?? NOTHING;
      const costLeft = size > 0 ? 0 : Number((BigInt(before.cost) * BigInt(-size)) / BigInt(before.size));
      const bought = size > 0 ? -received : 0;
      const earned = (size < 0 ? received - costLeft : 0) - doing.fee;
      sum += earned;
      positions.set(key, {
        size: before.size + size,
        cost: before.cost + bought - costLeft,
        realized: before.realized + earned,
        acquired: before.acquired + Math.max(0, size),
        bought: before.bought + bought,
        volume: before.volume + volumeOf(doing),
      });
    }
    return sum;
  });
  return { positions, realized };
}

function volumeOf({ type, received }: Doing): number {
  return type === 'TRADE' ? Math.abs(received[0] + received[1]) : 0;
}

function cashOf(doings: readonly Doing[]): number {
  return doings.reduce((sum, { received, fee }) => sum + received[0] + received[1] - fee, 0);
}

function worth(doings: readonly Doing[], mark: number): number {
  const size = (outcome: 0 | 1): number => doings.reduce((sum, { sizes }) => sum + sizes[outcome], 0);
  return Math.floor((size(0) * mark) / 20_000) + Math.floor((size(1) * (20_000 - mark)) / 20_000);
}

/** Quotes of a condition, and its payout once resolved. */
interface Book {
  bid: number | null;
  ask: number | null;
  last: number | null;
  payout: number | null;
}

function read(
  commits: readonly Commit[],
  resolutions: ReadonlyMap<string, Resolution | null>,
): [doings: readonly Doing[], marks: readonly Marked[]] {
  const doings: Doing[] = [];
  const marks: Marked[] = [];
  const books = new Map<string, Book>();
  let clock = 0;
  const mark = (conditionId: string, change: Partial<Book>): void => {
    const book = { ...(books.get(conditionId) ?? { bid: null, ask: null, last: null, payout: null }), ...change };
    books.set(conditionId, book);
    const { bid, ask, last, payout } = book;
    const worthOfYes =
      payout !== null ? 2 * payout : bid !== null && ask !== null ? bid + ask : last !== null ? 2 * last : 10_000;
    marks.push({ at: clock, conditionId, mark: worthOfYes });
  };
  for (const commit of commits) {
    for (const event of commit.facts) {
      clock = Math.max(clock, event.at);
      if (event.type === 'trade') {
        doings.push(...traded(clock, event));
        const [lastFill] = event.fills.slice(-1);
        if (lastFill !== undefined) mark(event.conditionId, { last: ofYes(lastFill) });
      } else if (event.type === 'positionSplit' || event.type === 'positionMerged') {
        doings.push(
          pair(clock, event.wallet, event.conditionId, event.type === 'positionSplit' ? event.sizeMicros : -event.sizeMicros),
        );
      } else if (event.type === 'positionRedeemed') {
        doings.push(...redeemed(clock, event, resolutions.get(event.conditionId) ?? null));
      } else if (event.type === 'marketChanged') {
        mark(event.conditionId, { payout: event.resolution === null ? null : PAYOUT_PIPS[event.resolution] });
      }
    }
    for (const { conditionId, bestBidPips: bid, bestAskPips: ask, lastTradePips: last } of commit.quotes) {
      clock = Math.max(clock, commit.at);
      mark(conditionId, { bid, ask, last });
    }
    clock = Math.max(clock, ...commit.events.map(({ at }) => at));
  }
  return [doings, marks];
}

function ofYes({ makerOutcome, makerPricePips }: Fill): number {
  return makerOutcome === 0 ? makerPricePips : 10_000 - makerPricePips;
}

function traded(at: number, trade: Trade): Doing[] {
  const part = (wallet: string, outcome: 0 | 1, side: 'BUY' | 'SELL', size: number, usdc: number, fee: number): Doing => {
    const [more, received] = side === 'BUY' ? [size, -usdc] : [-size, usdc];
    const of = (amount: number): readonly [number, number] => (outcome === 0 ? [amount, 0] : [0, amount]);
    return { at, wallet, conditionId: trade.conditionId, type: 'TRADE', sizes: of(more), received: of(received), fee };
  };
  const { takerWallet, takerOutcome, takerSide, sizeMicros, usdcMicros, feeMicros } = trade;
  return [
    part(takerWallet, takerOutcome, takerSide, sizeMicros, usdcMicros, feeMicros),
    ...trade.fills.map((fill) =>
      part(fill.makerWallet, fill.makerOutcome, fill.makerSide, fill.sizeMicros, fill.makerUsdcMicros, 0),
    ),
  ];
}

/** 1 USDC a pair, half to each outcome, the odd micro to outcome 0. */
function pair(at: number, wallet: string, conditionId: string, size: number): Doing {
  const half1 = Math.trunc(size / 2);
  const [received0, received1] = [-(size - half1), -half1];
  const type = size > 0 ? 'SPLIT' : 'MERGE';
  return { at, wallet, conditionId, type, sizes: [size, size], received: [received0, received1], fee: 0 };
}

/** One row for each outcome held. The payout of half shares is rounded down once, for both outcomes together. */
function redeemed(at: number, event: PositionRedeemed, resolution: Resolution | null): Doing[] {
  const { wallet, conditionId, outcome0Micros, outcome1Micros } = event;
  if (resolution === null) throw new Error('a market that was paid out is resolved');
  const pips = PAYOUT_PIPS[resolution];
  const paid0 = Math.floor((outcome0Micros * pips) / 10_000);
  const both = Math.floor((outcome0Micros * pips + outcome1Micros * (10_000 - pips)) / 10_000);
  const row = { at, wallet, conditionId, type: 'REDEEM', fee: 0 } as const;
  const rows: Doing[] = [
    { ...row, sizes: [-outcome0Micros, 0], received: [paid0, 0] },
    { ...row, sizes: [0, -outcome1Micros], received: [0, both - paid0] },
  ];
  return rows.filter(({ sizes }) => sizes[0] + sizes[1] !== 0);
}
