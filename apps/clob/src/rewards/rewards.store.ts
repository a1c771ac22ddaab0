import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { MarketDirectory } from '../market-directory/market-directory';
import { Recorded } from '../record/recorded';

/** USDC as asset address: of a rate that an operator set, of rebates, and of what is paid. */
export const REWARD_ASSET = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174';

/** What an operator pins of a market's rewards; what is not given keeps its value. */
export interface RewardSettings {
  readonly dailyRateMicros?: number;
  readonly minSizeMicros?: number;
  readonly maxSpreadPips?: number;
}

/** Rewards that an operator set; from then on the catalog leaves them alone. */
@Injectable()
export class RewardsStore {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly directory: MarketDirectory,
    private readonly recorded: Recorded,
  ) {}

  async pin(conditionId: string, { dailyRateMicros, minSizeMicros, maxSpreadPips }: RewardSettings): Promise<void> {
    const rates =
      dailyRateMicros === undefined
        ? null
        : JSON.stringify(dailyRateMicros === 0 ? [] : [{ assetAddress: REWARD_ASSET, dailyRateMicros }]);
    // The listing may be on its way into the table still.
    await this.recorded.level();
    const { rows } = await this.pool.query<{ minSizeMicros: number; maxSpreadPips: number; hasRates: boolean }>(
      `update clob.listings set rewards_pinned = true, rewards_rates = coalesce($2::jsonb, rewards_rates),
         rewards_min_size_micros = coalesce($3, rewards_min_size_micros), rewards_max_spread_pips = coalesce($4,
           rewards_max_spread_pips)
       where condition_id = $1
       returning rewards_min_size_micros as "minSizeMicros", rewards_max_spread_pips as "maxSpreadPips",
         rewards_rates <> '[]' as "hasRates"`,
      [conditionId, rates, minSizeMicros ?? null, maxSpreadPips ?? null],
    );
    if (rows[0] !== undefined) this.directory.setRewards(conditionId, rows[0]);
  }
}
