import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { ACTIVITY_READ_COLUMNS, ACTIVITY_READ_JOINS, ACTIVITY_READ_TYPES, type ActivityRead } from '../activity/activity.query';
import { LIVE } from '../database/generation.query';
import { FILTER_SCAN_ROWS_MAX } from '../database/scan-limit';

export interface TradesList {
  readonly user: string | null;
  readonly market: readonly string[] | null;
  readonly side: 'BUY' | 'SELL' | null;
  readonly takerOnly: boolean;
  readonly limit: number;
  readonly offset: number;
}

const PICKED = `type = 'TRADE' AND ($3::text IS NULL OR side = $3) AND (NOT $4 OR part = 0)`;
const NEWEST = 'ORDER BY sequence DESC, part DESC';

const pickedOf = (range: string): string => `SELECT * FROM (SELECT * FROM data.activity WHERE generation = ${LIVE} ${range}
  ${NEWEST} LIMIT ${FILTER_SCAN_ROWS_MAX}) looked WHERE ${PICKED} ${NEWEST} LIMIT $1 OFFSET $2`;

const OF_ALL = pickedOf('');
const OF_WALLET = pickedOf(`AND wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = $5)
  AND ($6::text[] IS NULL OR condition IN (SELECT number FROM data.conditions WHERE generation = ${LIVE}
    AND condition_id = ANY($6)))`);
/** Each market's newest rows come from its own index range; the page is cut from their union. */
const OF_MARKETS = `SELECT newest.* FROM data.conditions k
  CROSS JOIN LATERAL (SELECT * FROM data.activity a WHERE a.generation = ${LIVE} AND a.condition = k.number
    AND ${PICKED} ${NEWEST} LIMIT $1::int8 + $2::int8) newest
  WHERE k.generation = ${LIVE} AND k.condition_id = ANY($5) ORDER BY newest.sequence DESC, newest.part DESC LIMIT $1 OFFSET $2`;

const statementOf = (name: string, page: string): Statement<ActivityRead> => ({
  name,
  text: `SELECT ${ACTIVITY_READ_COLUMNS} FROM (${page}) a ${ACTIVITY_READ_JOINS} ORDER BY a.sequence DESC, a.part DESC`,
  columns: ACTIVITY_READ_TYPES,
});
export const TRADES: Statement<ActivityRead> = statementOf('trades', OF_ALL);
export const TRADES_OF_WALLET: Statement<ActivityRead> = statementOf('trades-of-wallet', OF_WALLET);
export const TRADES_OF_MARKETS: Statement<ActivityRead> = statementOf('trades-of-markets', OF_MARKETS);

@Injectable()
export class TradesQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Trades, newest first. Total order: sequence, then part. */
  async list({ user, market, side, takerOnly, limit, offset }: TradesList): Promise<ActivityRead[]> {
    const common = [limit, offset, side, takerOnly];
    if (user !== null) return this.read(TRADES_OF_WALLET, [...common, user, market]);
    if (market !== null) return this.read(TRADES_OF_MARKETS, [...common, market]);
    return this.read(TRADES, common);
  }

  private async read(statement: Statement<ActivityRead>, values: readonly unknown[]): Promise<ActivityRead[]> {
    const { rows } = await this.pool.query<ActivityRead>({ ...statement, values: [...values] });
    return rows;
  }
}
