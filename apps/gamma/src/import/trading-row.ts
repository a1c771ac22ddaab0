import { createHash } from 'node:crypto';
import { isFields, type Fields } from '@foretell/platform-server';

/** Ids for resources that their source names otherwise than by a number; ids of public catalogs are far below. */
const DERIVED_IDS_FROM = 2 ** 52;
const HEX_DIGITS_OF_52_BITS = 13;

/**
 * Whether a row is in the trading service's public format, which identifies a market by its condition. Source: interface,
 * Trading-surface market record.
 */
export function isTradingRow(row: Fields): boolean {
  return row['id'] === undefined && row['condition_id'] !== undefined && Array.isArray(row['tokens']);
}

/**
 * The same market as a row of the public catalog format, under an id derived from its condition, or from its slug without one.
 */
export function catalogRowOf(row: Fields): Fields {
  const tokens = Array.isArray(row['tokens']) ? row['tokens'].filter(isFields) : [];
  const rewards = isFields(row['rewards']) ? row['rewards'] : {};
  const slug = row['market_slug'] ?? row['slug'];
  const tokenIds = tokens.map((token) => token['token_id']).filter((id) => id !== '');
  return {
    id: derivedId(`market ${String(row['condition_id'] === '' ? slug : row['condition_id']).toLowerCase()}`),
    slug,
    question: row['question'],
    description: row['description'],
    conditionId: row['condition_id'],
    questionID: row['question_id'],
    outcomes: tokenIds.length === 0 ? [] : tokens.map((token) => token['outcome']),
    clobTokenIds: tokenIds,
    outcomePrices: pricesOf(row, tokens),
    endDate: row['end_date_iso'],
    gameStartTime: row['game_start_time'],
    image: row['image'],
    icon: row['icon'],
    active: row['active'],
    closed: row['closed'],
    archived: row['archived'],
    acceptingOrders: row['accepting_orders'],
    acceptingOrdersTimestamp: row['accepting_order_timestamp'],
    enableOrderBook: row['enable_order_book'],
    orderPriceMinTickSize: row['minimum_tick_size'],
    orderMinSize: row['minimum_order_size'],
    secondsDelay: row['seconds_delay'],
    negRisk: row['neg_risk'],
    negRiskMarketID: row['neg_risk_market_id'],
    negRiskRequestID: row['neg_risk_request_id'],
    makerBaseFee: row['maker_base_fee'],
    takerBaseFee: row['taker_base_fee'],
    feeSchedule: row['fee_schedule'],
    notificationsEnabled: row['notifications_enabled'],
    marketMakerAddress: row['fpmm'],
    rewardsMinSize: rewards['min_size'],
    rewardsMaxSpread: rewards['max_spread'],
    clobRewards: Array.isArray(rewards['rates']) ? rewards['rates'].filter(isFields).map(rateOf) : undefined,
    tags: Array.isArray(row['tags']) ? row['tags'].flatMap(tagOf) : undefined,
  };
}

/**
 * The winner takes precedence over the prices, which keep their last value; 0.5 and 0.5 is a result only when the row says so.
 */
function pricesOf(row: Fields, tokens: readonly Fields[]): string | undefined {
  const winner = tokens.findIndex((token) => token['winner'] === true);
  if (winner >= 0) return written(tokens.map((_, index) => (index === winner ? 1 : 0)));
  const prices = tokens.map((token) => token['price']);
  return row['is_50_50_outcome'] !== true && prices.every((price) => price === 0.5) ? undefined : written(prices);
}

/** As in the public catalog format: a text that contains a list of texts. */
function written(prices: readonly unknown[]): string {
  return JSON.stringify(prices.map(String));
}

function rateOf(rate: Fields): Fields {
  return { assetAddress: rate['asset_address'], rewardsDailyRate: rate['rewards_daily_rate'] };
}

/** A label alone becomes its own tag. */
function tagOf(label: unknown): Fields[] {
  if (typeof label !== 'string') return [];
  const slug = label
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? [] : [{ id: derivedId(`tag ${slug}`), label: label.trim(), slug }];
}

/** Whether a market was first imported in the trading format, and has an id of our own. */
export function isDerivedId(id: number): boolean {
  return id >= DERIVED_IDS_FROM;
}

function derivedId(name: string): number {
  const digest = createHash('sha256').update(name).digest('hex');
  return DERIVED_IDS_FROM + Number.parseInt(digest.slice(0, HEX_DIGITS_OF_52_BITS), 16);
}
