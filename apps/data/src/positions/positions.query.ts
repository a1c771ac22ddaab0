import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { LIVE } from '../ingest/generation.query';
import { POSITION_READ_COLUMNS, POSITION_READ_JOINS, VALUE, type PositionRead } from './position.columns';

export const OPEN_ORDERS = ['TOKENS', 'CURRENT', 'INITIAL', 'CASHPNL', 'PERCENTPNL', 'TITLE', 'RESOLVING', 'PRICE', 'AVGPRICE'] as const;
export const CLOSED_ORDERS = ['REALIZEDPNL', 'TIMESTAMP', 'TITLE', 'PRICE', 'AVGPRICE'] as const;
export type OpenOrder = (typeof OPEN_ORDERS)[number];
export type ClosedOrder = (typeof CLOSED_ORDERS)[number];

const OPEN_ORDER_COLUMNS: Readonly<Record<OpenOrder, string>> = {
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
const CLOSED_ORDER_COLUMNS: Readonly<Record<ClosedOrder, string>> = {
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
  readonly limit: number;
  readonly offset: number;
  readonly sortDirection: 'ASC' | 'DESC';
}
export interface OpenList extends List {
  readonly sizeThreshold: number;
  readonly redeemable: boolean | null;
  readonly mergeable: boolean | null;
  readonly sortBy: OpenOrder;
}
export interface ClosedList extends List {
  readonly sortBy: ClosedOrder;
}

const OF_WALLET = `SELECT ${POSITION_READ_COLUMNS} FROM data.positions p ${POSITION_READ_JOINS}
  WHERE p.generation = ${LIVE} AND p.wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = $1)
    AND ($2::text[] IS NULL OR c.condition_id = ANY($2)) AND ($3::text IS NULL OR m.event_id = $3)`;

@Injectable()
export class PositionsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Positions held, of at least the threshold. Total order: the chosen column, then condition and outcome. */
  async open(list: OpenList): Promise<PositionRead[]> {
    const text = `${OF_WALLET} AND p.size_micros > 0 AND p.size_micros >= $6
      AND ($7::bool IS NULL OR (c.payout0_pips IS NOT NULL AND mark.half_pips > 0) = $7) AND ($8::bool IS NULL OR (o.size_micros > 0) = $8)
      ${pageBy(OPEN_ORDER_COLUMNS[list.sortBy], list.sortDirection)}`;
    return this.read(`positions-${list.sortBy}-${list.sortDirection}`, text, list, [list.sizeThreshold, list.redeemable, list.mergeable]);
  }

  /** Positions that were held and are given away. */
  async closed(list: ClosedList): Promise<PositionRead[]> {
    const text = `${OF_WALLET} AND p.size_micros = 0 AND p.acquired_micros > 0 ${pageBy(CLOSED_ORDER_COLUMNS[list.sortBy], list.sortDirection)}`;
    return this.read(`closed-positions-${list.sortBy}-${list.sortDirection}`, text, list, []);
  }

  /** What the wallet's positions are worth, each rounded down to a micro. */
  async valueMicros(user: string, market: readonly string[] | null): Promise<number> {
    const text = `SELECT coalesce(sum(${VALUE}), 0)::int8 AS value FROM data.positions p
      JOIN data.conditions c ON c.generation = p.generation AND c.number = p.condition
      CROSS JOIN LATERAL (SELECT CASE p.outcome WHEN 0 THEN c.mark_half_pips ELSE 20000 - c.mark_half_pips END AS half_pips) mark
      WHERE p.generation = ${LIVE} AND p.wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = $1)
        AND p.size_micros > 0 AND ($2::text[] IS NULL OR c.condition_id = ANY($2))`;
    const { rows } = await this.pool.query<{ value: number }>({ name: 'value', text, values: [user, market] });
    return rows[0]?.value ?? 0;
  }

  /** How many markets the wallet has traded in. */
  async marketsTraded(user: string): Promise<number> {
    const text = `SELECT count(DISTINCT condition)::int4 AS traded FROM data.positions WHERE generation = ${LIVE}
      AND wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = $1) AND volume_micros > 0`;
    const { rows } = await this.pool.query<{ traded: number }>({ name: 'traded', text, values: [user] });
    return rows[0]?.traded ?? 0;
  }

  private async read(name: string, text: string, { user, market, eventId, limit, offset }: List, more: readonly unknown[]): Promise<PositionRead[]> {
    const { rows } = await this.pool.query<PositionRead>({ name, text, values: [user, market, eventId, limit, offset, ...more] });
    return rows;
  }
}

function pageBy(column: string, direction: 'ASC' | 'DESC'): string {
  return `ORDER BY ${column} ${direction} NULLS LAST, p.condition, p.outcome LIMIT $4 OFFSET $5`;
}
