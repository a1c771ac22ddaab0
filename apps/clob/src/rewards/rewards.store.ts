import { Inject, Injectable, Logger } from '@nestjs/common';
import { REWARD_ASSET } from '@foretell/contracts';
import { DATABASE_POOL, type ChangeListener, type Pool } from '@foretell/platform-prisma';
import type { PinnedRewards } from '@foretell/platform-nats/exchange-events';
import { MarketDirectory } from '../market-directory/market-directory';
import { AccessNotices } from '../notices/access-notices';
import { ProjectionProgress } from '../record/projection-progress';
import { LISTED_REWARDS, PIN_REWARDS, PINNED_REWARDS, type ListedRewards } from './listed-rewards.query';

/** Rewards that an operator pins for a market; absent fields are unchanged. */
export interface RewardSettings {
  readonly dailyRateMicros?: number;
  readonly minSizeMicros?: number;
  readonly maxSpreadPips?: number;
  /** The share of taker fees that makers receive. */
  readonly rebateRateBps?: number;
}

/**
 * Rewards that an operator set; the catalog no longer changes them. Effective here immediately; other processes are notified.
 */
@Injectable()
export class RewardsStore implements ChangeListener {
  private readonly logger = new Logger(RewardsStore.name);

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly directory: MarketDirectory,
    private readonly projection: ProjectionProgress,
    notices: AccessNotices,
  ) {
    notices.listen('listings', this);
  }

  /** @returns all that is pinned of the market from now on, for the events that publish it */
  async pin(
    conditionId: string,
    { dailyRateMicros, minSizeMicros, maxSpreadPips, rebateRateBps }: RewardSettings,
  ): Promise<PinnedRewards> {
    const rates =
      dailyRateMicros === undefined
        ? null
        : JSON.stringify(dailyRateMicros === 0 ? [] : [{ assetAddress: REWARD_ASSET, dailyRateMicros }]);
    const isPinned = dailyRateMicros !== undefined || minSizeMicros !== undefined || maxSpreadPips !== undefined;
    // The listing may not be in the table yet.
    await this.projection.waitForProjection();
    const values = [conditionId, rates, minSizeMicros ?? null, maxSpreadPips ?? null, rebateRateBps ?? null, isPinned];
    const { rows } = await this.pool.query<ListedRewards>({ ...PIN_REWARDS, values });
    this.show(rows);
    return rows[0] === undefined ? {} : pinnedRewards(rows[0]);
  }

  async reload(): Promise<void> {
    this.show((await this.pool.query<ListedRewards>({ ...PINNED_REWARDS })).rows);
  }

  changed(conditionId: string): void {
    this.pool
      .query<ListedRewards>({ ...LISTED_REWARDS, values: [conditionId] })
      .then(({ rows }) => this.show(rows))
      .catch((cause: unknown) => this.logger.error({ msg: 'pinned rewards could not be read', conditionId, err: cause }));
  }

  private show(rows: readonly ListedRewards[]): void {
    for (const { conditionId, rates, minSizeMicros, maxSpreadPips, arePinned } of rows)
      this.directory.setRewards(conditionId, { minSizeMicros, maxSpreadPips, rates, arePinned });
  }
}

function pinnedRewards({ rates, minSizeMicros, maxSpreadPips, arePinned, rebateRateBps }: ListedRewards): PinnedRewards {
  return {
    ...(arePinned ? { rewardsRates: rates, rewardsMinSizeMicros: minSizeMicros, rewardsMaxSpreadPips: maxSpreadPips } : {}),
    ...(rebateRateBps === null ? {} : { rebateRateBps }),
  };
}
