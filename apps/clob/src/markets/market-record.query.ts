import { Inject, Injectable } from '@nestjs/common';
import type { ListPlace } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import type { Listing } from '../market-directory/listing';
import { Recorded } from '../record/recorded';

/** A listing with what only the record knows of its market. */
export interface ListedMarket extends Listing {
  readonly acceptingSince: number | null;
}

/** Where a market stands in the order of listing. */
export interface ListingPlace {
  readonly number: number;
  readonly conditionId: string;
}

const COLUMNS = `
  l.condition_id as "conditionId", l.token0_id as "token0Id", l.token1_id as "token1Id", l.outcome0, l.outcome1,
  l.market_id as "marketId", l.question_id as "questionId", l.question, l.slug, l.description, l.icon, l.image, l.active, l.closed,
  l.archived, l.neg_risk as "negRisk", l.neg_risk_market_id as "negRiskMarketId", l.neg_risk_request_id as "negRiskRequestId",
  l.end_date as "endDate", l.game_start_time as "gameStartTime",
  l.rewards_rates as "rewardsRates", l.rewards_min_size_micros as "rewardsMinSizeMicros", l.rewards_max_spread_pips as "rewardsMaxSpreadPips",
  l.event_id as "eventId", l.event_slug as "eventSlug", l.event_title as "eventTitle", l.event_ticker as "eventTicker",
  l.event_description as "eventDescription", l.tags, l.raw_metadata as "rawMetadata", l.catalog_terms as "catalogTerms", l.source_word as "sourceWord",
  m.accepting_since as "acceptingSince"`;

const IS_SAMPLED = `(l.active and not l.closed and not l.archived and m.status = 'active' and l.rewards_rates <> '[]')`;

/** Which markets there are, in listing order, and what the record has of each. */
@Injectable()
export class MarketRecordsQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly recorded: Recorded,
  ) {}

  /** `sampling`: only markets that take orders and carry rewards; `question`: only those whose question holds it, in any case. */
  async page({
    place,
    limit,
    sampling,
    question = null,
  }: {
    place: ListPlace;
    limit: number;
    sampling: boolean;
    question?: string | null;
  }): Promise<ListingPlace[]> {
    await this.recorded.level();
    const { rows } = await this.pool.query<ListingPlace>(
      `select l.number, l.condition_id as "conditionId" from clob.listings l join clob.markets m using (condition_id)
       where l.number > $1 and (not $3 or ${IS_SAMPLED}) and ($4::text is null or strpos(lower(l.question), lower($4)) > 0)
       order by l.number limit $2 offset $5`,
      [place.after, limit, sampling, question, place.skip],
    );
    return rows;
  }

  async countSampling(): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `select count(*)::int4 as count from clob.listings l join clob.markets m using (condition_id) where ${IS_SAMPLED}`,
    );
    return rows[0]?.count ?? 0;
  }

  /** In no order; nothing for a market that is not listed. */
  async described(conditionIds: readonly string[]): Promise<ListedMarket[]> {
    await this.recorded.level();
    const { rows } = await this.pool.query<ListedMarket>(
      `select ${COLUMNS} from clob.listings l join clob.markets m using (condition_id) where l.condition_id = any($1)`,
      [conditionIds],
    );
    return rows;
  }
}
