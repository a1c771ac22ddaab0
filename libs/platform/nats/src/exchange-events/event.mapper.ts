import type { ExchangeEvent, Fill, Proposal, QuoteRow, Resolution, Trade } from '@foretell/exchange';
import type {
  FillV1,
  MarketMeasuredV1,
  MarketProposalV1,
  MarketQuotedV1,
  MarketTermsV1,
  TradeMatchedV1,
  TradingEvent,
} from '@foretell/contracts';
import { tradeIdOf, transactionHashOf } from './trade-id';

const NO_BUILDER = `0x${'0'.repeat(64)}`;

/** Measures of a market's book and condition. */
export type MarketMeasure = Omit<MarketMeasuredV1, 'type' | 'at'>;

/** The rewards that an operator pinned for a market. */
export type PinnedRewards = Pick<
  MarketTermsV1,
  'rewardsRates' | 'rewardsMinSizeMicros' | 'rewardsMaxSpreadPips' | 'rebateRateBps'
>;

/** Data that the core's events lack and that is published in them or after them. */
export interface AlsoPublished {
  readonly quotes: readonly QuoteRow[];
  readonly measures: readonly MarketMeasure[];
  /** The rewards that an operator pins in this batch, by condition. */
  readonly pinnedOf: (conditionId: string) => PinnedRewards | undefined;
  /** Signed attribution of a taker order, by order id. */
  readonly builderOf: (orderId: string) => string | undefined;
}

/** Maps a batch to public events: the core's events in order, then the changed quotes, then the measures. */
export function toEvents(
  events: readonly ExchangeEvent[],
  also: AlsoPublished,
  at: number,
  firstSequence: number,
): TradingEvent[] {
  const mapped = events.map((event, index) => toEvent(event, firstSequence + index, also));
  const measured = also.measures.map((measure): MarketMeasuredV1 => ({ type: 'market.measured.v1', at, ...measure }));
  return [...mapped, ...also.quotes.map((quote) => quoted(quote, at)), ...measured];
}

function toEvent(event: ExchangeEvent, sequence: number, { builderOf, pinnedOf }: AlsoPublished): TradingEvent {
  switch (event.type) {
    case 'orderAccepted': {
      const { at, orderId, wallet, conditionId, outcome, side, orderType, pricePips, sizeMicros, delayed } = event;
      return {
        type: 'order.accepted.v1',
        at,
        orderId,
        wallet,
        conditionId,
        outcome,
        side,
        orderType,
        pricePips,
        sizeMicros,
        delayed,
      };
    }
    case 'orderClosed': {
      const { at, orderId, wallet, conditionId, reason, unfilledMicros } = event;
      return { type: 'order.closed.v1', at, orderId, wallet, conditionId, reason, unfilledMicros };
    }
    case 'trade':
      return tradeMatched(event, builderOf);
    case 'positionSplit':
    case 'positionMerged': {
      const { at, wallet, conditionId, sizeMicros } = event;
      const type = event.type === 'positionSplit' ? 'position.split.v1' : 'position.merged.v1';
      return { type, at, wallet, conditionId, sizeMicros, transactionHash: transactionHashOf(`clob:${sequence}`) };
    }
    case 'positionRedeemed': {
      const { at, wallet, conditionId, outcome0Micros, outcome1Micros, payoutMicros, payout0Micros } = event;
      const transactionHash = transactionHashOf(`clob:${sequence}`);
      return {
        type: 'position.redeemed.v1',
        at,
        wallet,
        conditionId,
        outcome0Micros,
        outcome1Micros,
        payoutMicros,
        transactionHash,
        payout0Micros,
      };
    }
    case 'credited':
    case 'debited': {
      const { at, wallet, amountMicros } = event;
      return { type: event.type === 'credited' ? 'funds.credited.v1' : 'funds.debited.v1', at, wallet, amountMicros };
    }
    case 'marketChanged': {
      const { at, conditionId, status, resolution, proposal } = event;
      const { tickPips, minimumSizeMicros, feeRateBps, feeExponent, delayMillis } = event;
      return {
        type: 'market.changed.v1',
        at,
        conditionId,
        status,
        payoutPips: resolution === null ? null : payoutPips(resolution),
        terms: { tickPips, minimumSizeMicros, feeRateBps, feeExponent, delayMillis, ...pinnedOf(conditionId) },
        ...(proposal === null ? {} : { proposal: proposed(proposal) }),
      };
    }
  }
}

function proposed({ resolution, references: _, until, ...proposal }: Proposal): MarketProposalV1 {
  return { ...proposal, payoutPips: payoutPips(resolution), ...(until === null ? {} : { until }) };
}

function payoutPips(resolution: Resolution): readonly [number, number] {
  if (resolution === 'half') return [5_000, 5_000];
  return resolution === 'outcome0' ? [10_000, 0] : [0, 10_000];
}

function tradeMatched(trade: Trade, builderOf: AlsoPublished['builderOf']): TradeMatchedV1 {
  const tradeId = tradeIdOf(trade.at, trade.tradeNumber);
  return {
    type: 'trade.matched.v1',
    at: trade.at,
    tradeId,
    tradeNumber: trade.tradeNumber,
    transactionHash: transactionHashOf(tradeId),
    conditionId: trade.conditionId,
    takerOrderId: trade.takerOrderId,
    wallet: trade.takerWallet,
    outcome: trade.takerOutcome,
    side: trade.takerSide,
    sizeMicros: trade.sizeMicros,
    usdcMicros: trade.usdcMicros,
    feeMicros: trade.feeMicros,
    builder: builderOf(trade.takerOrderId) ?? NO_BUILDER,
    fills: trade.fills.map(toFill),
  };
}

function toFill(fill: Fill): FillV1 {
  return {
    kind: fill.kind,
    orderId: fill.makerOrderId,
    wallet: fill.makerWallet,
    outcome: fill.makerOutcome,
    side: fill.makerSide,
    pricePips: fill.makerPricePips,
    sizeMicros: fill.sizeMicros,
    usdcMicros: fill.makerUsdcMicros,
  };
}

function quoted({ conditionId, bestBidPips, bestAskPips, lastTradePips }: QuoteRow, at: number): MarketQuotedV1 {
  return { type: 'market.quoted.v1', at, conditionId, bestBidPips, bestAskPips, lastTradePips };
}
