import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import type { PriceBucket } from './dense-series';

/** From the first to the last minute that has a price. */
export interface PricedMinutes {
  readonly first: number;
  readonly last: number;
}

/** What is read of a market: buckets of so many minutes, and no minute after `until`. */
export interface PriceSpan {
  readonly conditionId: string;
  readonly firstBucket: number;
  readonly lastBucket: number;
  readonly until: number;
}

/** Of finer steps the minutes themselves are read, few more than there are points; of coarser ones the last of each bucket. */
const MINUTES_READ_UP_TO_STEP = 5;

const MINUTES = `
  SELECT m.condition_id AS "conditionId", l.first, l.last FROM unnest($1::text[]) AS m (condition_id)
  CROSS JOIN LATERAL (SELECT min(minute) AS first, max(minute) AS last FROM clob.price_minutes p
    WHERE p.condition_id = m.condition_id) l
  WHERE l.first IS NOT NULL`;

const SPANS = `unnest($1::text[], $2::int[], $3::int[], $4::int[]) as s (condition_id, first, last, until)`;
const NEWEST_UP_TO = (minute: string): string =>
  `(SELECT p.price_half_pips AS price FROM clob.price_minutes p WHERE p.condition_id = s.condition_id AND p.minute <= ${minute}
    ORDER BY p.minute DESC LIMIT 1)`;

/** The price before the first bucket, and the last of each bucket that has one. */
const FROM_MINUTES = `
  SELECT s.first - 1 AS bucket, before.price FROM ${NEWEST_UP_TO('s.first * $5::int - 1')} before
  UNION ALL
  SELECT minute / $5::int, (array_agg(price_half_pips ORDER BY minute DESC))[1] FROM clob.price_minutes p
  WHERE p.condition_id = s.condition_id AND minute >= s.first * $5::int AND minute <= least(s.until, (s.last + 1) * $5::int - 1)
  GROUP BY 1`;

/** What holds at the end of each bucket, where it is another than before. */
const FROM_BUCKETS = `
  SELECT bucket, price FROM (
    SELECT g.bucket, held.price, lag(held.price) OVER (ORDER BY g.bucket) AS before
    FROM generate_series(s.first, s.last) AS g (bucket)
    CROSS JOIN LATERAL ${NEWEST_UP_TO('least(s.until, (g.bucket + 1) * $5::int - 1)')} held) each
  WHERE before IS DISTINCT FROM price`;

const changesSql = (buckets: string): string => `
  SELECT s.condition_id AS "conditionId", string_agg(b.bucket || ' ' || b.price, ',' ORDER BY b.bucket) AS changes
  FROM ${SPANS} CROSS JOIN LATERAL (${buckets}) b GROUP BY 1`;

/** Recorded midpoints, in half pips. What a call reads is bounded by the points that it is asked for. */
@Injectable()
export class HistoryQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Of the markets that ever had a price. */
  async minutesOf(conditionIds: readonly string[]): Promise<ReadonlyMap<string, PricedMinutes>> {
    const { rows } = await this.pool.query<PricedMinutes & { conditionId: string }>(MINUTES, [conditionIds]);
    return new Map(rows.map((row) => [row.conditionId, row]));
  }

  /** The buckets in which the price changed, in order, by market. */
  async changes(spans: readonly PriceSpan[], stepMinutes: number): Promise<ReadonlyMap<string, readonly PriceBucket[]>> {
    if (spans.length === 0) return new Map();
    const sql = changesSql(stepMinutes <= MINUTES_READ_UP_TO_STEP ? FROM_MINUTES : FROM_BUCKETS);
    const { rows } = await this.pool.query<{ conditionId: string; changes: string }>(sql, [
      spans.map(({ conditionId }) => conditionId),
      spans.map(({ firstBucket }) => firstBucket),
      spans.map(({ lastBucket }) => lastBucket),
      spans.map(({ until }) => until),
      stepMinutes,
    ]);
    return new Map(rows.map(({ conditionId, changes }) => [conditionId, changes.split(',').map(bucketOf)]));
  }
}

/** Thousands of numbers are faster read out of one text than out of a row each. */
function bucketOf(text: string): PriceBucket {
  const space = text.indexOf(' ');
  return { bucket: Number(text.slice(0, space)), price: Number(text.slice(space + 1)) };
}
