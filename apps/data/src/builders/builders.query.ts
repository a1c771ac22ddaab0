import type { Period } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { LIVE } from '../database/generation.query';

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
/** Whole UTC days, today included. */
const PERIOD_DAYS: Readonly<Record<Period, number>> = { DAY: 1, WEEK: 7, MONTH: 30, ALL: Number.POSITIVE_INFINITY };

/** The first day of the period, in days since 1970. */
export function firstDayOf(period: Period, nowMillis: number): number {
  return Math.max(0, Math.floor(nowMillis / DAY_MILLIS) + 1 - PERIOD_DAYS[period]);
}

const DAYS_MAX = 5000;
const TOTALS = `SELECT rank() OVER (ORDER BY sum(volume_micros) DESC, builder)::int4 AS rank, builder,
    sum(volume_micros)::int8 AS "volumeMicros", count(DISTINCT wallet)::int4 AS "activeUsers"
  FROM data.builder_volumes WHERE generation = ${LIVE} AND day >= $1 GROUP BY builder ORDER BY 1 LIMIT $2 OFFSET $3`;
const DAYS = `SELECT day, rank() OVER (PARTITION BY day ORDER BY sum(volume_micros) DESC, builder)::int4 AS rank, builder,
    sum(volume_micros)::int8 AS "volumeMicros", count(*)::int4 AS "activeUsers"
  FROM data.builder_volumes WHERE generation = ${LIVE} AND day >= $1 GROUP BY day, builder ORDER BY day, 2 LIMIT ${DAYS_MAX}`;

@Injectable()
export class BuildersQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Builders by what their traders traded since the day; ties by builder. */
  async totals(fromDay: number, limit: number, offset: number): Promise<BuilderRead[]> {
    const { rows } = await this.pool.query<BuilderRead>({
      name: 'builder-totals',
      text: TOTALS,
      values: [fromDay, limit, offset],
    });
    return rows;
  }

  async days(fromDay: number): Promise<BuilderDayRead[]> {
    const { rows } = await this.pool.query<BuilderDayRead>({ name: 'builder-days', text: DAYS, values: [fromDay] });
    return rows;
  }
}
