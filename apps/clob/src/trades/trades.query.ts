import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { ZERO_BYTES32 } from '@foretell/signing';
import { SIDE } from '../columns/order.columns';
import { hexSql, marketNumberSql, ownerSql, selected, walletNumberSql, walletSql } from '../columns/sql-columns';
import { TRADE_COLUMNS } from '../columns/trade.columns';
import { tradeIdOf, transactionHashOf } from '@foretell/platform-nats/exchange-events';
import { ProjectionProgress } from '../record/projection-progress';

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

/** With the builder of each maker's order; null without a builder and for archived orders. */
export interface AttributedTrade extends Omit<TradeRow, 'fills'> {
  readonly fills: readonly (FillRow & { readonly builder: string | null })[];
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
  /** Of the trade with this number only. */
  readonly tradeNumber?: number | undefined;
  readonly taker?: string | undefined;
  readonly maker?: string | undefined;
  /** The taker or a maker. */
  readonly party?: string | undefined;
  readonly conditionId?: string | undefined;
  /** With conditionId: only trades of this token, on the taker's side or a maker's. */
  readonly outcome?: 0 | 1 | undefined;
  /** Strictly before and after, Unix ms. */
  readonly beforeMillis?: number | undefined;
  readonly afterMillis?: number | undefined;
  /** Only trades older than this one; 0 for the newest. */
  readonly beforeNumber: number;
  /** Number of newest trades to skip. */
  readonly skip?: number | undefined;
  readonly limit: number;
}

/** `ofFill` has more pairs of names and values of a fill. */
const columnsWith = (ofFill: string): string => `
  ${selected(TRADE_COLUMNS, 't', ['tradeNumber', 'conditionId', 'takerOrderId', 'takerWallet', 'takerOutcome', 'takerSide'])},
  ${selected(TRADE_COLUMNS, 't', ['sizeMicros', 'usdcMicros', 'feeMicros', 'feeRateBps'])}, t.matched_at AS "matchedAt",
  ${ownerSql('t.taker_owner_number')} AS "takerOwner", ${hexSql('t.builder')} AS builder,
  (SELECT jsonb_agg(jsonb_build_object('orderId', ${hexSql('f.maker_order_id')}, 'wallet', ${walletSql('f.maker_wallet_number')},
     'owner', ${ownerSql('f.maker_owner_number')}, 'outcome', f.maker_outcome, 'side', ${SIDE.nameSql('f.maker_side')},
     'pricePips', f.maker_price_pips, 'sizeMicros', f.size_micros ${ofFill}) ORDER BY f.position)
   FROM clob.fills f WHERE f.trade_number = t.trade_number) AS fills`;

const COLUMNS = columnsWith('');
const ATTRIBUTED = columnsWith(
  `, 'builder', (SELECT ${hexSql('o.builder')} FROM clob.orders o WHERE o.order_id = f.maker_order_id)`,
);

const isMaker = (wallet: string): string => `EXISTS (SELECT 1 FROM clob.fills f
    WHERE f.trade_number = t.trade_number AND f.maker_wallet_number = ${walletNumberSql(wallet)})`;

const FILTERS = `
  ($1::bigint IS NULL OR t.trade_number = $1) AND ($2::text IS NULL OR t.taker_wallet_number = ${walletNumberSql('$2')})
  AND ($3::text IS NULL OR ${isMaker('$3')})
  AND ($9::text IS NULL OR t.taker_wallet_number = ${walletNumberSql('$9')} OR ${isMaker('$9')})
  AND ($4::text IS NULL OR t.market_number = ${marketNumberSql('$4')})
  AND ($5::smallint IS NULL OR t.taker_outcome = $5
    OR EXISTS (SELECT 1 FROM clob.fills f WHERE f.trade_number = t.trade_number AND f.maker_outcome = $5))
  AND ($6::bigint IS NULL OR t.matched_at < $6) AND ($7::bigint IS NULL OR t.matched_at > $7)
  AND ($8::bigint = 0 OR t.trade_number < $8)`;
const FILTER_PARAMETERS = 9;
/** The page and the skipped trades before it. */
const NEWEST = `ORDER BY t.trade_number DESC LIMIT $${FILTER_PARAMETERS + 1}`;
const PAGE = `${NEWEST} offset $${FILTER_PARAMETERS + 2}`;
const NEXT_PARAMETER = FILTER_PARAMETERS + 3;

/** Derived values and empty builder codes are not stored. */
type StoredTrade = Omit<TradeRow, 'id' | 'transactionHash' | 'builder'> & { readonly builder: string | null };

function tradeRow<T extends StoredTrade>(stored: T): Omit<T, 'builder'> & Pick<TradeRow, 'id' | 'builder' | 'transactionHash'> {
  const id = tradeIdOf(stored.matchedAt, stored.tradeNumber);
  return Object.assign(stored, { id, builder: stored.builder ?? ZERO_BYTES32, transactionHash: transactionHashOf(id) });
}

/** Trades, newest first. */
@Injectable()
export class TradesQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly projection: ProjectionProgress,
  ) {}

  async page(filter: TradesFilter): Promise<TradeRow[]> {
    const { wallets } = filter;
    const text =
      wallets === null
        ? `SELECT ${COLUMNS} FROM clob.trades t WHERE ${FILTERS} ${PAGE}`
        : `WITH mine AS (${wallets.map((_wallet, index) => branchesOf(NEXT_PARAMETER + index)).join(' UNION ')})
           SELECT ${COLUMNS} FROM clob.trades t JOIN mine USING (trade_number) ${PAGE}`;
    return (await this.rows<StoredTrade>(text, filter, wallets ?? [])).map(tradeRow);
  }

  /** Trades whose taker's order or one of whose makers' orders carries the builder's code. */
  async attributed(filter: Omit<TradesFilter, 'wallets'>, builder: string): Promise<AttributedTrade[]> {
    const text = `WITH attributed AS (${attributedTo(`$${NEXT_PARAMETER}`)})
      SELECT ${ATTRIBUTED} FROM clob.trades t JOIN attributed USING (trade_number) ${PAGE}`;
    const code = Buffer.from(builder.slice('0x'.length), 'hex');
    return (await this.rows<StoredTrade & Pick<AttributedTrade, 'fills'>>(text, filter, [code])).map(tradeRow);
  }

  private async rows<Row extends object>(
    text: string,
    { skip = 0, ...filter }: Omit<TradesFilter, 'wallets'>,
    more: readonly unknown[],
  ): Promise<Row[]> {
    await this.projection.waitForProjection();
    const values = [
      filter.tradeNumber ?? null,
      filter.taker ?? null,
      filter.maker ?? null,
      filter.conditionId ?? null,
      filter.outcome ?? null,
      filter.beforeMillis ?? null,
      filter.afterMillis ?? null,
      filter.beforeNumber,
      filter.party ?? null,
      skip + filter.limit,
      skip,
    ];
    return (await this.pool.query<Row>(text, [...values, ...more])).rows;
  }
}

/** By an index each: of trades by their taker's builder, of orders by theirs. */
function attributedTo(code: string): string {
  return `
    (SELECT t.trade_number FROM clob.trades t WHERE t.builder = ${code}::bytea AND ${FILTERS} ${NEWEST})
    UNION
    (SELECT DISTINCT t.trade_number FROM clob.orders o JOIN clob.fills m ON m.maker_order_id = o.order_id
     JOIN clob.trades t ON t.trade_number = m.trade_number WHERE o.builder = ${code}::bytea AND ${FILTERS} ${NEWEST})`;
}

/**
 * A wallet's newest trades as taker and as maker, each read by its index up to the page size. The cost does not grow with the
 * history.
 */
function branchesOf(parameter: number): string {
  return `
    (SELECT t.trade_number FROM clob.trades t WHERE t.taker_wallet_number = ${walletNumberSql(`$${parameter}`)} AND ${FILTERS} ${NEWEST})
    UNION
    (SELECT DISTINCT t.trade_number FROM clob.fills m JOIN clob.trades t USING (trade_number)
     WHERE m.maker_wallet_number = ${walletNumberSql(`$${parameter}`)} AND ${FILTERS} ${NEWEST})`;
}
