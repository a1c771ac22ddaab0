import type { ClosedPositionSort, OpenPositionSort } from '@foretell/contracts';
import { DATABASE_POOL, Where, type Pool } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { LIVE } from '../database/generation.query';
import { totalsOf } from '../database/wallet-totals.query';
import { joinsFor, POSITION_READ_COLUMNS, POSITION_READ_JOINS, VALUE, type PositionRead } from './position.columns';

const OPEN_SORT_COLUMNS: Readonly<Record<OpenPositionSort, string>> = {
  TOKENS: 'p.size_micros',
  CURRENT: VALUE,
  INITIAL: 'p.cost_micros',
  CASHPNL: `(${VALUE} - p.cost_micros)`,
  PERCENTPNL: `((${VALUE} - p.cost_micros)::numeric / nullif(p.cost_micros, 0))`,
  TITLE: 'm.title',
  RESOLVING: 'm.end_date',
  PRICE: 'mark.half_pips',
  AVGPRICE: '(p.cost_micros::numeric / nullif(p.size_micros, 0))',
};
const CLOSED_SORT_COLUMNS: Readonly<Record<ClosedPositionSort, string>> = {
  REALIZEDPNL: 'p.realized_micros',
  TIMESTAMP: 'p.changed_at',
  TITLE: 'm.title',
  PRICE: 'mark.half_pips',
  AVGPRICE: '(p.bought_micros::numeric / nullif(p.acquired_micros, 0))',
};

interface List {
  readonly user: string;
  readonly market: readonly string[] | null;
  readonly eventId: string | null;
  /** Only markets whose title contains it, case-insensitive. */
  readonly title?: string | null;
  readonly limit: number;
  readonly offset: number;
  readonly sortDirection: 'ASC' | 'DESC';
}
export interface OpenList extends List {
  readonly sizeThreshold: number;
  readonly redeemable: boolean | null;
  readonly mergeable: boolean | null;
  readonly sortBy: OpenPositionSort;
}
export interface ClosedList extends List {
  readonly sortBy: ClosedPositionSort;
}

/** The first page of a list without a filter. */
export const UNFILTERED = { market: null, eventId: null, title: null, offset: 0, sortDirection: 'DESC' } as const;
export const UNFILTERED_OPEN = {
  ...UNFILTERED,
  sizeThreshold: 0,
  redeemable: null,
  mergeable: null,
  sortBy: 'TOKENS',
} as const;

const OF_WALLET = `p.generation = ${LIVE} AND p.wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = ?)`;

@Injectable()
export class PositionsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Open positions of at least the threshold. Total order: the chosen column, then condition and outcome. */
  async open(list: OpenList): Promise<PositionRead[]> {
    const { market, eventId, title, redeemable, mergeable, sortBy, sortDirection } = list;
    const where = ofWallet(list)
      .add('p.size_micros > 0')
      .add('p.size_micros >= ?', list.sizeThreshold)
      .addIf(redeemable, '(c.payout0_pips IS NOT NULL AND mark.half_pips > 0) = ?')
      .addIf(mergeable, '(coalesce(o.size_micros, 0) > 0) = ?');
    return this.page(
      list,
      where,
      OPEN_SORT_COLUMNS[sortBy],
      nameIfCommon(`positions-${sortBy}-${sortDirection}`, market, eventId, title, redeemable, mergeable),
    );
  }

  /** Closed positions. */
  async closed(list: ClosedList): Promise<PositionRead[]> {
    const where = ofWallet(list).add('p.size_micros = 0').add('p.acquired_micros > 0');
    const { market, eventId, title, sortBy, sortDirection } = list;
    return this.page(
      list,
      where,
      CLOSED_SORT_COLUMNS[sortBy],
      nameIfCommon(`closed-positions-${sortBy}-${sortDirection}`, market, eventId, title),
    );
  }

  /** The value of the wallet's positions, each rounded down to a micro. */
  async valueMicros(user: string, market: readonly string[] | null): Promise<number> {
    const where = ofWallet({ user, market, eventId: null }).add('p.size_micros > 0');
    const text = `SELECT coalesce(sum(${VALUE}), 0)::int8 AS value FROM data.positions p ${joinsFor(`${where.sql} ${VALUE}`)} ${where.sql}`;
    const { rows } = await this.pool.query<{ value: number }>({ ...nameIfCommon('value', market), text, values: where.values });
    return rows[0]?.value ?? 0;
  }

  /** Number of markets the wallet has traded in. */
  async marketsTraded(user: string): Promise<number> {
    return (await totalsOf(this.pool, user)).totalMarkets;
  }

  /** Selects a page with only the joins of its filter and order, then looks up the shown columns for its rows alone. */
  private async page(
    { sortDirection, limit, offset }: List,
    where: Where,
    column: string,
    named: Named,
  ): Promise<PositionRead[]> {
    const order = `${column} ${sortDirection} NULLS LAST, p.condition, p.outcome`;
    const bounds = `LIMIT ${where.parameter(limit)} OFFSET ${where.parameter(offset)}`;
    const chosen = `SELECT p.* FROM data.positions p ${joinsFor(`${where.sql} ${order}`)} ${where.sql} ORDER BY ${order} ${bounds}`;
    const text = `SELECT ${POSITION_READ_COLUMNS} FROM (${chosen}) p ${POSITION_READ_JOINS} ORDER BY ${order}`;
    const { rows } = await this.pool.query<PositionRead>({ ...named, text, values: where.values });
    return rows;
  }
}

function ofWallet({ user, market, eventId, title }: Pick<List, 'user' | 'market' | 'eventId' | 'title'>): Where {
  return new Where()
    .add(OF_WALLET, user)
    .addIf(market, 'c.condition_id = ANY(?::text[])')
    .addIf(eventId, 'm.event_id = ?')
    .addIf(title, 'strpos(lower(m.title), lower(?)) > 0');
}

interface Named {
  readonly name?: string;
}

/** Only statements without filters, the most common, stay prepared. */
function nameIfCommon(name: string, ...filters: readonly unknown[]): Named {
  return filters.every((filter) => filter === null || filter === undefined) ? { name } : {};
}
