import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { isOpenSql, ORDER_COLUMNS } from '../columns/order.columns';
import { marketNumberSql, ownerSql, selected, walletNumbersSql } from '../columns/sql-columns';
import { tradeIdOf } from '@foretell/platform-nats/exchange-events';
import { EngineService } from '../engine/engine.service';
import { ProjectionProgress } from '../record/projection-progress';

/** A row of the live orders list. Sizes in micros, price in pips, times Unix ms. */
export interface OpenOrderRow {
  readonly orderId: string;
  readonly priority: number;
  readonly status: string;
  readonly wallet: string;
  readonly owner: string;
  readonly conditionId: string;
  readonly outcome: 0 | 1;
  readonly side: string;
  readonly orderType: string;
  readonly pricePips: number;
  readonly sizeMicros: number;
  readonly filledMicros: number;
  readonly expiresAt: number | null;
  readonly acceptedAt: number;
  readonly tradeIds: readonly string[];
}

export interface OpenOrdersFilter {
  readonly wallets: readonly string[];
  readonly id?: string | undefined;
  readonly conditionId?: string | undefined;
  readonly outcome?: 0 | 1 | undefined;
  /** Only orders placed before this one, by priority; 0 for the newest. */
  readonly beforePriority: number;
  /** Skips this many of the newest ones. */
  readonly skip?: number | undefined;
  readonly limit: number;
}

const COLUMNS = `
  ${selected(ORDER_COLUMNS, 'o', ['orderId', 'priority', 'status', 'wallet', 'conditionId', 'outcome', 'side', 'orderType'])},
  ${selected(ORDER_COLUMNS, 'o', ['pricePips', 'sizeMicros', 'filledMicros', 'expiresAt', 'acceptedAt'])},
  ${ownerSql('o.owner_number')} AS owner,
  (SELECT jsonb_agg(jsonb_build_array(t.matched_at, t.trade_number) ORDER BY t.trade_number) FROM clob.trades t
    WHERE t.trade_number IN (SELECT f.trade_number FROM clob.fills f WHERE f.maker_order_id = o.order_id
        UNION SELECT m.trade_number FROM clob.trades m WHERE m.taker_order_id = o.order_id)) AS trades`;

/** Times and numbers of its trades, from which their ids derive. */
type StoredOrder = Omit<OpenOrderRow, 'tradeIds'> & { readonly trades: readonly (readonly [number, number])[] | null };

export const OPEN_ORDERS: Statement<StoredOrder> = {
  name: 'open-orders',
  text: `SELECT ${COLUMNS} FROM clob.orders o
    WHERE o.wallet_number = ANY(${walletNumbersSql('$1')}) AND ${isOpenSql('o')}
      AND ($2::bytea IS NULL OR o.order_id = $2)
      AND ($3::text IS NULL OR o.market_number = ${marketNumberSql('$3')})
      AND ($4::smallint IS NULL OR o.outcome = $4) AND ($5::bigint = 0 OR o.priority < $5)
    ORDER BY o.priority DESC LIMIT $6 OFFSET $7`,
  columns: {
    orderId: 'text',
    priority: 'bigint',
    status: 'text',
    wallet: 'text',
    conditionId: 'text',
    outcome: 'smallint',
    side: 'text',
    orderType: 'text',
    pricePips: 'integer',
    sizeMicros: 'bigint',
    filledMicros: 'bigint',
    expiresAt: 'bigint',
    acceptedAt: 'bigint',
    owner: 'text',
    trades: 'jsonb',
  },
};

function openOrderRow({ trades, ...order }: StoredOrder): OpenOrderRow {
  return { ...order, tradeIds: (trades ?? []).map(([at, number]) => tradeIdOf(at, number)) };
}

/** An invalid id matches no row. */
function bytesOf(orderId: string): Buffer {
  return Buffer.from(orderId.slice('0x'.length), 'hex');
}

/** Live orders of a caller's wallets, newest first. */
@Injectable()
export class OpenOrdersQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly projection: ProjectionProgress,
    private readonly engine: EngineService,
  ) {}

  /**
   * From the core, of the writer or a follower. Only the tables have trades, so a page with an order that has traded is read from
   * there completely.
   */
  async page(filter: OpenOrdersFilter): Promise<readonly OpenOrderRow[]> {
    const { id: orderId, ...rest } = filter;
    const held = await this.engine.openOrders({ ...rest, orderId });
    if (held.every(({ filledMicros }) => filledMicros === 0)) return held.map((row) => ({ ...row, tradeIds: [] }));
    return this.storedPage(filter);
  }

  /** The same from the tables. */
  async storedPage(filter: OpenOrdersFilter): Promise<OpenOrderRow[]> {
    const { wallets, id, conditionId, outcome, beforePriority, skip = 0, limit } = filter;
    await this.projection.waitForProjection();
    const placed = [conditionId ?? null, outcome ?? null, beforePriority, limit, skip];
    const values = [wallets, id === undefined ? null : bytesOf(id), ...placed];
    const { rows } = await this.pool.query<StoredOrder>({ ...OPEN_ORDERS, values });
    return rows.map(openOrderRow);
  }

  /** One order of the caller's wallets, in any status. */
  async one(orderId: string, wallets: readonly string[]): Promise<OpenOrderRow | undefined> {
    await this.projection.waitForProjection();
    const { rows } = await this.pool.query<StoredOrder>(
      `SELECT ${COLUMNS} FROM clob.orders o WHERE o.order_id = $1 AND o.wallet_number = ANY(${walletNumbersSql('$2')})`,
      [bytesOf(orderId), wallets],
    );
    return rows.map(openOrderRow)[0];
  }
}
