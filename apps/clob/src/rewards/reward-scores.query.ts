import { writeStatement, type ColumnsOf, type Statement } from '@foretell/platform-prisma';
import { isLiveSql, ORDER_COLUMNS } from '../columns/order.columns';
import { bytesSql, marketNumbersSql, selected, walletNumbersSql } from '../columns/sql-columns';
import { inForceSql } from '../market-directory/reward-rates';
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

/** One statement is for all markets: the sum of one must not end it. */
const boundedSql = (sum: string): string => `least(${sum}, 9223372036854775807)::bigint`;

/**
 * $1 day, $2 minute since 1970, $3 conditions: one sample of each, unless it has one of this minute. $4 conditions, $5 wallets,
 * $6 scores: the wallets divide the daily rate of the sample.
 */
export const ADD_SAMPLE = writeStatement(
  'add-sample',
  `WITH rated AS (SELECT l.condition_id, (SELECT coalesce(sum((r ->> 'dailyRateMicros')::bigint), 0)
      FROM jsonb_array_elements(l.rewards_rates) r WHERE ${inForceSql('$1')}) AS rate
      FROM clob.listings l WHERE l.condition_id = ANY($3::text[])),
    taken AS (INSERT INTO clob.reward_samples AS s (day, condition_id, samples, daily_rate_micros, last_minute)
      SELECT $1, condition_id, 1, rate, $2 FROM rated
      ON CONFLICT (day, condition_id) DO UPDATE SET samples = s.samples + 1, daily_rate_micros = excluded.daily_rate_micros,
        last_minute = excluded.last_minute WHERE s.last_minute < excluded.last_minute
      RETURNING condition_id, daily_rate_micros)
    INSERT INTO clob.reward_scores AS s (day, condition_id, wallet, score, rate_parts)
    SELECT $1, n.condition_id, n.wallet, n.score, div(t.daily_rate_micros * n.score::numeric, n.total)::bigint
    FROM (SELECT *, sum(g.score) OVER (PARTITION BY g.condition_id) AS total
      FROM unnest($4::text[], $5::text[], $6::bigint[]) AS g (condition_id, wallet, score)) n JOIN taken t USING (condition_id)
    ON CONFLICT (day, condition_id, wallet) DO UPDATE SET
      score = ${boundedSql('s.score::numeric + excluded.score')},
      rate_parts = ${boundedSql('s.rate_parts::numeric + excluded.rate_parts')}`,
);
