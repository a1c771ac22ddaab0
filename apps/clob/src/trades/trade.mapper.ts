import type { MakerOrderRecord, TradeRecord } from '@foretell/contracts';
import { PIPS_PER_USDC, formatMicros, formatPips, pricePips, sizeMicros, usdcMicros } from '@foretell/units';
import type { ResponseFormat } from '../response-formats/response-formats';
import type { MarketEntry } from '../market-directory/market-directory';
import type { FillRow, TradeRow } from './trades.query';

/**
 * One record per taker order's execution. Its price is the average over its makers; maker_orders has each maker's price. The
 * field name of the caller's role depends on the response format. Source: interface, Trade record; protocol 9.4.
 */
export function tradeRecord(row: TradeRow, market: MarketEntry, wallets: readonly string[], shapes: ResponseFormat): TradeRecord {
  const time = shapes.time(row.matchedAt);
  const part = wallets.includes(row.takerWallet) ? 'TAKER' : 'MAKER';
  return {
    id: row.id,
    taker_order_id: row.takerOrderId,
    market: row.conditionId,
    asset_id: market.tokenIds[row.takerOutcome],
    side: row.takerSide,
    size: formatMicros(sizeMicros(row.sizeMicros)),
    fee_rate_bps: String(row.feeRateBps),
    price: averagePrice(row),
    status: 'CONFIRMED',
    match_time: time,
    last_update: time,
    outcome: market.outcomes[row.takerOutcome],
    maker_address: row.takerWallet,
    owner: shapes.owner(row.takerOwner),
    transaction_hash: row.transactionHash,
    bucket_index: 0,
    maker_orders: row.fills.map((fill) => makerOrder(fill, market, shapes)),
    ...shapes.callersPart(part),
  };
}

/** Average over the makers in the taker's own outcome, to the nearest millionth: exact when one price was met. */
export function averagePrice({ fills, takerOutcome, sizeMicros: size }: TradeRow): string {
  const pipsTimesMicros = fills.reduce((sum, fill) => {
    const pips = fill.outcome === takerOutcome ? fill.pricePips : PIPS_PER_USDC - fill.pricePips;
    return sum + BigInt(pips) * BigInt(fill.sizeMicros);
  }, 0n);
  const total = BigInt(size);
  return formatMicros(usdcMicros(Number((pipsTimesMicros * 200n + total) / (2n * total))));
}

function makerOrder(fill: FillRow, market: MarketEntry, shapes: ResponseFormat): MakerOrderRecord {
  return {
    order_id: fill.orderId,
    maker_address: fill.wallet,
    owner: shapes.owner(fill.owner),
    matched_amount: formatMicros(sizeMicros(fill.sizeMicros)),
    fee_rate_bps: '0',
    price: formatPips(pricePips(fill.pricePips)),
    asset_id: market.tokenIds[fill.outcome],
    outcome: market.outcomes[fill.outcome],
    side: fill.side,
  };
}
