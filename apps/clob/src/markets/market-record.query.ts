import { Inject, Injectable } from '@nestjs/common';
import { encodeCursor, END_CURSOR, type ListPlace } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import type { Listing } from '../market-directory/listing';
import { inForceSql } from '../market-directory/reward-rates';
import { ProjectionProgress } from '../record/projection-progress';

/** A listing with the columns that only the record has. */
export interface ListedMarket extends Listing {
  readonly acceptingSince: number | null;
}

/** Conditions in listing order, and the cursor of the next page. */
interface ListingPage {
  readonly conditionIds: readonly string[];
  readonly next_cursor: string;
}

const COLUMNS = `
  l.condition_id AS "conditionId", l.token0_id AS "token0Id", l.token1_id AS "token1Id", l.outcome0, l.outcome1,
  l.market_id AS "marketId", l.question_id AS "questionId", l.question, l.slug, l.description, l.icon, l.image, l.active, l.closed,
  l.archived, l.neg_risk AS "negRisk", l.neg_risk_market_id AS "negRiskMarketId", l.neg_risk_request_id AS "negRiskRequestId",
  l.end_date AS "endDate", l.game_start_time AS "gameStartTime",
  l.rewards_rates AS "rewardsRates", l.rewards_min_size_micros AS "rewardsMinSizeMicros", l.rewards_max_spread_pips AS "rewardsMaxSpreadPips",
  l.event_id AS "eventId", l.event_slug AS "eventSlug", l.event_title AS "eventTitle", l.event_ticker AS "eventTicker",
  l.event_description AS "eventDescription", l.tags, l.raw_metadata AS "rawMetadata", l.catalog_terms AS "catalogTerms", l.source_word AS "sourceWord",
  m.accepting_since AS "acceptingSince"`;

const IS_SAMPLED = `(l.active AND NOT l.closed AND NOT l.archived AND m.status = 'active' AND l.rewards_rates <> '[]' AND EXISTS (
  SELECT FROM jsonb_array_elements(l.rewards_rates) r WHERE ${inForceSql("to_char(now() AT TIME ZONE 'utc', 'YYYY-MM-DD')")}))`;

/** The markets in listing order, with their rows in the record. */
@Injectable()
export class MarketRecordsQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly projection: ProjectionProgress,
  ) {}

  /**
   * `sampling`: only markets that accept orders and have rewards; `question`: only those whose question contains it, ignoring
   * case.
   */
  async page({
    place,
    limit,
    sampling,
    question,
  }: {
    place: ListPlace;
    limit: number;
    sampling: boolean;
    question?: string | undefined;
  }): Promise<ListingPage> {
    if (place.after < 0) return { conditionIds: [], next_cursor: END_CURSOR };
    await this.projection.waitForProjection();
    const { rows } = await this.pool.query<{ number: number; conditionId: string }>(
      `SELECT l.number, l.condition_id AS "conditionId" FROM clob.listings l JOIN clob.markets m USING (condition_id)
       WHERE l.number > $1 AND (NOT $3 OR ${IS_SAMPLED}) AND ($4::text IS NULL OR strpos(lower(l.question), lower($4)) > 0)
       ORDER BY l.number LIMIT $2 OFFSET $5`,
      [place.after, limit + 1, sampling, question, place.skip],
    );
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      conditionIds: shown.map(({ conditionId }) => conditionId),
      next_cursor: last === undefined ? END_CURSOR : encodeCursor(last.number),
    };
  }

  async countSampling(): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `SELECT count(*)::int4 AS count FROM clob.listings l JOIN clob.markets m USING (condition_id) WHERE ${IS_SAMPLED}`,
    );
    return rows[0]?.count ?? 0;
  }

  /** Unordered, without unlisted markets. */
  async described(conditionIds: readonly string[]): Promise<ListedMarket[]> {
    await this.projection.waitForProjection();
    const { rows } = await this.pool.query<ListedMarket>(
      `SELECT ${COLUMNS} FROM clob.listings l JOIN clob.markets m USING (condition_id) WHERE l.condition_id = ANY($1)`,
      [conditionIds],
    );
    return rows;
  }
}
