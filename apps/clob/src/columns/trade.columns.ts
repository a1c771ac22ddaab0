import type { FillKind } from '@foretell/exchange';
import { FILL_KIND_NUMBERS } from '@foretell/platform-prisma/trade-payments';
import type { EveryField, StoredFill, StoredTrade } from './stored-rows';
import { Codes } from './codes';
import { columnsOf, type ColumnReader } from './column-reader';
import { SIDE } from './order.columns';

export const FILL_KIND = new Codes<FillKind>(FILL_KIND_NUMBERS);

type TradeFields = Omit<StoredTrade, 'fills'>;

/** The columns of a trade's taker part, defined like those of an order. */
export function tradeOf(from: ColumnReader): TradeFields {
  return {
    tradeNumber: from.big('trade_number'),
    at: from.big('matched_at'),
    conditionId: from.market('market_number'),
    takerOrderId: from.hash('taker_order_id'),
    takerWallet: from.wallet('taker_wallet_number'),
    takerOutcome: from.tiny('taker_outcome'),
    takerSide: from.code('taker_side', SIDE),
    sizeMicros: from.big('size_micros'),
    usdcMicros: from.big('usdc_micros'),
    feeMicros: from.big('fee_micros'),
    feeRateBps: from.small('fee_rate_bps'),
  } satisfies EveryField<TradeFields> as TradeFields;
}

/** The columns of a maker's part of a trade. */
export function fillOf(from: ColumnReader): StoredFill {
  return {
    kind: from.code('kind', FILL_KIND),
    makerOrderId: from.hash('maker_order_id'),
    makerWallet: from.wallet('maker_wallet_number'),
    makerOutcome: from.tiny('maker_outcome'),
    makerSide: from.code('maker_side', SIDE),
    makerPricePips: from.small('maker_price_pips'),
    sizeMicros: from.big('size_micros'),
    makerUsdcMicros: from.big('maker_usdc_micros'),
  } satisfies EveryField<StoredFill> as StoredFill;
}

export const TRADE_COLUMNS = columnsOf(tradeOf);
export const FILL_COLUMNS = columnsOf(fillOf);
