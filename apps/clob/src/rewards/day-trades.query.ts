import { Inject, Injectable } from '@nestjs/common';
import { OpsRefusal } from '@foretell/platform-nats';
import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { spanOf } from '../market-directory/utc-day';

/** Trade numbers; the last is exclusive. */
export interface TradeSpan {
  readonly first: number;
  readonly end: number;
}

export const TRADE_SINCE: Statement<{ readonly tradeNumber: number; readonly matchedAt: number }> = {
  name: 'trade-since',
  text: `SELECT trade_number AS "tradeNumber", matched_at AS "matchedAt" FROM clob.trades WHERE trade_number >= $1
    ORDER BY trade_number LIMIT 1`,
  columns: { tradeNumber: 'bigint', matchedAt: 'bigint' },
};

export const TRADE_SPAN: Statement<TradeSpan> = {
  name: 'trade-span',
  text: `SELECT coalesce(min(trade_number), 0) AS first, coalesce(max(trade_number), -1) + 1 AS end FROM clob.trades`,
  columns: { first: 'bigint', end: 'bigint' },
};

/** Trades before this time are archived, Unix milliseconds. */
export const TRADES_ARCHIVED: Statement<{ readonly until: number }> = {
  name: 'trades-archived',
  text: `SELECT coalesce(max(until_at), 0)::bigint AS until FROM clob.archived WHERE table_name = 'clob.trades' AND row_count > 0`,
  columns: { until: 'bigint' },
};

/** Finds the trades of a UTC day by bisection of the primary key, because numbers increase with time. */
@Injectable()
export class DayTradesQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  of(day: string): Promise<TradeSpan> {
    const { from, until } = spanOf(day);
    return this.between(from, until);
  }

  /** From a time to before another, Unix milliseconds. */
  async between(from: number, until: number): Promise<TradeSpan> {
    const { rows } = await this.pool.query<TradeSpan>({ ...TRADE_SPAN });
    const all = rows[0] ?? { first: 0, end: 0 };
    const first = await this.firstSince(from, all);
    return { first, end: await this.firstSince(until, { first, end: all.end }) };
  }

  /** Throws OpsRefusal when trades of that day or later are archived. */
  async requireSince(day: string): Promise<void> {
    const { rows } = await this.pool.query<{ until: number }>({ ...TRADES_ARCHIVED });
    if ((rows[0]?.until ?? 0) > spanOf(day).from)
      throw new OpsRefusal(`trades of ${day} are archived, so fees and rebates cannot be computed; restore them first`);
  }

  /** The first number of a trade at that time or later. */
  private async firstSince(atMillis: number, { first, end }: TradeSpan): Promise<number> {
    let [low, high] = [first, end];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const { rows } = await this.pool.query<{ tradeNumber: number; matchedAt: number }>({ ...TRADE_SINCE, values: [middle] });
      const trade = rows[0];
      if (trade === undefined || trade.matchedAt >= atMillis) high = middle;
      else low = trade.tradeNumber + 1;
    }
    return low;
  }
}
