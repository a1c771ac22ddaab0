import type { MarketListRecord, MarketRecord, RewardsRecord, SimplifiedMarketRecord, TokenRecord } from '@foretell/contracts';
import { microsToNumber, pipsToNumber, sizeMicros, tickPips, usdcMicros } from '@foretell/units';
import type { BookView } from '../book-views/book-view';
import { displayPrice } from '../book-views/book.mapper';
import type { MarketEntry } from '../market-directory/market-directory';
import { baseFee, feeScheduleRecord } from './fee-schedule.mapper';
import type { ListedMarket } from './market-record.query';

/** All fields of the market record. Source: interface, Trading-surface market record; protocol 11. */
export function marketRecord(listed: ListedMarket, entry: MarketEntry, view: BookView): MarketRecord {
  const { market } = entry;
  const isOver = market.status === 'closed' || market.status === 'resolved' || listed.closed;
  return {
    ...description(listed),
    enable_order_book: true,
    active: listed.active,
    closed: isOver,
    archived: listed.archived,
    accepting_orders: market.status === 'active',
    accepting_order_timestamp: acceptingSince(listed),
    minimum_order_size: microsToNumber(market.minimumSizeMicros),
    minimum_tick_size: pipsToNumber(tickPips(market.tickPips)),
    status: market.status,
    seconds_delay: Math.floor(market.delayMillis / 1_000),
    fpmm: listed.sourceWord.marketMaker ?? '',
    maker_base_fee: 0,
    taker_base_fee: baseFee(market),
    fee_schedule: feeScheduleRecord(market),
    rewards: rewardsRecord(listed),
    is_50_50_outcome: market.resolution === 'half',
    tokens: [tokenRecord(entry, 0, view), tokenRecord(entry, 1, view)],
    assets_ids: [...entry.tokenIds],
    outcomes: [...entry.outcomes],
  };
}

/** From the source, or the time at which this service began to accept orders. */
function acceptingSince({ sourceWord, acceptingSince: since }: ListedMarket): string | null {
  return sourceWord.acceptingOrdersAt ?? (since === null ? null : new Date(since).toISOString());
}

function description(listed: ListedMarket) {
  return {
    condition_id: listed.conditionId,
    neg_risk: listed.negRisk,
    market_id: listed.marketId,
    question_id: listed.questionId,
    question: listed.question,
    slug: listed.slug,
    description: listed.description,
    market_slug: listed.slug,
    end_date_iso: listed.endDate,
    game_start_time: listed.gameStartTime,
    notifications_enabled: listed.sourceWord.notificationsEnabled ?? false,
    neg_risk_market_id: listed.negRiskMarketId,
    neg_risk_request_id: listed.negRiskRequestId,
    icon: listed.icon,
    image: listed.image,
    tags: listed.tags,
    event: {
      id: listed.eventId ?? '',
      slug: listed.eventSlug ?? '',
      title: listed.eventTitle ?? '',
      ticker: listed.eventTicker ?? '',
      description: listed.eventDescription ?? '',
    },
    raw_metadata: listed.rawMetadata,
  };
}

export function rewardsRecord(listed: ListedMarket): RewardsRecord {
  return {
    rates: listed.rewardsRates.map(({ assetAddress, dailyRateMicros }) => ({
      asset_address: assetAddress,
      rewards_daily_rate: microsToNumber(usdcMicros(dailyRateMicros)),
    })),
    min_size: microsToNumber(sizeMicros(listed.rewardsMinSizeMicros)),
    // Cents: a hundred pips each.
    max_spread: listed.rewardsMaxSpreadPips / 100,
  };
}

function tokenRecord(entry: MarketEntry, outcome: 0 | 1, view: BookView): TokenRecord {
  const winner = entry.market.resolution === (outcome === 0 ? 'outcome0' : 'outcome1');
  return {
    token_id: entry.tokenIds[outcome],
    outcome: entry.outcomes[outcome],
    price: displayPrice(entry, outcome, view),
    winner,
  };
}

/** GET /markets/{condition_id}, and items of GET /sampling-markets. Source: interface, Trading-surface market record. */
export function wholeRecord(record: MarketRecord): MarketRecord {
  return record;
}

/** GET /markets items: all but seven of the fields. Source: interface, Variants. */
export function marketListRecord(record: MarketRecord): MarketListRecord {
  const {
    status: _status,
    slug: _slug,
    market_id: _marketId,
    assets_ids: _assets,
    outcomes: _outcomes,
    event: _event,
    raw_metadata: _raw,
    ...rest
  } = record;
  return rest;
}

/** Items of GET /simplified-markets and /sampling-simplified-markets. Source: interface, Variants. */
export function simplifiedMarketRecord(record: MarketRecord): SimplifiedMarketRecord {
  return {
    condition_id: record.condition_id,
    status: record.status,
    neg_risk: record.neg_risk,
    market_id: record.market_id,
    question: record.question,
    slug: record.slug,
    active: record.active,
    closed: record.closed,
    archived: record.archived,
    accepting_orders: record.accepting_orders,
    tokens: record.tokens,
    rewards: record.rewards,
    assets_ids: record.assets_ids,
    outcomes: record.outcomes,
  };
}
