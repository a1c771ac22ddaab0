import type { MarketRow, MarketStatus, Resolution } from '@foretell/exchange';
import type { EveryField } from '../journal/batch';
import { Codes } from './codes';
import { columnsOf, type ColumnReader } from './column-reader';

const STATUS = new Codes<MarketStatus>({ active: 1, paused: 2, closed: 3, resolved: 4 });
const RESOLUTION = new Codes<Resolution>({ outcome0: 1, outcome1: 2, half: 3 });

/** The one table of a market's columns; as that of an order. */
export function marketOf(from: ColumnReader): MarketRow {
  return {
    conditionId: from.condition('condition_id'),
    status: from.code('status', STATUS),
    resolution: from.optionalCode('resolution', RESOLUTION),
    tickPips: from.small('tick_pips'),
    minimumSizeMicros: from.big('minimum_size_micros'),
    feeRateBps: from.small('fee_rate_bps'),
    feeExponent: from.tiny('fee_exponent'),
    delayMillis: from.small('delay_millis'),
    collateralMicros: from.big('collateral_micros'),
    supply0Micros: from.big('supply0_micros'),
    supply1Micros: from.big('supply1_micros'),
    lastTradePips: from.optionalSmall('last_trade_pips'),
  } satisfies EveryField<MarketRow> as MarketRow;
}

export const MARKET_COLUMNS = columnsOf(marketOf);
