import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { selected, typesOf, type TypedSqlOf } from '../database/columns';
import { LIVE } from '../database/generation.query';
import { NEWEST_ACTIVITY } from '../database/wallet-totals.query';
import { PROFILE_COLUMNS, type ProfileColumns } from '../profiles/profile.columns';
import type { ActivityType } from '../projections/activity';

/** A row of activity joined with the catalog's and the profile's columns. */
export interface ActivityRead extends ProfileColumns {
  readonly address: string;
  readonly at: number;
  readonly conditionId: string;
  readonly type: ActivityType;
  readonly outcome: number | null;
  readonly side: 'BUY' | 'SELL' | null;
  readonly sizeMicros: number;
  readonly usdcMicros: number;
  readonly priceMicros: number;
  readonly transactionHash: string;
  readonly title: string | null;
  readonly slug: string | null;
  readonly icon: string | null;
  readonly eventSlug: string | null;
  readonly outcome0: string | null;
  readonly outcome1: string | null;
}

const COLUMNS: TypedSqlOf<ActivityRead> = {
  address: 'w.address',
  at: ['a.at', 'bigint'],
  conditionId: 'c.condition_id',
  type: 'a.type',
  outcome: ['a.outcome', 'smallint'],
  side: 'a.side',
  sizeMicros: ['a.size_micros', 'bigint'],
  usdcMicros: ['a.usdc_micros', 'bigint'],
  priceMicros: ['a.price_micros', 'integer'],
  transactionHash: `'0x' || encode(a.transaction_hash, 'hex')`,
  title: 'm.title',
  slug: 'm.slug',
  icon: 'm.icon',
  eventSlug: 'm.event_slug',
  outcome0: 'm.outcome0',
  outcome1: 'm.outcome1',
  ...PROFILE_COLUMNS,
};
export const ACTIVITY_READ_COLUMNS = selected(COLUMNS);
export const ACTIVITY_READ_TYPES = typesOf<ActivityRead>(COLUMNS);

/** Rows of `a` with their wallet, condition, market and profile. */
export const ACTIVITY_READ_JOINS = `JOIN data.wallets w ON w.generation = a.generation AND w.number = a.wallet
  JOIN data.conditions c ON c.generation = a.generation AND c.number = a.condition
  LEFT JOIN data.markets m ON m.generation = a.generation AND m.condition_id = c.condition_id
  LEFT JOIN data.profiles f ON f.wallet = w.address`;

export const ACTIVITY_OF_WALLET: Statement<ActivityRead> = {
  name: 'activity-of-wallet',
  text: `SELECT ${ACTIVITY_READ_COLUMNS}
  FROM (SELECT * FROM data.activity WHERE generation = ${LIVE}
          AND wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = $1)
        ORDER BY sequence DESC, part DESC LIMIT $2 OFFSET $3) a
  ${ACTIVITY_READ_JOINS}
  ORDER BY a.sequence DESC, a.part DESC`,
  columns: ACTIVITY_READ_TYPES,
};

/**
 * A text that changes with everything that a page of a wallet's activity shows: its newest row, the catalog's events, its profile,
 * what is archived, the lineage of the trading events, and the live generation.
 */
export const ACTIVITY_VERSION: Statement<{ readonly version: string }> = {
  name: 'activity-version',
  text: `SELECT concat(p.generation, ' ', clob.lineage, ' ', gamma.sequence, ' ', a.sequence, ' ', a.part, ' ', f.xmin, ' ',
      (SELECT sum(row_count) FROM data.archived WHERE table_name = 'data.activity')) AS version
  FROM data.projection p
  LEFT JOIN data.checkpoints clob ON clob.generation = p.generation AND clob.source = 'clob'
  LEFT JOIN data.checkpoints gamma ON gamma.generation = p.generation AND gamma.source = 'gamma'
  LEFT JOIN data.wallets w ON w.generation = p.generation AND w.address = $1
  LEFT JOIN ${NEWEST_ACTIVITY} ON true
  LEFT JOIN data.profiles f ON f.wallet = $1
  WHERE p.id = 1`,
  columns: { version: 'text' },
};

@Injectable()
export class ActivityQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** A wallet's activity, newest first. Total order: sequence, then part. */
  async ofWallet(address: string, limit: number, offset: number): Promise<ActivityRead[]> {
    const { rows } = await this.pool.query<ActivityRead>({ ...ACTIVITY_OF_WALLET, values: [address, limit, offset] });
    return rows;
  }

  /** ACTIVITY_VERSION of a wallet. */
  async versionOf(address: string): Promise<string> {
    const { rows } = await this.pool.query<{ version: string }>({ ...ACTIVITY_VERSION, values: [address] });
    return rows[0]?.version ?? '';
  }
}
