import { Inject, Injectable } from '@nestjs/common';
import type { ListPlace } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';

/** A sample pays this part of the daily rate. */
const SAMPLES_PER_DAY = 1_440;

/** Earnings of one maker in one market on a UTC day. */
export interface EarnedReward {
  readonly number: number;
  readonly conditionId: string;
  readonly question: string;
  readonly assetAddress: string | null;
  readonly wallet: string;
  /** Percent of what all makers earned in the market, four decimals. */
  readonly sharePercent: string;
  readonly earnedMicros: number;
}

export interface EarnedFilter {
  readonly day: string;
  /** Null: of all makers. */
  readonly wallets: readonly string[] | null;
  /** Null: of every market. */
  readonly conditionIds?: readonly string[] | null;
  /** Only markets listed after this number, up to so many rows, with all rows of the last market. */
  readonly page?: { readonly place: ListPlace; readonly limit: number };
}

const EARNED = `
  WITH own AS (SELECT condition_id, wallet, rate_parts FROM clob.reward_scores WHERE day = $1 AND rate_parts > 0
    AND ($2::text[] IS NULL OR wallet = ANY($2)) AND ($3::text[] IS NULL OR condition_id = ANY($3))),
  totals AS (SELECT condition_id, sum(rate_parts) AS total FROM clob.reward_scores
    WHERE day = $1 AND condition_id IN (SELECT condition_id FROM own) GROUP BY 1)
  SELECT l.number, o.condition_id AS "conditionId", l.question, l.rewards_rates -> 0 ->> 'assetAddress' AS "assetAddress",
    o.wallet, round(o.rate_parts / t.total * 100, 4)::text AS "sharePercent", o.rate_parts / ${SAMPLES_PER_DAY} AS "earnedMicros"
  FROM own o JOIN totals t USING (condition_id) JOIN clob.listings l ON l.condition_id = o.condition_id`;

/**
 * Of each market, a 1440th of a maker's parts of the daily rate, rounded down to a micro. The report, the API and the payments
 * use this statement. Source: docs/decisions/rewards.md.
 */
@Injectable()
export class EarnedRewardsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** By market, the largest part first; a page of them in the order of their listing. */
  async of({ day, wallets, conditionIds = null, page }: EarnedFilter): Promise<EarnedReward[]> {
    const order =
      page === undefined
        ? `ORDER BY o.condition_id, "earnedMicros" DESC, o.wallet`
        : `WHERE l.number > $4 ORDER BY l.number OFFSET $6 FETCH FIRST $5 ROWS WITH TIES`;
    const bounds = page === undefined ? [] : [page.place.after, page.limit, page.place.skip];
    const { rows } = await this.pool.query<EarnedReward>(`${EARNED} ${order}`, [day, wallets, conditionIds, ...bounds]);
    return rows;
  }

  /** Total size of all makers in a sample of the day, in millionths of a share at the midpoint, by condition. */
  async competition(day: string, conditionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<{ conditionId: string; micros: number }>(
      `SELECT s.condition_id AS "conditionId", least(div(sum(s.score), max(r.samples)), ${Number.MAX_SAFE_INTEGER})::bigint AS micros
       FROM clob.reward_scores s JOIN clob.reward_samples r USING (day, condition_id)
       WHERE s.day = $1 AND s.condition_id = ANY($2::text[]) GROUP BY 1`,
      [day, conditionIds],
    );
    return new Map(rows.map(({ conditionId, micros }) => [conditionId, micros]));
  }
}
