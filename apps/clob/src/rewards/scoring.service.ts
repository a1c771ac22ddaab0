import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { BookViews } from '../book-views/book-view';
import { EngineService } from '../engine/engine.service';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import { isScoring, termsAt } from './reward-score';
import { RESTING_OF_WALLETS, type RestingOrderRow } from './reward-scores.query';
import { ProjectionProgress } from '../record/projection-progress';

/** Scores orders by the committed record and books. */
@Injectable()
export class ScoringService {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly views: BookViews,
    private readonly projection: ProjectionProgress,
  ) {}

  /** The wallets' orders that score now; other ids never do. */
  async of(orderIds: readonly string[], wallets: readonly string[]): Promise<ReadonlySet<string>> {
    await this.projection.waitForProjection();
    const { rows } = await this.pool.query<RestingOrderRow>({ ...RESTING_OF_WALLETS, values: [orderIds, wallets] });
    const now = this.clock();
    return new Set(rows.filter((row) => this.scores(row, now)).map(({ orderId }) => orderId));
  }

  private scores(row: RestingOrderRow, now: number): boolean {
    const entry = this.directory.byCondition(row.conditionId);
    return (
      entry !== undefined &&
      entry.market.status === 'active' &&
      isScoring(row, termsAt(entry.rewards, now), this.midOf(entry), this.engine.exchangeTime.now())
    );
  }

  private midOf({ conditionId, rewards }: MarketEntry): number | null {
    return this.views.of(conditionId).midHalfPips(rewards.minSizeMicros);
  }
}
