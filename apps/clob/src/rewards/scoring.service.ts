import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { isLiveSql, ORDER_COLUMNS } from '../columns/order.columns';
import { bytesSql, selected, walletNumbersSql } from '../columns/sql-columns';
import { BookViews } from '../book-views/book-view';
import { MarketDirectory } from '../market-directory/market-directory';
import { isScoring, type RestingOrder } from './reward-score';
import { Recorded } from '../record/recorded';

interface OrderRow extends RestingOrder {
  readonly orderId: string;
  readonly conditionId: string;
}

/** Scores orders by the committed record and books. */
@Injectable()
export class ScoringService {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly directory: MarketDirectory,
    private readonly views: BookViews,
    private readonly recorded: Recorded,
  ) {}

  /** Those of the wallets' orders that score now; foreign and unknown ids never do. */
  async of(orderIds: readonly string[], wallets: readonly string[]): Promise<ReadonlySet<string>> {
    await this.recorded.level();
    const { rows } = await this.pool.query<OrderRow>(
      `SELECT ${selected(ORDER_COLUMNS, 'o', ['orderId', 'conditionId', 'wallet', 'outcome', 'side', 'pricePips', 'acceptedAt'])},
         o.size_micros - o.filled_micros AS "remainingMicros"
       FROM clob.orders o WHERE o.order_id = ANY(${bytesSql('$1')}) AND o.wallet_number = ANY(${walletNumbersSql('$2')})
         AND ${isLiveSql('o')}`,
      [orderIds, wallets],
    );
    const now = this.clock();
    return new Set(rows.filter((row) => this.scores(row, now)).map(({ orderId }) => orderId));
  }

  private scores(row: OrderRow, now: number): boolean {
    const entry = this.directory.byCondition(row.conditionId);
    return (
      entry !== undefined &&
      entry.market.status === 'active' &&
      isScoring(row, entry.rewards, this.views.of(row.conditionId).midHalfPips(), now)
    );
  }
}
