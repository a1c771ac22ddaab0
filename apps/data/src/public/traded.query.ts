import { DATABASE_POOL, type ColumnsOf, type Pool, type Statement } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { selected, type SqlOf } from '../database/columns';
import { LIVE } from '../database/generation.query';
import { totalsOf } from '../database/wallet-totals.query';
import { minuteOf, RowsQuery, type TradeTotals } from './rows.query';

/** Null in rows of releases that stored no totals. */
type StoredTotals = { readonly [Field in keyof TradeTotals]: TradeTotals[Field] | null };

const NOTHING: TradeTotals = { count: 0, sizeMicros: 0, usdcMicros: 0 };
const OF_WALLET = `generation = ${LIVE}
  AND wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = $1)`;
const STORED: SqlOf<TradeTotals> = {
  count: 'total_trades',
  sizeMicros: 'total_shares_micros',
  usdcMicros: 'total_volume_micros',
};
/** Times rise with sequences: the first sequence of the next minute avoids reading the rows after it. */
const NEWEST_BEFORE = `SELECT ${selected(STORED)} FROM data.activity WHERE ${OF_WALLET} AND at < $2 AND sequence < coalesce(
    (SELECT first_sequence FROM data.minutes WHERE generation = ${LIVE} AND minute > $3 ORDER BY minute LIMIT 1),
    9223372036854775807)
  ORDER BY sequence DESC, part DESC LIMIT 1`;
const BEFORE_OLDEST: SqlOf<TradeTotals> = {
  count: `total_trades - (type = 'TRADE')::int4`,
  sizeMicros: `total_shares_micros - CASE type WHEN 'TRADE' THEN size_micros ELSE 0 END`,
  usdcMicros: `total_volume_micros - CASE type WHEN 'TRADE' THEN usdc_micros ELSE 0 END`,
};
const OLDEST = `SELECT ${selected(BEFORE_OLDEST)} FROM data.activity WHERE ${OF_WALLET} ORDER BY sequence, part LIMIT 1`;

const COLUMNS: ColumnsOf<StoredTotals> = { count: 'integer', sizeMicros: 'bigint', usdcMicros: 'bigint' };
export const TOTALS_BEFORE: Statement<StoredTotals> = { name: 'totals-before', text: NEWEST_BEFORE, columns: COLUMNS };
export const TOTALS_BEFORE_ALL: Statement<StoredTotals> = { name: 'totals-before-all', text: OLDEST, columns: COLUMNS };

/** A wallet's trades in a window, from the totals at both of its ends: rows in between are not read. */
@Injectable()
export class TradedQuery {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly rows: RowsQuery,
  ) {}

  /**
   * Unix seconds, both inclusive; undefined: from the beginning, until now. Archived activity counts only if the window starts at
   * the beginning.
   */
  async between(user: string, start: number | undefined, end: number | undefined): Promise<TradeTotals> {
    const before = start === undefined ? NOTHING : await this.before(user, start);
    const through = end === undefined ? await this.now(user) : await this.before(user, end + 1);
    // Rows of earlier releases have no totals.
    if (!isStored(before) || !isStored(through)) return this.rows.totals({ user, conditionIds: null, side: null, start, end });
    return {
      count: Math.max(0, through.count - before.count),
      sizeMicros: Math.max(0, through.sizeMicros - before.sizeMicros),
      usdcMicros: Math.max(0, through.usdcMicros - before.usdcMicros),
    };
  }

  private async now(user: string): Promise<TradeTotals> {
    const { totalTrades: count, totalSharesMicros: sizeMicros, totalVolumeMicros: usdcMicros } = await totalsOf(this.pool, user);
    return { count, sizeMicros, usdcMicros };
  }

  /** The wallet's totals before the second: from the newest row before it, else the totals before the oldest row. */
  private async before(user: string, second: number): Promise<StoredTotals> {
    const values = [user, second * 1_000, minuteOf(second)];
    const newest = await this.pool.query<StoredTotals>({ ...TOTALS_BEFORE, values });
    if (newest.rows[0] !== undefined) return newest.rows[0];
    const oldest = await this.pool.query<StoredTotals>({ ...TOTALS_BEFORE_ALL, values: [user] });
    return oldest.rows[0] ?? this.now(user);
  }
}

function isStored(totals: StoredTotals): totals is TradeTotals {
  return totals.count !== null;
}
