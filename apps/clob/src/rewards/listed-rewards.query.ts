import type { ColumnsOf, Statement } from '@foretell/platform-prisma';
import type { Listing } from '../market-directory/listing';

export interface ListedRewards {
  readonly conditionId: string;
  readonly rates: Listing['rewardsRates'];
  readonly minSizeMicros: number;
  readonly maxSpreadPips: number;
  readonly arePinned: boolean;
  readonly rebateRateBps: number | null;
}

const LISTED = `condition_id AS "conditionId", rewards_rates AS rates, rewards_min_size_micros AS "minSizeMicros",
  rewards_max_spread_pips AS "maxSpreadPips", rewards_pinned AS "arePinned", rebate_pinned_bps AS "rebateRateBps"`;
const COLUMNS: ColumnsOf<ListedRewards> = {
  conditionId: 'text',
  rates: 'jsonb',
  minSizeMicros: 'bigint',
  maxSpreadPips: 'integer',
  arePinned: 'boolean',
  rebateRateBps: 'integer',
};

/** $1 a condition; $2 to $5 rates, minimum size, maximum spread and rebate, null to leave one; $6 whether rewards are pinned. */
export const PIN_REWARDS: Statement<ListedRewards> = {
  name: 'pin-rewards',
  text: `UPDATE clob.listings SET rewards_pinned = rewards_pinned OR $6, rewards_rates = coalesce($2::jsonb, rewards_rates),
      rewards_min_size_micros = coalesce($3, rewards_min_size_micros),
      rewards_max_spread_pips = coalesce($4, rewards_max_spread_pips), rebate_pinned_bps = coalesce($5, rebate_pinned_bps)
    WHERE condition_id = $1 RETURNING ${LISTED}`,
  columns: COLUMNS,
};
export const PINNED_REWARDS: Statement<ListedRewards> = {
  name: 'pinned-rewards',
  text: `SELECT ${LISTED} FROM clob.listings WHERE rewards_pinned`,
  columns: COLUMNS,
};
export const LISTED_REWARDS: Statement<ListedRewards> = {
  name: 'listed-rewards',
  text: `SELECT ${LISTED} FROM clob.listings WHERE condition_id = $1`,
  columns: COLUMNS,
};
