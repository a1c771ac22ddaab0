import { writeStatement, type ColumnsOf, type Statement } from '@foretell/platform-prisma';
import { isLiveSql, ORDER_COLUMNS } from '../columns/order.columns';
import { bytesSql, marketNumbersSql, selected, walletNumbersSql } from '../columns/sql-columns';
import type { RestingOrder } from './reward-score';

export interface RestingOrderRow extends RestingOrder {
  readonly orderId: string;
  readonly conditionId: string;
}

const FIELDS = ['orderId', 'conditionId', 'wallet', 'outcome', 'side', 'pricePips', 'acceptedAt'] as const;
const LIVE = `SELECT ${selected(ORDER_COLUMNS, 'o', FIELDS)}, o.size_micros - o.filled_micros AS "remainingMicros"
  FROM clob.orders o WHERE ${isLiveSql('o')}`;
const COLUMNS: ColumnsOf<RestingOrderRow> = {
  orderId: 'text',
  conditionId: 'text',
  wallet: 'text',
  outcome: 'smallint',
  side: 'text',
  pricePips: 'integer',
  acceptedAt: 'bigint',
  remainingMicros: 'bigint',
};

/** $1 conditions. */
export const RESTING_IN_MARKETS: Statement<RestingOrderRow> = {
  name: 'resting-in-markets',
  text: `${LIVE} AND o.market_number = ANY(${marketNumbersSql('$1')})`,
  columns: COLUMNS,
};
/** $1 ids of orders, $2 wallets. */
export const RESTING_OF_WALLETS: Statement<RestingOrderRow> = {
  name: 'resting-of-wallets',
  text: `${LIVE} AND o.order_id = ANY(${bytesSql('$1')}) AND o.wallet_number = ANY(${walletNumbersSql('$2')})`,
  columns: COLUMNS,
};

export const ADD_SCORES = writeStatement(
  'add-scores',
  `INSERT INTO clob.reward_scores AS s (day, condition_id, wallet, score)
    SELECT $1, * FROM unnest($2::text[], $3::text[], $4::bigint[])
    ON CONFLICT (day, condition_id, wallet) DO UPDATE SET score = s.score + excluded.score`,
);
/** $2 conditions: one sample of each. */
export const ADD_SAMPLES = writeStatement(
  'add-samples',
  `INSERT INTO clob.reward_samples AS s (day, condition_id, samples, daily_rate_micros)
    SELECT $1, l.condition_id, 1, (SELECT coalesce(sum((r ->> 'dailyRateMicros')::bigint), 0)
      FROM jsonb_array_elements(l.rewards_rates) r)
    FROM clob.listings l WHERE l.condition_id = ANY($2::text[])
    ON CONFLICT (day, condition_id) DO UPDATE SET samples = s.samples + 1, daily_rate_micros = excluded.daily_rate_micros`,
);
