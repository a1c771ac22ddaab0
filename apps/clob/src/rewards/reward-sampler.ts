import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DATABASE_POOL, inTransaction, type Pool } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { isLiveSql, ORDER_COLUMNS } from '../columns/order.columns';
import { marketNumbersSql, selected } from '../columns/sql-columns';
import { BookViews } from '../book-views/book-view';
import { EngineService } from '../engine/engine.service';
import { Recorded } from '../record/recorded';
import { MarketDirectory, type MarketEntry } from '../market-directory/market-directory';
import { scoreOf, type RestingOrder } from './reward-score';

const SAMPLE_MILLIS = 60_000;

/**
 * Once a minute, adds what every resting order scores to its maker's sum of the day. Only the writer's process samples; a minute
 * that is missed (a restart) is missed for all makers alike. Source: docs/decisions/rewards.md.
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
    private readonly recorded: Recorded,
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
    await this.recorded.level();
    const orders = await this.restingOrders(markets.map(({ conditionId }) => conditionId));
    const scores = markets.flatMap((market) => this.scoresOf(market, orders.get(market.conditionId) ?? [], now));
    await inTransaction(this.pool, async (client) => {
      await client.query(
        `INSERT INTO clob.reward_scores AS s (day, condition_id, wallet, score)
         SELECT $1, * FROM unnest($2::text[], $3::text[], $4::bigint[])
         ON CONFLICT (day, condition_id, wallet) DO UPDATE SET score = s.score + excluded.score`,
        [day, scores.map((each) => each.conditionId), scores.map((each) => each.wallet), scores.map((each) => each.score)],
      );
      await client.query(
        `INSERT INTO clob.reward_samples AS s (day, condition_id, samples, daily_rate_micros)
         SELECT $1, l.condition_id, 1, (SELECT coalesce(sum((r ->> 'dailyRateMicros')::bigint), 0)
           FROM jsonb_array_elements(l.rewards_rates) r)
         FROM clob.listings l WHERE l.condition_id = ANY($2::text[])
         ON CONFLICT (day, condition_id) DO UPDATE SET samples = s.samples + 1, daily_rate_micros = excluded.daily_rate_micros`,
        [day, markets.map(({ conditionId }) => conditionId)],
      );
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
    const { rows } = await this.pool.query<RestingOrder & { conditionId: string }>(
      `SELECT ${selected(ORDER_COLUMNS, 'o', ['conditionId', 'wallet', 'outcome', 'side', 'pricePips', 'acceptedAt'])},
         o.size_micros - o.filled_micros AS "remainingMicros"
       FROM clob.orders o WHERE ${isLiveSql('o')} AND o.market_number = ANY(${marketNumbersSql('$1')})`,
      [conditionIds],
    );
    const grouped = new Map<string, RestingOrder[]>();
    for (const { conditionId, ...order } of rows) {
      const list = grouped.get(conditionId);
      if (list === undefined) grouped.set(conditionId, [order]);
      else list.push(order);
    }
    return grouped;
  }
}
