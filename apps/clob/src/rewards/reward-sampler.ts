import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DATABASE_POOL, inTransaction, type Pool } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { BookViews } from '../book-views/book-view';
import { EngineService } from '../engine/engine.service';
import { ProjectionProgress } from '../record/projection-progress';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import { scoreOf, type RestingOrder } from './reward-score';
import { ADD_SAMPLES, ADD_SCORES, RESTING_IN_MARKETS, type RestingOrderRow } from './reward-scores.query';

const SAMPLE_MILLIS = 60_000;

/**
 * Once a minute, adds the score of every resting order to its maker's sum of the day. Only the writer's process samples; a
 * missed minute (a restart) is missed for all makers. Source: docs/decisions/rewards.md.
 */
@Injectable()
export class RewardSampler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(RewardSampler.name);
  private timer: NodeJS.Timeout | null = null;
  private sampling: Promise<void> = Promise.resolve();

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly views: BookViews,
    private readonly projection: ProjectionProgress,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sampling = this.sample().catch((cause: unknown) => this.logger.error({ msg: 'the reward sample failed', err: cause }));
    }, SAMPLE_MILLIS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.sampling;
  }

  /** One sample of every market with rewards, in one transaction. */
  async sample(): Promise<void> {
    if (!this.engine.isWriting()) return;
    const now = this.clock();
    const day = new Date(now).toISOString().slice(0, 10);
    const markets = [...this.directory.all()].filter(({ rewards, market }) => rewards.hasRates && market.status === 'active');
    if (markets.length === 0) return;
    await this.projection.waitForProjection();
    const orders = await this.restingOrders(markets.map(({ conditionId }) => conditionId));
    const scores = markets.flatMap((market) => this.scoresOf(market, orders.get(market.conditionId) ?? [], now));
    await inTransaction(this.pool, async (client) => {
      const columns = [
        scores.map((each) => each.conditionId),
        scores.map((each) => each.wallet),
        scores.map((each) => each.score),
      ];
      await client.query({ ...ADD_SCORES, values: [day, ...columns] });
      await client.query({ ...ADD_SAMPLES, values: [day, markets.map(({ conditionId }) => conditionId)] });
    });
  }

  private scoresOf(
    entry: MarketEntry,
    orders: readonly RestingOrder[],
    now: number,
  ): { conditionId: string; wallet: string; score: number }[] {
    const mid = this.views.of(entry.conditionId).midHalfPips();
    const byWallet = new Map<string, number>();
    for (const order of orders) {
      const score = scoreOf(order, entry.rewards, mid, now);
      if (score > 0) byWallet.set(order.wallet, (byWallet.get(order.wallet) ?? 0) + score);
    }
    return [...byWallet].map(([wallet, score]) => ({ conditionId: entry.conditionId, wallet, score }));
  }

  private async restingOrders(conditionIds: readonly string[]): Promise<ReadonlyMap<string, RestingOrder[]>> {
    const { rows } = await this.pool.query<RestingOrderRow>({ ...RESTING_IN_MARKETS, values: [conditionIds] });
    const grouped = new Map<string, RestingOrder[]>();
    for (const { conditionId, ...order } of rows) {
      const list = grouped.get(conditionId);
      if (list === undefined) grouped.set(conditionId, [order]);
      else list.push(order);
    }
    return grouped;
  }
}
