import type { MarketChangedV1, MarketMeasuredV1, MarketQuotedV1, TradeMatchedV1 } from '@foretell/contracts';
import { MICROS_PER_UNIT, PIPS_PER_USDC } from '@foretell/units';

const HOUR_MS = 3_600_000;

/** What a batch of facts says of one market's figures. Prices are pips of outcome 0. */
export interface FigureChange {
  readonly conditionId: string;
  /** USDC traded by Unix hour, in micros. */
  readonly hours: Map<number, number>;
  quote: { readonly bid: number | null; readonly ask: number | null } | undefined;
  lastTradePips: number | null | undefined;
  /** Undefined: nothing was said; null: the market is open again. */
  closedAt: number | null | undefined;
  payoutPips: number | null;
  /** USDC in the book, and held by the condition. */
  measure: { readonly liquidity: number; readonly openInterest: number } | undefined;
  /** The last price by Unix hour, in half pips. */
  readonly prices: Map<number, number>;
}

/** Gathers what facts say of figures: however many there are of a market, one change comes of them. */
export class FigureChanges {
  private readonly changes = new Map<string, FigureChange>();

  get all(): readonly FigureChange[] {
    return [...this.changes.values()];
  }

  traded({ conditionId, at, usdcMicros, fills }: TradeMatchedV1): void {
    const change = this.of(conditionId);
    const hour = hourOf(at);
    change.hours.set(hour, (change.hours.get(hour) ?? 0) + usdcMicros);
    const fill = fills.at(-1);
    if (fill !== undefined) change.lastTradePips = fill.outcome === 0 ? fill.pricePips : PIPS_PER_USDC - fill.pricePips;
  }

  quoted({ conditionId, at, bestBidPips, bestAskPips, lastTradePips }: MarketQuotedV1): void {
    const change = this.of(conditionId);
    change.quote = { bid: bestBidPips, ask: bestAskPips };
    if (lastTradePips !== null) change.lastTradePips = lastTradePips;
    const halfPips = halfPipsOf(change.quote, lastTradePips);
    if (halfPips !== null) change.prices.set(hourOf(at), halfPips);
    // Nothing is left in the book that was measured before.
    if (bestBidPips === null && bestAskPips === null && change.measure !== undefined)
      change.measure = { ...change.measure, liquidity: 0 };
  }

  measured({ conditionId, bidsMicros, asksMicros, openInterestMicros }: MarketMeasuredV1): void {
    this.of(conditionId).measure = {
      liquidity: (bidsMicros + asksMicros) / MICROS_PER_UNIT,
      openInterest: openInterestMicros / MICROS_PER_UNIT,
    };
  }

  changed({ conditionId, at, status, payoutPips }: MarketChangedV1): void {
    const change = this.of(conditionId);
    change.closedAt = status === 'closed' || status === 'resolved' ? at : null;
    change.payoutPips = payoutPips?.[0] ?? null;
    if (change.payoutPips !== null) change.prices.set(hourOf(at), 2 * change.payoutPips);
  }

  private of(conditionId: string): FigureChange {
    const known = this.changes.get(conditionId);
    if (known !== undefined) return known;
    const change: FigureChange = {
      conditionId,
      hours: new Map(),
      quote: undefined,
      lastTradePips: undefined,
      closedAt: undefined,
      payoutPips: null,
      measure: undefined,
      prices: new Map(),
    };
    this.changes.set(conditionId, change);
    return change;
  }
}

/** The midpoint; the last trade where a side is empty. */
function halfPipsOf({ bid, ask }: NonNullable<FigureChange['quote']>, lastTradePips: number | null): number | null {
  if (bid !== null && ask !== null) return bid + ask;
  return lastTradePips === null ? null : 2 * lastTradePips;
}

export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}
