import { Inject, Injectable } from '@nestjs/common';
import { flagBit, type OrderStatus } from '@foretell/exchange';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { tradeIdOf } from '@foretell/platform-nats/exchange-events';
import { ORDER_COLUMNS } from '../columns/order.columns';
import { selected, walletNumberSql } from '../columns/sql-columns';
import { ProjectionProgress } from '../record/projection-progress';
import { CLOCKS_APART_MILLIS } from './rfq.store';

/** The outcome of an order that waited for an approval; with a trade if approved. */
export interface OrderFate {
  readonly status: OrderStatus;
  readonly tradeId: string | null;
}

interface FateRow {
  readonly requestId: string;
  readonly status: OrderStatus;
  readonly tradeNumber: number | null;
  readonly at: number | null;
}

/**
 * Reads the outcomes of accepted quotes by the request's order, if an accept placed it, and by its trade with the quoter.
 * Includes everything acknowledged before.
 */
@Injectable()
export class RfqFates {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly projection: ProjectionProgress,
  ) {}

  /** None for a request whose order never reached the writer, or was placed by another request. */
  async of(requestIds: readonly string[]): Promise<ReadonlyMap<string, OrderFate>> {
    if (requestIds.length === 0) return new Map();
    await this.projection.waitForProjection();
    const { rows } = await this.pool.query<FateRow>(
      `SELECT r.request_id AS "requestId", ${selected(ORDER_COLUMNS, 'o', ['status'])},
         t.trade_number AS "tradeNumber", t.matched_at AS at
       FROM clob.rfq_requests r
       JOIN clob.rfq_quotes q ON q.quote_id = r.accepted_quote_id
       JOIN clob.orders o ON o.order_id = decode(substr(r.order_id, 3), 'hex')
         AND o.flags & ${flagBit('quoted')} <> 0 AND o.accepted_at >= r.created_at - ${CLOCKS_APART_MILLIS}
       LEFT JOIN (clob.trades t JOIN clob.fills f ON f.trade_number = t.trade_number)
         ON t.taker_order_id = o.order_id AND f.maker_wallet_number = ${walletNumberSql('q.wallet')}
       WHERE r.request_id = ANY($1::uuid[])`,
      [requestIds],
    );
    return new Map(rows.map(({ requestId, status, tradeNumber, at }) => [requestId, { status, tradeId: idOf(at, tradeNumber) }]));
  }

  /** Whether an accept placed the order. Does not depend on the exchange's time, which may be ahead of the requests'. */
  async isOfAccept(orderId: string): Promise<boolean> {
    await this.projection.waitForProjection();
    const { rows } = await this.pool.query<object>(
      `SELECT FROM clob.orders WHERE order_id = decode(substr($1, 3), 'hex') AND flags & ${flagBit('quoted')} <> 0`,
      [orderId],
    );
    return rows.length > 0;
  }
}

function idOf(at: number | null, tradeNumber: number | null): string | null {
  return at === null || tradeNumber === null ? null : tradeIdOf(at, tradeNumber);
}
