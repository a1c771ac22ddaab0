import { Inject, Injectable } from '@nestjs/common';
import type { ListPlace } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';

/** Samples in a whole UTC day. */
const SAMPLES_PER_DAY = 1_440;

/** What one maker earned of one market on a UTC day. */
export interface EarnedReward {
  readonly number: number;
  readonly conditionId: string;
  readonly question: string;
  readonly assetAddress: string | null;
  readonly wallet: string;
  /** Percent of all scores, four decimals. */
  readonly sharePercent: string;
  readonly earnedMicros: number;
}

export interface EarnedFilter {
  readonly day: string;
  /** Null: everybody's. */
  readonly wallets: readonly string[] | null;
  /** Null: of every market. */
  readonly conditionIds?: readonly string[] | null;
  /** Number of a listing: only markets after it, so many rows; all of the last market's. */
  readonly page?: { readonly place: ListPlace; readonly limit: number };
}

const EARNED = `
  with own as (select condition_id, wallet, score from clob.reward_scores where day = $1 and score > 0
    and ($2::text[] is null or wallet = any($2)) and ($3::text[] is null or condition_id = any($3))),
  totals as (select condition_id, sum(score) as total from clob.reward_scores
    where day = $1 and condition_id in (select condition_id from own) group by 1)
  select l.number, o.condition_id as "conditionId", l.question, l.rewards_rates -> 0 ->> 'assetAddress' as "assetAddress",
    o.wallet, round(o.score / t.total * 100, 4)::text as "sharePercent",
    div(r.daily_rate_micros::numeric * least(r.samples, ${SAMPLES_PER_DAY}) * o.score, ${SAMPLES_PER_DAY} * t.total)::bigint
      as "earnedMicros"
  from own o join totals t using (condition_id) join clob.reward_samples r on r.day = $1 and r.condition_id = o.condition_id
    join clob.listings l on l.condition_id = o.condition_id`;

/**
 * Of each market, daily rate x minutes sampled x own scores over 1440 x all scores, rounded down to a micro: whole numbers all
 * the way. The report, what callers read and what is paid are this one statement. Source: docs/decisions/rewards.md.
 */
@Injectable()
export class EarnedRewardsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** By market, the largest part first; a page of them in the order of their listing. */
  async of({ day, wallets, conditionIds = null, page }: EarnedFilter): Promise<EarnedReward[]> {
    const order =
      page === undefined
        ? `order by o.condition_id, "earnedMicros" desc, o.wallet`
        : `where l.number > $4 order by l.number offset $6 fetch first $5 rows with ties`;
    const bounds = page === undefined ? [] : [page.place.after, page.limit, page.place.skip];
    const { rows } = await this.pool.query<EarnedReward>(`${EARNED} ${order}`, [day, wallets, conditionIds, ...bounds]);
    return rows;
  }

  /** What all makers together had in a sample of the day, in millionths of a share at the midpoint, by condition. */
  async competition(day: string, conditionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<{ conditionId: string; micros: number }>(
      `select s.condition_id as "conditionId", div(sum(s.score), max(r.samples))::bigint as micros
       from clob.reward_scores s join clob.reward_samples r using (day, condition_id)
       where s.day = $1 and s.condition_id = any($2::text[]) group by 1`,
      [day, conditionIds],
    );
    return new Map(rows.map(({ conditionId, micros }) => [conditionId, micros]));
  }
}
