import type { OpenOrderRecord, PublicOpenOrderRecord } from '@foretell/contracts';
import { formatMicros, formatPips, pricePips, sizeMicros } from '@foretell/units';
import type { ResponseFormat } from '../response-formats/response-formats';
import type { MarketEntry } from '../market-directory/market-directory';
import type { OpenOrderRow } from './open-orders.query';

export type ShownOrder = OpenOrderRecord | PublicOpenOrderRecord;

/**
 * A live order under the interface's field names, and also under those of public clients. Source: interface, Live order record;
 * protocol 9.2.
 */
export function openOrderRecord(row: OpenOrderRow, market: MarketEntry, shapes: ResponseFormat): ShownOrder {
  const originalSize = formatMicros(sizeMicros(row.sizeMicros));
  const sizeMatched = formatMicros(sizeMicros(row.filledMicros));
  const assetId = market.tokenIds[row.outcome];
  return shapes.openOrder({
    id: row.orderId,
    status: row.status,
    market: row.conditionId,
    originalSize,
    sizeMatched,
    price: formatPips(pricePips(row.pricePips)),
    outcome: market.outcomes[row.outcome],
    makerAddress: row.wallet,
    owner: shapes.owner(row.owner),
    side: row.side,
    assetId,
    type: row.orderType,
    createdAt: new Date(row.acceptedAt).toISOString(),
    associateTrades: row.tradeIds,
    maker_address: row.wallet,
    asset_id: assetId,
    original_size: originalSize,
    size_matched: sizeMatched,
    associate_trades: row.tradeIds,
    created_at: Math.floor(row.acceptedAt / 1_000),
    expiration: row.expiresAt === null ? '0' : String(Math.floor(row.expiresAt / 1_000)),
    order_type: row.orderType,
  });
}
