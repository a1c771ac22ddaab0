import { Inject, Injectable } from '@nestjs/common';
import type { OrderStatus, Side } from '@foretell/exchange';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import type { SizeMicros, UsdcMicros } from '@foretell/units';
import { ORDER_COLUMNS } from '../columns/order.columns';
import { bytesSql, selected } from '../columns/sql-columns';
import { ProjectionProgress } from '../record/projection-progress';

/** The current state of an order that was placed before. */
export interface FirstAnswer {
  readonly side: Side;
  readonly status: OrderStatus;
  readonly filledMicros: SizeMicros;
  readonly usdcMicros: UsdcMicros;
  readonly feeMicros: UsdcMicros;
}

/** Looks up orders that were resent. Their first commit is over when this is called. */
@Injectable()
export class FirstAnswers {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly projection: ProjectionProgress,
  ) {}

  async of(orderIds: readonly string[]): Promise<ReadonlyMap<string, FirstAnswer>> {
    if (orderIds.length === 0) return new Map();
    await this.projection.waitForProjection();
    const { rows } = await this.pool.query<FirstAnswer & { orderId: string }>(
      `SELECT ${selected(ORDER_COLUMNS, 'o', ['orderId', 'side', 'status', 'filledMicros'])}, o.filled_usdc_micros AS "usdcMicros",
         coalesce((SELECT sum(t.fee_micros) FROM clob.trades t WHERE t.taker_order_id = o.order_id), 0)::bigint AS "feeMicros"
       FROM clob.orders o WHERE o.order_id = ANY(${bytesSql('$1')})`,
      [orderIds],
    );
    return new Map(rows.map(({ orderId, ...answer }) => [orderId, answer]));
  }
}
