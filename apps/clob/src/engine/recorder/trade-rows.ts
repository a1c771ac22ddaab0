import { tradeIdOf, transactionHashOf } from '../trade-id';
import { arrayLiteral, column } from './array-literal';
import type { NotedTrade } from '../journal/batch';
import { IF_MOVED } from './fenced';

export const INSERT_TRADES = `
  insert into clob.trades (trade_number, id, matched_at, condition_id, taker_order_id, taker_wallet, taker_owner, taker_outcome,
    taker_side, size_micros, usdc_micros, fee_micros, fee_rate_bps, builder, transaction_hash)
  select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::smallint[],
    $9::text[], $10::bigint[], $11::bigint[], $12::bigint[], $13::int[], $14::text[], $15::text[]) where ${IF_MOVED}
  on conflict (trade_number) do nothing`;

export function tradeValues(noted: readonly NotedTrade[]): unknown[] {
  const trades = noted.map(({ trade }) => trade);
  const ids = trades.map(({ at, tradeNumber }) => tradeIdOf(at, tradeNumber));
  return [
    column(trades, (trade) => trade.tradeNumber),
    arrayLiteral(ids),
    column(trades, (trade) => trade.at),
    column(trades, (trade) => trade.conditionId),
    column(trades, (trade) => trade.takerOrderId),
    column(trades, (trade) => trade.takerWallet),
    column(noted, ({ takerNote }) => takerNote.owner),
    column(trades, (trade) => trade.takerOutcome),
    column(trades, (trade) => trade.takerSide),
    column(trades, (trade) => trade.sizeMicros),
    column(trades, (trade) => trade.usdcMicros),
    column(trades, (trade) => trade.feeMicros),
    column(trades, (trade) => trade.feeRateBps),
    column(noted, ({ takerNote }) => takerNote.builder),
    column(ids, transactionHashOf),
  ];
}

export const INSERT_FILLS = `
  insert into clob.fills (trade_number, position, kind, maker_order_id, maker_wallet, maker_owner, maker_outcome, maker_side,
    maker_price_pips, size_micros, maker_usdc_micros)
  select * from unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::text[],
    $9::int[], $10::bigint[], $11::bigint[]) where ${IF_MOVED}
  on conflict (trade_number, position) do nothing`;

export function fillValues(noted: readonly NotedTrade[]): unknown[] {
  const fills = noted.flatMap(({ trade, makerOwners }) =>
    trade.fills.map((fill, position) => ({
      ...fill,
      position,
      tradeNumber: trade.tradeNumber,
      makerOwner: makerOwners[position],
    })),
  );
  return [
    column(fills, (fill) => fill.tradeNumber),
    column(fills, (fill) => fill.position),
    column(fills, (fill) => fill.kind),
    column(fills, (fill) => fill.makerOrderId),
    column(fills, (fill) => fill.makerWallet),
    column(fills, (fill) => fill.makerOwner),
    column(fills, (fill) => fill.makerOutcome),
    column(fills, (fill) => fill.makerSide),
    column(fills, (fill) => fill.makerPricePips),
    column(fills, (fill) => fill.sizeMicros),
    column(fills, (fill) => fill.makerUsdcMicros),
  ];
}
