import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { CLOCK, holdNewest, OneAtATime, type Clock } from '@foretell/platform-server';
import { walletSql } from '../columns/sql-columns';
import { ProjectionProgress } from '../record/projection-progress';
import { DayTradesQuery } from './day-trades.query';
import { dayOf } from '../market-directory/utc-day';

/** A maker's rebate of a market's fees of a UTC day. */
export interface Rebate {
  readonly conditionId: string;
  readonly wallet: string;
  readonly micros: number;
}

/** (p x (1 - p))^exponent in pips, exactly. */
const WEIGHT = `CASE m.fee_exponent WHEN 0 THEN 1::numeric WHEN 1 THEN c.pips WHEN 2 THEN c.pips * c.pips
  WHEN 3 THEN c.pips * c.pips * c.pips ELSE c.pips * c.pips * c.pips * c.pips END`;

/** Millionths of a micro: a maker's parts of many trades' fees are each rounded down. */
const PARTS = 1_000_000;

const REBATES = `
  WITH taken AS (SELECT t.trade_number, t.market_number, t.fee_micros,
      coalesce(l.rebate_pinned_bps, (l.source_word ->> 'rebateRateBps')::bigint) AS bps
    FROM clob.trades t JOIN clob.markets n ON n.number = t.market_number JOIN clob.listings l USING (condition_id)
    WHERE t.trade_number >= $1 AND t.trade_number < $2 AND t.fee_micros > 0
      AND (l.rebate_pinned_bps IS NOT NULL OR l.source_word ? 'rebateRateBps')),
  made AS (SELECT t.trade_number, t.market_number, t.fee_micros, t.bps, f.maker_wallet_number AS wallet,
      f.size_micros * ${WEIGHT} AS weight
    FROM taken t JOIN clob.fills f USING (trade_number) JOIN clob.markets m ON m.number = t.market_number
    CROSS JOIN LATERAL (SELECT f.maker_price_pips::numeric * (10000 - f.maker_price_pips) AS pips) c),
  paid AS (SELECT market_number, wallet, bps,
      div(fee_micros::numeric * ${PARTS} * weight, sum(weight) OVER (PARTITION BY trade_number)) AS parts FROM made),
  rebates AS (SELECT market_number, wallet, div(sum(parts) * max(bps), 10000::numeric * ${PARTS}) AS micros
    FROM paid GROUP BY 1, 2)
  SELECT n.condition_id AS "conditionId", ${walletSql('p.wallet')} AS wallet, p.micros::bigint AS micros
  FROM rebates p JOIN clob.markets n ON n.number = p.market_number WHERE p.micros > 0 ORDER BY 1, 3 DESC, 2`;

/** A day is computed at most once in this time, because it reads all its trades. */
const CACHED_MILLIS = 60_000;
const CACHED_DAYS = 31;

interface CachedDay {
  readonly at: number;
  readonly rebates: Promise<readonly Rebate[]>;
}

/**
 * A market's rebates of a UTC day: the rebate share of the fees that takers paid. A trade's fee is divided among its makers
 * alone, by the fee formula's weight of their fills, so no maker earns by another's fee. Amounts are rounded down to a micro.
 * Trades do not store their exponent; the market's divides each of them. Source: docs/decisions/rewards.md.
 */
@Injectable()
export class DayRebates {
  private readonly days = new Map<string, CachedDay>();
  /** Connections are few. */
  private readonly line = new OneAtATime();

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly projection: ProjectionProgress,
    private readonly trades: DayTradesQuery,
  ) {}

  /** For readers: at most a minute old. */
  of(day: string): Promise<readonly Rebate[]> {
    const now = this.clock();
    if (day > dayOf(now)) return Promise.resolve([]);
    const known = this.days.get(day);
    if (known !== undefined && now - known.at < CACHED_MILLIS) return known.rebates;
    const rebates = this.line.run(() => this.now(day));
    rebates.catch(() => this.days.delete(day));
    this.days.delete(day);
    holdNewest(this.days, day, { at: now, rebates }, CACHED_DAYS);
    return rebates;
  }

  /** From the current record. */
  async now(day: string): Promise<readonly Rebate[]> {
    await this.projection.waitForProjection();
    const { first, end } = await this.trades.of(day);
    if (first >= end) return [];
    const { rows } = await this.pool.query<Rebate>(REBATES, [first, end]);
    return rows;
  }
}
