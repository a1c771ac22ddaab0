import type { Period } from '@foretell/contracts';
import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { LIVE } from '../database/generation.query';
import { ExpiringCache } from '../database/expiring-cache';

export interface BuilderRead {
  readonly rank: number;
  readonly builder: string;
  readonly volumeMicros: number;
  readonly activeUsers: number;
}
export interface BuilderDayRead extends BuilderRead {
  readonly day: number;
}

export const DAY_MILLIS = 86_400_000;
/** Calendar days in UTC, including today. */
const PERIOD_DAYS: Readonly<Record<Period, number>> = { DAY: 1, WEEK: 7, MONTH: 30, ALL: Number.POSITIVE_INFINITY };

/** The first day of the period, in days since 1970. */
function firstDayOf(period: Period, nowMillis: number): number {
  return Math.max(0, Math.floor(nowMillis / DAY_MILLIS) + 1 - PERIOD_DAYS[period]);
}

const DAYS_MAX = 5000;
const TOTALS_TEXT = `SELECT rank() OVER (ORDER BY sum(volume_micros) DESC, builder)::int4 AS rank, builder,
    sum(volume_micros)::int8 AS "volumeMicros", count(DISTINCT wallet)::int4 AS "activeUsers"
  FROM data.builder_volumes WHERE generation = ${LIVE} AND day >= $1 GROUP BY builder ORDER BY 1`;
/** The newest days, when there are more rows. */
const DAYS_TEXT = `SELECT * FROM (SELECT day,
    rank() OVER (PARTITION BY day ORDER BY sum(volume_micros) DESC, builder)::int4 AS rank, builder,
    sum(volume_micros)::int8 AS "volumeMicros", count(*)::int4 AS "activeUsers"
  FROM data.builder_volumes WHERE generation = ${LIVE} AND day >= $1 GROUP BY day, builder
  ORDER BY day DESC, 2 LIMIT ${DAYS_MAX}) newest ORDER BY day, rank`;

export const BUILDER_TOTALS: Statement<BuilderRead> = {
  name: 'builder-totals',
  text: TOTALS_TEXT,
  columns: { rank: 'integer', builder: 'text', volumeMicros: 'bigint', activeUsers: 'integer' },
};
export const BUILDER_DAYS: Statement<BuilderDayRead> = {
  name: 'builder-days',
  text: DAYS_TEXT,
  columns: { day: 'integer', rank: 'integer', builder: 'text', volumeMicros: 'bigint', activeUsers: 'integer' },
};

/** A response sums the complete volume of a period, so it is cached for this long. */
const CACHED_MILLIS = 2_000;

/** Sums up to a few seconds old, as long as they take a fifth of a second. */
@Injectable()
export class BuildersQuery {
  private readonly cachedTotals = new ExpiringCache<Period, readonly BuilderRead[]>(CACHED_MILLIS);
  private readonly cachedDays = new ExpiringCache<Period, readonly BuilderDayRead[]>(CACHED_MILLIS);

  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Builders by their traders' volume in the period; ties by builder. */
  async totals(period: Period, nowMillis: number, limit: number, offset: number): Promise<readonly BuilderRead[]> {
    const all = await this.cachedTotals.of(period, async () => {
      const values = [firstDayOf(period, nowMillis)];
      return (await this.pool.query<BuilderRead>({ ...BUILDER_TOTALS, values })).rows;
    });
    return all.slice(offset, offset + limit);
  }

  days(period: Period, nowMillis: number): Promise<readonly BuilderDayRead[]> {
    return this.cachedDays.of(period, async () => {
      const values = [firstDayOf(period, nowMillis)];
      return (await this.pool.query<BuilderDayRead>({ ...BUILDER_DAYS, values })).rows;
    });
  }
}
