import { Injectable } from '@nestjs/common';
import type { MarketState } from '@foretell/contracts';
import type { Resolution } from '@foretell/exchange';
import { OpsRefusal } from '@foretell/platform-nats';
import { formatMicros, formatPips, formatRate, pricePips, tickPips } from '@foretell/units';
import { BookViews } from '../book-views/book-view';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';

/** Finds and shows markets for operators. */
@Injectable()
export class MarketRefs {
  constructor(
    private readonly directory: MarketDirectory,
    private readonly views: BookViews,
  ) {}

  /** By condition id, token id, catalog id or slug. Refuses any other text. */
  find(ref: string): MarketEntry {
    const direct = this.directory.byCondition(ref.toLowerCase()) ?? this.directory.byToken(ref)?.entry;
    const found = direct ?? this.search(ref);
    if (found === undefined) throw new OpsRefusal(`unknown order-book market ${ref}; ops markets list shows all`);
    return found;
  }

  state(entry: MarketEntry, openOrders: number): MarketState {
    const { bidPips, askPips } = this.views.of(entry.conditionId).best(0);
    const { market } = entry;
    return {
      conditionId: entry.conditionId,
      question: entry.question,
      slug: entry.slug,
      status: market.status,
      outcomes: entry.outcomes,
      tokenIds: entry.tokenIds,
      tick: formatPips(tickPips(market.tickPips)),
      feeRate: formatRate(market.feeRateBps),
      feeExponent: market.feeExponent,
      minimumSize: formatMicros(market.minimumSizeMicros),
      secondsDelay: Math.floor(market.delayMillis / 1_000),
      bestBid: bidPips === null ? null : formatPips(pricePips(bidPips)),
      bestAsk: askPips === null ? null : formatPips(pricePips(askPips)),
      openOrders,
      collateral: formatMicros(market.collateralMicros),
      winner: market.resolution === null ? null : resultLabel(entry, market.resolution),
      sourceResult: entry.sourceWord.result === undefined ? null : resultLabel(entry, entry.sourceWord.result),
    };
  }

  private search(ref: string): MarketEntry | undefined {
    for (const entry of this.directory.all()) {
      if (entry.slug === ref || (entry.marketId !== null && String(entry.marketId) === ref)) return entry;
    }
    return undefined;
  }
}

/** By outcome label, which wins over all other words; else by outcome index, or half for 50/50. */
export function resolutionOf({ outcomes }: MarketEntry, winner: string): Resolution {
  const wanted = winner.toLowerCase();
  const named = outcomes.findIndex((label) => label.toLowerCase() === wanted);
  if (named !== -1) return named === 0 ? 'outcome0' : 'outcome1';
  if (wanted === '0') return 'outcome0';
  if (wanted === '1') return 'outcome1';
  if (wanted === 'half' || wanted === '50/50') return 'half';
  throw new OpsRefusal(`the winner must be "${outcomes[0]}", "${outcomes[1]}" or half, not "${winner}"`);
}

/** The label of the winning outcome, or half. */
export function resultLabel({ outcomes }: Pick<MarketEntry, 'outcomes'>, result: Resolution): string {
  return result === 'half' ? 'half' : outcomes[result === 'outcome0' ? 0 : 1];
}
