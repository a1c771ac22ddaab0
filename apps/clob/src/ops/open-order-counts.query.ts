import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { isOpenSql } from '../columns/order.columns';
import { ProjectionProgress } from '../record/projection-progress';

/** Numbers of open orders of markets, as of the last commit. */
@Injectable()
export class OpenOrderCounts {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly projection: ProjectionProgress,
  ) {}

  /** By condition; a market without open orders is absent. */
  async count(conditionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    await this.projection.waitForProjection();
    const { rows } = await this.pool.query<{ conditionId: string; count: number }>(
      `SELECT m.condition_id AS "conditionId", count(*)::int AS count FROM clob.orders o JOIN clob.markets m ON m.number = o.market_number
       WHERE ${isOpenSql('o')} AND m.condition_id = ANY($1::text[]) GROUP BY 1`,
      [conditionIds],
    );
    return new Map(rows.map(({ conditionId, count }) => [conditionId, count]));
  }
}
