import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { ACTIVITY_READ_COLUMNS, ACTIVITY_READ_JOINS, ACTIVITY_READ_TYPES, type ActivityRead } from '../activity/activity.query';

/** The last applied trading event. */
export interface FeedHead {
  readonly generation: number;
  readonly sequence: number;
  readonly lineage: string | null;
}

/** The position of a row in the complete order. */
export interface FeedPlace {
  readonly sequence: number;
  readonly part: number;
}

/** A wallet's part of a trade; part 0 is the taker's. */
export interface FedTrade extends ActivityRead, FeedPlace {
  readonly token0Id: string | null;
  readonly token1Id: string | null;
}

/** Maximum rows per read, which bounds the memory of a process whose feed is behind. */
export const FED_MAX = 500;

export const FEED_HEAD: Statement<FeedHead> = {
  name: 'feed-head',
  text: `SELECT p.generation, coalesce(c.sequence, 0) AS sequence, c.lineage FROM data.projection p
    LEFT JOIN data.checkpoints c ON c.generation = p.generation AND c.source = 'clob' WHERE p.id = 1`,
  columns: { generation: 'smallint', sequence: 'bigint', lineage: 'text' },
};

export const FED_TRADES: Statement<FedTrade> = {
  name: 'fed-trades',
  text: `SELECT ${ACTIVITY_READ_COLUMNS}, a.sequence, a.part, m.token0_id AS "token0Id", m.token1_id AS "token1Id"
    FROM (SELECT * FROM data.activity WHERE generation = $1::int2 AND (sequence, part) > ($2::int8, $3::int4)
            AND sequence <= $4::int8 AND type = 'TRADE' ORDER BY sequence, part LIMIT ${FED_MAX}) a
    ${ACTIVITY_READ_JOINS} ORDER BY a.sequence, a.part`,
  columns: { ...ACTIVITY_READ_TYPES, sequence: 'bigint', part: 'integer', token0Id: 'text', token1Id: 'text' },
};

/** The statements by which a feed follows the tables. */
@Injectable()
export class ActivityFeedQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async head(): Promise<FeedHead | null> {
    const { rows } = await this.pool.query<FeedHead>({ ...FEED_HEAD, values: [] });
    return rows[0] ?? null;
  }

  /** Trades after a place, up to a head, in order. */
  async after({ sequence, part }: FeedPlace, head: FeedHead): Promise<readonly FedTrade[]> {
    const values = [head.generation, sequence, part, head.sequence];
    const { rows } = await this.pool.query<FedTrade>({ ...FED_TRADES, values });
    return rows;
  }
}
