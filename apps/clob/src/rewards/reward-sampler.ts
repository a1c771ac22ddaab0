import { randomInt } from 'node:crypto';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { CLOCK, metricsRegistry, type Clock } from '@foretell/platform-server';
import { cappedSum } from '@foretell/units';
import { Counter } from 'prom-client';
import { BookViews } from '../book-views/book-view';
import { EngineService } from '../engine/engine.service';
import { ProjectionProgress } from '../record/projection-progress';
import { MarketDirectory } from '../market-directory/market-directory';
import { scoreOf, termsAt, type RestingOrder, type RewardTerms } from './reward-score';
import { ADD_SAMPLE, RESTING_IN_MARKETS, type RestingOrderRow } from './reward-scores.query';
import { dayOf } from '../market-directory/utc-day';

const MINUTE_MILLIS = 60_000;

const failures = new Counter({
  name: 'foretell_reward_sample_failures_total',
  help: 'Reward samples that failed: makers earn no rewards for their minutes.',
  registers: [metricsRegistry],
});

/**
 * Once a minute, divides the minute's part of the daily rate by the scores of the resting orders. The moment is random: orders
 * placed for it alone would rest for nothing. Only the writer's process samples; a missed minute (a restart) is missed for all
 * makers. Source: docs/decisions/rewards.md.
 */
@Injectable()
export class RewardSampler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(RewardSampler.name);
  private timer: NodeJS.Timeout | null = null;
  private sampling: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly engine: EngineService,
    private readonly directory: MarketDirectory,
    private readonly views: BookViews,
    private readonly projection: ProjectionProgress,
  ) {}

  onApplicationBootstrap(): void {
    this.plan();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.sampling;
  }

  private plan(): void {
    const now = this.clock();
    const next = (Math.floor(now / MINUTE_MILLIS) + 1) * MINUTE_MILLIS + randomInt(MINUTE_MILLIS);
    this.timer = setTimeout(() => {
      this.sampling = this.attempt().finally(() => (this.isStopping ? undefined : this.plan()));
    }, next - now);
    this.timer.unref();
  }

  /** Takes a sample; a failure is counted, for its minute pays no maker. */
  async attempt(): Promise<void> {
    try {
      await this.sample();
    } catch (cause) {
      failures.inc();
      this.logger.error({ msg: 'the reward sample failed', err: cause });
    }
  }

  /** One sample of every market with rewards, in one statement; none of a market that has one of this minute. */
  async sample(): Promise<void> {
    if (!this.engine.isWriting()) return;
    const now = this.clock();
    const markets = [...this.directory.all()]
      .filter(({ market }) => market.status === 'active')
      .map(({ conditionId, rewards }) => ({ conditionId, terms: termsAt(rewards, now) }))
      .filter(({ terms }) => terms.hasRates);
    if (markets.length === 0) return;
    await this.projection.waitForProjection();
    const conditionIds = markets.map(({ conditionId }) => conditionId);
    const orders = await this.restingOrders(conditionIds);
    const exchangeNow = this.engine.exchangeTime.now();
    const scores = markets.flatMap((market) => this.scoresOf(market, orders.get(market.conditionId) ?? [], exchangeNow));
    const values = [
      dayOf(now),
      Math.floor(now / MINUTE_MILLIS),
      conditionIds,
      scores.map((each) => each.conditionId),
      scores.map((each) => each.wallet),
      scores.map((each) => each.score),
    ];
    await this.pool.query({ ...ADD_SAMPLE, values });
  }

  private scoresOf(
    { conditionId, terms }: { readonly conditionId: string; readonly terms: RewardTerms },
    orders: readonly RestingOrder[],
    exchangeNow: number,
  ): { conditionId: string; wallet: string; score: number }[] {
    const mid = this.views.of(conditionId).midHalfPips(terms.minSizeMicros);
    const byWallet = new Map<string, number>();
    for (const order of orders) {
      const score = scoreOf(order, terms, mid, exchangeNow);
      if (score > 0) byWallet.set(order.wallet, cappedSum(byWallet.get(order.wallet) ?? 0, score));
    }
    return [...byWallet].map(([wallet, score]) => ({ conditionId, wallet, score }));
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
