import type { BuilderTradeRecord } from '@foretell/contracts';
import { formatMicros, sizeMicros, usdcMicros } from '@foretell/units';
import type { MarketEntry } from '../market-directory/market-directory';
import { averagePrice } from './trade.mapper';
import type { TradeRow } from './trades.query';

/** The public dialect's builder trade. Source: protocol 9.5. */
export function builderTradeRecord(row: TradeRow, market: MarketEntry): BuilderTradeRecord {
  const fee = formatMicros(usdcMicros(row.feeMicros));
  const at = new Date(row.matchedAt).toISOString();
  return {
    id: row.id,
    tradeType: 'TAKER',
    takerOrderHash: row.takerOrderId,
    builder: row.builder,
    market: row.conditionId,
    assetId: market.tokenIds[row.takerOutcome],
    side: row.takerSide,
    size: formatMicros(sizeMicros(row.sizeMicros)),
    sizeUsdc: formatMicros(usdcMicros(row.usdcMicros)),
    price: averagePrice(row),
    status: 'CONFIRMED',
    outcome: market.outcomes[row.takerOutcome],
    outcomeIndex: row.takerOutcome,
    owner: row.takerOwner,
    maker: row.takerWallet,
    transactionHash: row.transactionHash,
    matchTime: String(Math.floor(row.matchedAt / 1_000)),
    bucketIndex: 0,
    fee,
    feeUsdc: fee,
    createdAt: at,
    updatedAt: at,
  };
}
