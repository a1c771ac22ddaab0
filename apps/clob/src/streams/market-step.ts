import type {
  BestBidAskMessage,
  BookMessage,
  LastTradePriceMessage,
  MarketStreamMessage,
  OrderBookSummary,
  PriceChange,
  PriceChangeMessage,
  TickSizeChangeMessage,
} from '@foretell/contracts';
import { PIPS_PER_USDC, formatMicros, formatPips, pricePips, sizeMicros, tickPips, usdcMicros } from '@foretell/units';
import type { LevelRow } from '@foretell/exchange';
import { tradeIdOf, transactionHashOf } from '@foretell/platform-nats/exchange-events';
import type { NotedTrade } from '../engine/journal/batch';
import type { MarketChange, MarketEntry } from '../market-directory/market-directory';
import type { Step } from './step-log';

/** A level in outcome-0 price space, and its size after the commit. */
export interface StepLevel {
  readonly side: 'bid' | 'ask';
  readonly pricePips: number;
  readonly sizeMicros: number;
}

/** A trade, its price in outcome-0 price space. */
export interface StepTrade {
  readonly pricePips: number;
  readonly takerOutcome: 0 | 1;
  readonly takerSide: 'BUY' | 'SELL';
  readonly sizeMicros: number;
  readonly feeRateBps: number;
  readonly transactionHash: string;
}

/** Best prices of outcome 0. */
export interface StepBest {
  readonly bidPips: number | null;
  readonly askPips: number | null;
}

type BothOutcomes<T> = readonly [T, T];

const MICROS_PER_PIP = 100;

/** Changes of one commit to a market's book and terms. */
export interface MarketStep extends Step {
  readonly entry: MarketEntry;
  /** Time of the commit. */
  readonly atMillis: number;
  /** In a fixed order, so that every replica sends the same. */
  readonly levels: readonly StepLevel[];
  readonly best: StepBest;
  readonly hasBestMoved: boolean;
  readonly trades: readonly StepTrade[];
  /** The previous tick, when it changed. */
  readonly tickPipsBefore: number | null;
  /** The entire books, when terms that they contain changed. */
  readonly books: BothOutcomes<OrderBookSummary> | null;
  /** The books' hashes; empty without followers. */
  readonly hashes: BothOutcomes<string>;
}

/** The messages of a step for followers of a token, in order; `custom` includes the custom features. Source: protocol 13. */
export function messagesOf(step: MarketStep, outcome: 0 | 1, custom: boolean): readonly MarketStreamMessage[] {
  const { levels, trades, tickPipsBefore, books, hasBestMoved } = step;
  return [
    ...trades.map((trade) => lastTradePrice(step, outcome, trade)),
    ...(levels.length === 0 ? [] : [priceChange(step, outcome)]),
    ...(tickPipsBefore === null ? [] : [tickSizeChange(step, outcome, tickPipsBefore)]),
    ...(books === null ? [] : [bookMessage(books[outcome], step)]),
    ...(custom && hasBestMoved ? [bestBidAsk(step, outcome)] : []),
  ];
}

function bookMessage(summary: OrderBookSummary, { sequence, lineage, previous }: Step): BookMessage {
  return { event_type: 'book', ...summary, sequence, lineage, previous };
}

function priceChange(step: MarketStep, outcome: 0 | 1): PriceChangeMessage {
  const { entry, atMillis, sequence, lineage, previous, levels, hashes } = step;
  const best = bestTexts(step.best, outcome);
  const changes = levels.map((level): PriceChange => ({
    asset_id: entry.tokenIds[outcome],
    price: formatPips(pricePips(outcome === 0 ? level.pricePips : PIPS_PER_USDC - level.pricePips)),
    size: formatMicros(sizeMicros(level.sizeMicros)),
    side: (level.side === 'bid') === (outcome === 0) ? 'BUY' : 'SELL',
    hash: hashes[outcome],
    best_bid: best.bid,
    best_ask: best.ask,
  }));
  return {
    event_type: 'price_change',
    market: entry.conditionId,
    price_changes: changes,
    timestamp: String(atMillis),
    sequence,
    lineage,
    previous,
  };
}

function lastTradePrice(step: MarketStep, outcome: 0 | 1, trade: StepTrade): LastTradePriceMessage {
  const isBuy0 = (trade.takerSide === 'BUY') === (trade.takerOutcome === 0);
  return {
    event_type: 'last_trade_price',
    ...identity(step, outcome),
    price: formatPips(pricePips(outcome === 0 ? trade.pricePips : PIPS_PER_USDC - trade.pricePips)),
    side: isBuy0 === (outcome === 0) ? 'BUY' : 'SELL',
    size: formatMicros(sizeMicros(trade.sizeMicros)),
    fee_rate_bps: String(trade.feeRateBps),
    transaction_hash: trade.transactionHash,
    ...place(step),
  };
}

function tickSizeChange(step: MarketStep, outcome: 0 | 1, before: number): TickSizeChangeMessage {
  return {
    event_type: 'tick_size_change',
    ...identity(step, outcome),
    old_tick_size: formatPips(tickPips(before)),
    new_tick_size: formatPips(tickPips(step.entry.market.tickPips)),
    ...place(step),
  };
}

function bestBidAsk(step: MarketStep, outcome: 0 | 1): BestBidAskMessage {
  const { bid, ask, spread } = bestTexts(step.best, outcome);
  return { event_type: 'best_bid_ask', ...identity(step, outcome), best_bid: bid, best_ask: ask, spread, ...place(step) };
}

function identity({ entry }: MarketStep, outcome: 0 | 1): { readonly market: string; readonly asset_id: string } {
  return { market: entry.conditionId, asset_id: entry.tokenIds[outcome] };
}

function place({ atMillis, sequence, lineage, previous }: MarketStep): {
  readonly timestamp: string;
  readonly sequence: number;
  readonly lineage: string;
  readonly previous: number;
} {
  return { timestamp: String(atMillis), sequence, lineage, previous };
}

/** An empty side is sent as the end of the scale, because published clients read a number here. */
function bestTexts({ bidPips, askPips }: StepBest, outcome: 0 | 1): Record<'bid' | 'ask' | 'spread', string> {
  const [bid0, ask0] = [bidPips ?? 0, askPips ?? PIPS_PER_USDC];
  const [bid, ask] = outcome === 0 ? [bid0, ask0] : [PIPS_PER_USDC - ask0, PIPS_PER_USDC - bid0];
  return { bid: pipsText(bid), ask: pipsText(ask), spread: pipsText(ask - bid) };
}

function pipsText(pips: number): string {
  return formatMicros(usdcMicros(pips * MICROS_PER_PIP));
}

/** Its price is that of the last fill, like the book's last trade price. */
export function stepTrade(trade: NotedTrade['trade']): StepTrade {
  const last = trade.fills.at(-1);
  if (last === undefined) throw new Error(`trade ${trade.tradeNumber} has no fill`);
  return {
    pricePips: last.makerOutcome === 0 ? last.makerPricePips : PIPS_PER_USDC - last.makerPricePips,
    takerOutcome: trade.takerOutcome,
    takerSide: trade.takerSide,
    sizeMicros: trade.sizeMicros,
    feeRateBps: trade.feeRateBps,
    transactionHash: transactionHashOf(tradeIdOf(trade.at, trade.tradeNumber)),
  };
}

/** Whether terms shown in a book changed. A new market has no followers. */
export function hasOtherTerms({ before, after }: MarketChange): boolean {
  if (before === undefined) return false;
  const [was, is] = [before.market, after.market];
  return was.tickPips !== is.tickPips || was.minimumSizeMicros !== is.minimumSizeMicros || before.negRisk !== after.negRisk;
}

export function tickBefore(terms: MarketChange | null): number | null {
  const before = terms?.before?.market.tickPips ?? null;
  return before === terms?.after.market.tickPips ? null : before;
}

export function bySideAndPrice(one: LevelRow, other: LevelRow): number {
  if (one.side !== other.side) return one.side === 'bid' ? -1 : 1;
  return one.pricePips - other.pricePips;
}
