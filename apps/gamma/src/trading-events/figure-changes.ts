import type { MarketChangedV1, MarketMeasuredV1, MarketQuotedV1, TradeMatchedV1 } from '@foretell/contracts';
import { MICROS_PER_UNIT, PIPS_PER_USDC } from '@foretell/units';

const HOUR_MS = 3_600_000;

/** Changes of one market's figures in a batch of trading events. Prices are pips of outcome 0. */
export interface FigureChange {
  readonly conditionId: string;
  /** USDC traded by Unix hour, in micros. */
  readonly hours: Map<number, number>;
  quote: { readonly bid: number | null; readonly ask: number | null } | undefined;
  lastTradePips: number | undefined;
  end: { readonly closedAt: number | null; readonly payoutPips: number | null } | undefined;
  /** Whether it was quoted or traded: from then on the book here is authoritative. */
  hasBook: boolean;
  /** USDC in the book. Before the first quote or trade of the batch it counts only if an earlier batch had one. */
  liquidity: { readonly usdc: number; readonly isOfBook: boolean } | undefined;
  /** USDC held by the condition. */
  openInterest: number | undefined;
  /** The last price by Unix hour, in half pips. */
  readonly prices: Map<number, { readonly halfPips: number; readonly isPayout: boolean }>;
}

/**
 * Accumulates the figures of trading events into one change per market. The sum of all changes is the same for any division into
 * batches.
 */
export class FigureChanges {
  private readonly changes = new Map<string, FigureChange>();

  get all(): readonly FigureChange[] {
    return [...this.changes.values()];
  }

  traded({ conditionId, at, usdcMicros, fills }: TradeMatchedV1): void {
    const change = this.of(conditionId);
    const hour = hourOf(at);
    change.hours.set(hour, (change.hours.get(hour) ?? 0) + usdcMicros);
    change.hasBook = true;
    const fill = fills.at(-1);
    if (fill !== undefined) change.lastTradePips = fill.outcome === 0 ? fill.pricePips : PIPS_PER_USDC - fill.pricePips;
  }

  quoted({ conditionId, at, bestBidPips, bestAskPips, lastTradePips }: MarketQuotedV1): void {
    const change = this.of(conditionId);
    change.quote = { bid: bestBidPips, ask: bestAskPips };
    change.hasBook = true;
    if (lastTradePips !== null) change.lastTradePips = lastTradePips;
    const halfPips = halfPipsOf(change.quote, lastTradePips);
    // The payout is the last price: the book that a resolution empties is quoted after it.
    if (halfPips !== null && (change.end?.payoutPips ?? null) === null)
      change.prices.set(hourOf(at), { halfPips, isPayout: false });
    // The book is empty, so the earlier measure no longer applies.
    if (bestBidPips === null && bestAskPips === null) change.liquidity = { usdc: 0, isOfBook: true };
  }

  measured({ conditionId, bidsMicros, asksMicros, openInterestMicros }: MarketMeasuredV1): void {
    const change = this.of(conditionId);
    change.liquidity = { usdc: (bidsMicros + asksMicros) / MICROS_PER_UNIT, isOfBook: change.hasBook };
    change.openInterest = openInterestMicros / MICROS_PER_UNIT;
  }

  changed({ conditionId, at, status, payoutPips }: MarketChangedV1): void {
    const change = this.of(conditionId);
    const payout = payoutPips?.[0] ?? null;
    change.end = { closedAt: status === 'closed' || status === 'resolved' ? at : null, payoutPips: payout };
    if (payout !== null) change.prices.set(hourOf(at), { halfPips: 2 * payout, isPayout: true });
  }

  private of(conditionId: string): FigureChange {
    const known = this.changes.get(conditionId);
    if (known !== undefined) return known;
    const change: FigureChange = {
      conditionId,
      hours: new Map(),
      quote: undefined,
      lastTradePips: undefined,
      end: undefined,
      hasBook: false,
      liquidity: undefined,
      openInterest: undefined,
      prices: new Map(),
    };
    this.changes.set(conditionId, change);
    return change;
  }
}

/** The midpoint; the last trade when a side is empty. */
function halfPipsOf({ bid, ask }: NonNullable<FigureChange['quote']>, lastTradePips: number | null): number | null {
  if (bid !== null && ask !== null) return bid + ask;
  return lastTradePips === null ? null : 2 * lastTradePips;
}

export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}
