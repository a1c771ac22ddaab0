import type { MarketChangedV1, MarketQuotedV1, TradeMatchedV1 } from '@foretell/contracts';
import { PIPS_PER_USDC } from '@foretell/units';

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

  quoted({ conditionId, bestBidPips, bestAskPips, lastTradePips }: MarketQuotedV1): void {
    const change = this.of(conditionId);
    change.quote = { bid: bestBidPips, ask: bestAskPips };
    if (lastTradePips !== null) change.lastTradePips = lastTradePips;
  }

  changed({ conditionId, at, status, payoutPips }: MarketChangedV1): void {
    const change = this.of(conditionId);
    change.closedAt = status === 'closed' || status === 'resolved' ? at : null;
    change.payoutPips = payoutPips?.[0] ?? null;
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
    };
    this.changes.set(conditionId, change);
    return change;
  }
}

export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}
