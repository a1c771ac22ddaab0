import { Inject, Injectable } from '@nestjs/common';
import type { OrderStatus } from '@foretell/exchange';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { tradeIdOf } from '@foretell/platform-nats/exchange-events';
import { ORDER_COLUMNS } from '../columns/order.columns';
import { bytesSql, selected } from '../columns/sql-columns';
import { ProjectionProgress } from '../record/projection-progress';

/** The outcome of an order that waited for an approval; with a trade if approved. */
export interface OrderFate {
  readonly status: OrderStatus;
  readonly tradeId: string | null;
}

interface FateRow {
  readonly orderId: string;
  readonly status: OrderStatus;
  readonly tradeNumber: number | null;
  readonly at: number | null;
}

/** Reads the outcomes of accepted quotes' orders. Includes everything acknowledged before. */
@Injectable()
export class RfqFates {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly projection: ProjectionProgress,
  ) {}

  /** None for an order that never reached the writer. */
  async of(orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderFate>> {
    if (orderIds.length === 0) return new Map();
    await this.projection.waitForProjection();
    const { rows } = await this.pool.query<FateRow>(
      `SELECT ${selected(ORDER_COLUMNS, 'o', ['orderId', 'status'])}, t.trade_number AS "tradeNumber", t.matched_at AS at
       FROM clob.orders o LEFT JOIN clob.trades t ON t.taker_order_id = o.order_id
       WHERE o.order_id = ANY(${bytesSql('$1')})`,
      [orderIds],
    );
    return new Map(rows.map(({ orderId, status, tradeNumber, at }) => [orderId, { status, tradeId: idOf(at, tradeNumber) }]));
  }
}

function idOf(at: number | null, tradeNumber: number | null): string | null {
  return at === null || tradeNumber === null ? null : tradeIdOf(at, tradeNumber);
}
