import { Inject, Injectable } from '@nestjs/common';
import type { RewardsReport } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { formatMicros, usdcMicros } from '@foretell/units';

/** Samples in a whole UTC day. */
const SAMPLES_PER_DAY = 1_440;

/**
 * What each maker earned on a UTC day: of each market, daily rate x (minutes sampled / 1440) x own score / all scores, rounded
 * down to a micro. Source: docs/decisions/rewards.md.
 */
@Injectable()
export class RewardsReportQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async of(day: string): Promise<RewardsReport> {
    const { rows } = await this.pool.query<{
      conditionId: string;
      question: string;
      wallet: string;
      share: string;
      earned: number;
    }>(
      `with totals as (select condition_id, sum(score) as total from clob.reward_scores where day = $1 group by 1)
       select s.condition_id as "conditionId", l.question, s.wallet, round(s.score / t.total * 100, 4)::text as share,
         floor(r.daily_rate_micros::numeric * least(r.samples, $2) / $2 * s.score / t.total)::bigint as earned
       from clob.reward_scores s join totals t using (condition_id) join clob.reward_samples r on r.day = s.day
         and r.condition_id = s.condition_id
         join clob.listings l on l.condition_id = s.condition_id
       where s.day = $1 order by s.condition_id, earned desc, s.wallet`,
      [day, SAMPLES_PER_DAY],
    );
    const earnings = new Map<string, number>();
    for (const { wallet, earned } of rows) earnings.set(wallet, (earnings.get(wallet) ?? 0) + earned);
    return {
      day,
      shares: rows.map(({ conditionId, question, wallet, share, earned }) => ({
        conditionId,
        question,
        wallet,
        sharePercent: share,
        earned: formatMicros(usdcMicros(earned)),
      })),
      makers: [...earnings]
        .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
        .map(([wallet, earned]) => ({ wallet, earned: formatMicros(usdcMicros(earned)) })),
    };
  }
}
