import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { spanOf } from './utc-day';

/** Numbers of trades, the last one not included. */
export interface TradeSpan {
  readonly first: number;
  readonly end: number;
}

const AT = `SELECT trade_number AS "tradeNumber", matched_at AS "matchedAt" FROM clob.trades WHERE trade_number >= $1
  ORDER BY trade_number LIMIT 1`;
const ENDS = `SELECT coalesce(min(trade_number), 0) AS first, coalesce(max(trade_number), -1) + 1 AS end FROM clob.trades`;

/** Finds the trades of a UTC day: numbers rise with time, so halving finds them by the key alone. */
@Injectable()
export class DayTradesQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async of(day: string): Promise<TradeSpan> {
    const { rows } = await this.pool.query<TradeSpan>(ENDS);
    const all = rows[0] ?? { first: 0, end: 0 };
    const { from, until } = spanOf(day);
    const first = await this.firstSince(from, all);
    return { first, end: await this.firstSince(until, { first, end: all.end }) };
  }

  /** The first number of a trade at that time or later. */
  private async firstSince(atMillis: number, { first, end }: TradeSpan): Promise<number> {
    let [low, high] = [first, end];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const { rows } = await this.pool.query<{ tradeNumber: number; matchedAt: number }>(AT, [middle]);
      const trade = rows[0];
      if (trade === undefined || trade.matchedAt >= atMillis) high = middle;
      else low = trade.tradeNumber + 1;
    }
    return low;
  }
}
