import type { Pool, Statement } from '@foretell/platform-prisma';
import type { Listing } from './listing';
import type { ListingEntry } from './market-directory';

/**
 * Listings as JSON array $1, applied at $2 (Unix ms). Rewards that an operator pinned stay. The order of arrival is the listing
 * order.
 */
export const UPSERT_LISTINGS = `
  INSERT INTO clob.listings AS l (condition_id, token0_id, token1_id, outcome0, outcome1, market_id, question_id, question, slug,
    description,
    icon, image, active, closed, archived, neg_risk, neg_risk_market_id, neg_risk_request_id, end_date, game_start_time,
    rewards_rates, rewards_min_size_micros, rewards_max_spread_pips, event_id, event_slug, event_title, event_ticker,
    event_description, tags, raw_metadata, catalog_terms, source_word, updated_at)
  SELECT u.*, $2::bigint FROM (
    SELECT "conditionId", "token0Id", "token1Id", outcome0, outcome1, "marketId", "questionId", question, slug, description,
      icon, image, active, closed, archived, "negRisk", "negRiskMarketId", "negRiskRequestId", "endDate", "gameStartTime",
      "rewardsRates", "rewardsMinSizeMicros", "rewardsMaxSpreadPips", "eventId", "eventSlug", "eventTitle", "eventTicker",
      "eventDescription", tags, "rawMetadata", "catalogTerms", coalesce("sourceWord", '{}')
    FROM jsonb_to_recordset($1::jsonb) AS r (
      "conditionId" text, "token0Id" text, "token1Id" text, outcome0 text, outcome1 text, "marketId" bigint, "questionId" text,
      question text, slug text, description text, icon text, image text, active boolean, closed boolean, archived boolean,
      "negRisk" boolean, "negRiskMarketId" text, "negRiskRequestId" text, "endDate" text, "gameStartTime" text,
      "rewardsRates" jsonb, "rewardsMinSizeMicros" bigint, "rewardsMaxSpreadPips" int,
      "eventId" text, "eventSlug" text, "eventTitle" text, "eventTicker" text, "eventDescription" text, tags text[],
      "rawMetadata" jsonb, "catalogTerms" jsonb, "sourceWord" jsonb)) u
  ON CONFLICT (condition_id) DO UPDATE SET
    outcome0 = excluded.outcome0, outcome1 = excluded.outcome1, market_id = excluded.market_id,
    question_id = excluded.question_id, question = excluded.question, slug = excluded.slug,
    description = excluded.description, icon = excluded.icon, image = excluded.image, active = excluded.active,
      closed = excluded.closed,
    archived = excluded.archived, neg_risk = excluded.neg_risk, neg_risk_market_id = excluded.neg_risk_market_id,
    neg_risk_request_id = excluded.neg_risk_request_id, end_date = excluded.end_date, game_start_time = excluded.game_start_time,
    rewards_rates = CASE WHEN l.rewards_pinned THEN l.rewards_rates ELSE excluded.rewards_rates END,
    rewards_min_size_micros = CASE WHEN l.rewards_pinned THEN l.rewards_min_size_micros ELSE excluded.rewards_min_size_micros END,
    rewards_max_spread_pips = CASE WHEN l.rewards_pinned THEN l.rewards_max_spread_pips ELSE excluded.rewards_max_spread_pips END,
    event_id = excluded.event_id, event_slug = excluded.event_slug, event_title = excluded.event_title,
    event_ticker = excluded.event_ticker, event_description = excluded.event_description, tags = excluded.tags,
    raw_metadata = excluded.raw_metadata, catalog_terms = excluded.catalog_terms,
    source_word = excluded.source_word, updated_at = excluded.updated_at`;

/** The directory fields of all listings, for recovery. */
export const LISTING_ENTRIES: Statement<ListingEntry> = {
  name: 'listing-entries',
  text: `SELECT condition_id AS "conditionId", token0_id AS "token0Id", token1_id AS "token1Id", outcome0, outcome1,
      neg_risk AS "negRisk", slug, question, market_id AS "marketId", active, closed, archived, catalog_terms AS "catalogTerms",
      source_word AS "sourceWord", rewards_rates AS "rewardsRates", rewards_min_size_micros AS "rewardsMinSizeMicros",
      rewards_max_spread_pips AS "rewardsMaxSpreadPips", rewards_pinned AS "rewardsPinned"
    FROM clob.listings ORDER BY number`,
  columns: {
    conditionId: 'text',
    token0Id: 'text',
    token1Id: 'text',
    outcome0: 'text',
    outcome1: 'text',
    negRisk: 'boolean',
    slug: 'text',
    question: 'text',
    marketId: 'bigint',
    active: 'boolean',
    closed: 'boolean',
    archived: 'boolean',
    catalogTerms: 'jsonb',
    sourceWord: 'jsonb',
    rewardsRates: 'jsonb',
    rewardsMinSizeMicros: 'bigint',
    rewardsMaxSpreadPips: 'integer',
    rewardsPinned: 'boolean',
  },
};

export async function readListingEntries(pool: Pool): Promise<ListingEntry[]> {
  return (await pool.query<ListingEntry>({ ...LISTING_ENTRIES })).rows;
}

/** The statement's first parameter: each condition once, the newest description of it. */
export function listingsJson(listings: readonly Listing[]): string {
  const newest = new Map(listings.map((listing) => [listing.conditionId, listing]));
  return JSON.stringify([...newest.values()], (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value));
}

/** PostgreSQL text cannot store NUL or a lone surrogate. A catalog with such a text must not stop the writer. */
function storable(text: string): string {
  return text.replace(UNSTORABLE, '\uFFFD');
}

const UNSTORABLE = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
