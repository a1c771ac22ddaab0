import type { ShapeTable } from './shape-table';

/** The interface's tables of the trading service, as data. Source: interface, Resources and their fields. */

export const RESULT_ITEM: ShapeTable = {
  success: 'boolean',
  errorMsg: 'string',
  orderID: 'string',
  takingAmount: 'string',
  makingAmount: 'string',
  status: 'string',
};

export const CANCEL_RESULT: ShapeTable = { canceled: { listOf: 'string' }, not_canceled: 'object' };

export const ENVELOPE: ShapeTable = { data: { listOf: 'object' }, next_cursor: 'string', limit: 'integer', count: 'integer' };

export const LIVE_ORDER: ShapeTable = {
  id: 'string',
  status: 'string',
  market: 'string',
  originalSize: 'string',
  sizeMatched: 'string',
  price: 'string',
  outcome: 'string',
  makerAddress: 'string',
  owner: 'string',
  side: 'string',
  assetId: 'string',
  type: 'string',
  createdAt: 'date-time',
  associateTrades: { listOf: 'string' },
};

/** Additional fields of the same record for public clients. Source: protocol 9.2. */
export const LIVE_ORDER_TWINS: ShapeTable = {
  maker_address: 'string',
  asset_id: 'string',
  original_size: 'string',
  size_matched: 'string',
  associate_trades: { listOf: 'string' },
  created_at: 'integer',
  expiration: 'string',
  order_type: 'string',
};

export const TRADE: ShapeTable = {
  id: 'string',
  taker_order_id: 'string',
  market: 'string',
  asset_id: 'string',
  side: 'string',
  size: 'string',
  fee_rate_bps: 'string',
  price: 'string',
  status: 'string',
  match_time: 'date-time',
  last_update: 'date-time',
  outcome: 'string',
  maker_address: 'string',
  owner: 'string',
  transaction_hash: 'string',
  bucket_index: 'integer',
  maker_orders: {
    listOf: {
      order_id: 'string',
      maker_address: 'string',
      owner: 'string',
      matched_amount: 'string',
      fee_rate_bps: 'string',
      price: 'string',
      asset_id: 'string',
      outcome: 'string',
      side: 'string',
    },
  },
  type: 'string',
};

export const MARKET: ShapeTable = {
  enable_order_book: 'boolean',
  active: 'boolean',
  closed: 'boolean',
  archived: 'boolean',
  accepting_orders: 'boolean',
  accepting_order_timestamp: 'string',
  minimum_order_size: 'number',
  minimum_tick_size: 'number',
  condition_id: 'string',
  status: 'string',
  neg_risk: 'boolean',
  market_id: 'integer',
  question_id: 'string',
  question: 'string',
  slug: 'string',
  description: 'string',
  market_slug: 'string',
  end_date_iso: 'string',
  game_start_time: 'string',
  seconds_delay: 'number',
  fpmm: 'string',
  maker_base_fee: 'number',
  taker_base_fee: 'number',
  notifications_enabled: 'boolean',
  neg_risk_market_id: 'string',
  neg_risk_request_id: 'string',
  icon: 'string',
  image: 'string',
  rewards: {
    rates: { listOf: { asset_address: 'string', rewards_daily_rate: 'number' } },
    min_size: 'number',
    max_spread: 'number',
  },
  is_50_50_outcome: 'boolean',
  tokens: { listOf: { token_id: 'string', outcome: 'string', price: 'number', winner: 'boolean' } },
  tags: { listOf: 'string' },
  assets_ids: { listOf: 'string' },
  outcomes: { listOf: 'string' },
  event: { id: 'string', slug: 'string', title: 'string', ticker: 'string', description: 'string' },
  raw_metadata: 'object',
};

/** Additional fields of market records with a fee. Source: interface, Matching (fees). */
export const MARKET_FEE: ShapeTable = { fee_schedule: { rate: 'number', exponent: 'integer', taker_only: 'boolean' } };

const OMITTED_IN_LIST = ['status', 'slug', 'market_id', 'assets_ids', 'outcomes', 'event', 'raw_metadata'];
const SIMPLIFIED = [
  'condition_id',
  'status',
  'neg_risk',
  'market_id',
  'question',
  'slug',
  'active',
  'closed',
  'archived',
  'accepting_orders',
  'tokens',
  'rewards',
  'assets_ids',
  'outcomes',
];

const onlyFields = (keeps: (name: string) => boolean): ShapeTable =>
  Object.fromEntries(Object.entries(MARKET).filter(([name]) => keeps(name)));

/** GET /markets list items. */
export const MARKET_IN_LIST = onlyFields((name) => !OMITTED_IN_LIST.includes(name));
/** GET /sampling-simplified-markets items. */
export const SIMPLIFIED_MARKET = onlyFields((name) => SIMPLIFIED.includes(name));
