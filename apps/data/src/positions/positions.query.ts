import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { LIVE } from '../ingest/generation.query';
import { joinsFor, POSITION_READ_COLUMNS, POSITION_READ_JOINS, VALUE, type PositionRead } from './position.columns';

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

/** $1 of every statement here. */
const OF_WALLET = `p.generation = ${LIVE} AND p.wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = $1)`;

@Injectable()
export class PositionsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Positions held, of at least the threshold. Total order: the chosen column, then condition and outcome. */
  async open(list: OpenList): Promise<PositionRead[]> {
    const page = new Page(list)
      .where('p.size_micros > 0')
      .where('p.size_micros >= ?', list.sizeThreshold)
      .whereIf(list.redeemable, '(c.payout0_pips IS NOT NULL AND mark.half_pips > 0) = ?')
      .whereIf(list.mergeable, '(coalesce(o.size_micros, 0) > 0) = ?');
    return this.read(page.ordered('positions', list.sortBy, OPEN_ORDER_COLUMNS[list.sortBy]));
  }

  /** Positions that were held and are given away. */
  async closed(list: ClosedList): Promise<PositionRead[]> {
    const page = new Page(list).where('p.size_micros = 0').where('p.acquired_micros > 0');
    return this.read(page.ordered('closed-positions', list.sortBy, CLOSED_ORDER_COLUMNS[list.sortBy]));
  }

  /** What the wallet's positions are worth, each rounded down to a micro. */
  async valueMicros(user: string, market: readonly string[] | null): Promise<number> {
    const condition = `${OF_WALLET} AND p.size_micros > 0 AND ($2::text[] IS NULL OR c.condition_id = ANY($2))`;
    const text = `SELECT coalesce(sum(${VALUE}), 0)::int8 AS value FROM data.positions p ${joinsFor(`${condition} ${VALUE}`)} WHERE ${condition}`;
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

  private async read(statement: Statement): Promise<PositionRead[]> {
    const { rows } = await this.pool.query<PositionRead>(statement);
    return rows;
  }
}

interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** A page is chosen first, by no more than its filter and order need; what is shown is then looked up for its rows alone. */
class Page {
  private readonly conditions = [OF_WALLET];
  private readonly values: unknown[];
  private isCommon = true;

  constructor(private readonly list: List) {
    this.values = [list.user];
    this.whereIf(list.market, 'c.condition_id = ANY(?::text[])').whereIf(list.eventId, 'm.event_id = ?');
  }

  where(condition: string, value?: unknown): this {
    this.conditions.push(condition.replace('?', () => this.parameter(value)));
    return this;
  }

  /** A filter that few ask for; null asks for nothing. */
  whereIf(value: unknown, condition: string): this {
    if (value === null) return this;
    this.isCommon = false;
    return this.where(condition, value);
  }

  /** Only statements that many ask for are kept prepared. */
  ordered(kind: string, sortBy: string, column: string): Statement {
    const { sortDirection, limit, offset } = this.list;
    const condition = this.conditions.join(' AND ');
    const order = `${column} ${sortDirection} NULLS LAST, p.condition, p.outcome`;
    const bounds = `LIMIT ${this.parameter(limit)} OFFSET ${this.parameter(offset)}`;
    const chosen = `SELECT p.* FROM data.positions p ${joinsFor(` ${condition} ${order}`)} WHERE ${condition} ORDER BY ${order} ${bounds}`;
    const text = `SELECT ${POSITION_READ_COLUMNS} FROM (${chosen}) p ${POSITION_READ_JOINS} ORDER BY ${order}`;
    return { ...(this.isCommon && { name: `${kind}-${sortBy}-${sortDirection}` }), text, values: this.values };
  }

  private parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
