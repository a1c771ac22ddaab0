import type { MarketRow, MarketStatus, Proposal, Resolution } from '@foretell/exchange';
import type { EveryField } from './stored-rows';
import { columnsOf, type ColumnReader } from './column-reader';

type TradedMarketRow = Omit<MarketRow, 'proposal'>;

/** The single definition of a market's columns, like that of an order. Markets are few, so their enum names stay texts. */
export function marketOf(from: ColumnReader): MarketRow {
  const row = { ...tradedMarketOf(from), proposal: from.optionalJson<Proposal>('proposal') };
  return row satisfies EveryField<MarketRow>;
}

/** A market without a pending result: the columns of layout 3 of the journal. */
export function tradedMarketOf(from: ColumnReader): TradedMarketRow {
  return {
    conditionId: from.word('condition_id'),
    status: from.word<MarketStatus>('status'),
    resolution: from.optionalWord<Resolution>('resolution'),
    tickPips: from.small('tick_pips'),
    minimumSizeMicros: from.big('minimum_size_micros'),
    feeRateBps: from.small('fee_rate_bps'),
    feeExponent: from.tiny('fee_exponent'),
    delayMillis: from.small('delay_millis'),
    collateralMicros: from.big('collateral_micros'),
    supply0Micros: from.big('supply0_micros'),
    supply1Micros: from.big('supply1_micros'),
    lastTradePips: from.optionalSmall('last_trade_pips'),
  } satisfies EveryField<TradedMarketRow> as TradedMarketRow;
}

export const TRADED_MARKET_COLUMNS = columnsOf(tradedMarketOf);
export const MARKET_COLUMNS = columnsOf(marketOf);
