import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';

/** A taker order's execution with its makers. Sizes and amounts in micros, prices in pips, times Unix ms. */
export interface TradeRow {
  readonly tradeNumber: number;
  readonly id: string;
  readonly matchedAt: number;
  readonly conditionId: string;
  readonly takerOrderId: string;
  readonly takerWallet: string;
  readonly takerOwner: string;
  readonly takerOutcome: 0 | 1;
  readonly takerSide: string;
  readonly sizeMicros: number;
  readonly usdcMicros: number;
  readonly feeMicros: number;
  readonly feeRateBps: number;
  readonly builder: string;
  readonly transactionHash: string;
  readonly fills: readonly FillRow[];
}

export interface FillRow {
  readonly orderId: string;
  readonly wallet: string;
  readonly owner: string;
  readonly outcome: 0 | 1;
  readonly side: string;
  readonly pricePips: number;
  readonly sizeMicros: number;
}

export interface TradesFilter {
  /** Trades in which one of these is taker or maker; null for all. */
  readonly wallets: readonly string[] | null;
  readonly builder?: string | undefined;
  readonly id?: string | undefined;
  readonly taker?: string | undefined;
  readonly maker?: string | undefined;
  readonly conditionId?: string | undefined;
  /** With conditionId: only trades of this token, on the taker's side or a maker's. */
  readonly outcome?: 0 | 1 | undefined;
  /** Strictly before and after, Unix ms. */
  readonly beforeMillis?: number | undefined;
  readonly afterMillis?: number | undefined;
  /** Only trades older than this one; 0 for the newest. */
  readonly beforeNumber: number;
  readonly limit: number;
}

const FILLS = `
  (select jsonb_agg(jsonb_build_object('orderId', f.maker_order_id, 'wallet', f.maker_wallet, 'owner', f.maker_owner,
     'outcome', f.maker_outcome, 'side', f.maker_side, 'pricePips', f.maker_price_pips, 'sizeMicros', f.size_micros) order by f.position)
   from clob.fills f where f.trade_number = t.trade_number)`;

/** Trades, newest first. */
@Injectable()
export class TradesQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async page(filter: TradesFilter): Promise<TradeRow[]> {
    const { rows } = await this.pool.query<TradeRow>({
      name: 'trades',
      text: `with mine as (
          select trade_number from clob.trades where $1::text[] is null or taker_wallet = any($1)
          union select trade_number from clob.fills where $1::text[] is not null and maker_wallet = any($1))
        select t.trade_number as "tradeNumber", t.id, t.matched_at as "matchedAt", t.condition_id as "conditionId",
          t.taker_order_id as "takerOrderId", t.taker_wallet as "takerWallet", t.taker_owner as "takerOwner", t.taker_outcome as "takerOutcome",
          t.taker_side as "takerSide", t.size_micros as "sizeMicros", t.usdc_micros as "usdcMicros", t.fee_micros as "feeMicros",
          t.fee_rate_bps as "feeRateBps", t.builder, t.transaction_hash as "transactionHash", ${FILLS} as fills
        from clob.trades t join mine using (trade_number)
        where ($2::text is null or t.id = $2) and ($3::text is null or t.taker_wallet = $3)
          and ($4::text is null or exists (select 1 from clob.fills f where f.trade_number = t.trade_number and f.maker_wallet = $4))
          and ($5::text is null or t.condition_id = $5)
          and ($6::smallint is null or t.taker_outcome = $6
            or exists (select 1 from clob.fills f where f.trade_number = t.trade_number and f.maker_outcome = $6))
          and ($7::bigint is null or t.matched_at < $7) and ($8::bigint is null or t.matched_at > $8)
          and ($9::bigint = 0 or t.trade_number < $9) and ($10::text is null or t.builder = $10)
        order by t.trade_number desc limit $11`,
      values: [
        filter.wallets,
        filter.id ?? null,
        filter.taker ?? null,
        filter.maker ?? null,
        filter.conditionId ?? null,
        filter.outcome ?? null,
        filter.beforeMillis ?? null,
        filter.afterMillis ?? null,
        filter.beforeNumber,
        filter.builder ?? null,
        filter.limit,
      ],
    });
    return rows;
  }
}
