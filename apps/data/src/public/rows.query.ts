import { DATABASE_POOL, Where, type Pool } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { ACTIVITY_READ_COLUMNS, ACTIVITY_READ_JOINS, type ActivityRead } from '../activity/activity.query';
import { LIVE } from '../database/generation.query';
import { FILTER_SCAN_ROWS_MAX } from '../database/scan-limit';
import { cappedSql } from '../database/wallet-totals.query';

/** A row with its place in the list: where the next page begins. */
export interface PlacedActivity extends ActivityRead {
  readonly sequence: number;
  readonly part: number;
}

/** Filters of activity rows; null or absent filters nothing. */
export interface RowsFilter {
  readonly user: string | null;
  readonly conditionIds: readonly string[] | null;
  readonly eventIds?: readonly string[] | undefined;
  readonly tokenId?: string | null;
  readonly types?: readonly string[] | undefined;
  readonly side: 'BUY' | 'SELL' | null;
  /** Only the taker's part of trades. */
  readonly takerOnly?: boolean;
  readonly usdcMicrosMin?: number;
  readonly sizeMicrosMin?: number;
  /** Unix seconds, both inclusive. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export interface RowsPage {
  readonly sortBy: 'TIMESTAMP' | 'TOKENS' | 'CASH';
  readonly ascending: boolean;
  /** Sequence and part of the row before the page; only for a list by time. */
  readonly after?: readonly [number, number] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The totals of a wallet's trades. */
export interface TradeTotals {
  readonly count: number;
  readonly sizeMicros: number;
  readonly usdcMicros: number;
}

const ALL = String(FILTER_SCAN_ROWS_MAX);
const SORTS = { TIMESTAMP: 'sequence', TOKENS: 'size_micros', CASH: 'usdc_micros' } as const;

/** Activity and trades in the public response format. */
@Injectable()
export class RowsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /**
   * Total order: the sort column, then sequence and part. Scans the first 50,000 rows by time of an index range (a wallet,
   * markets, a time), however few match. Several markets share this limit equally.
   */
  async list(filter: RowsFilter, { sortBy, ascending, after, limit, offset }: RowsPage): Promise<PlacedActivity[]> {
    const direction = ascending ? 'ASC' : 'DESC';
    const byTime = `sequence ${direction}, part ${direction}`;
    const where = ranged(filter);
    if (after !== undefined) where.add(`(sequence, part) ${ascending ? '>' : '<'} (?::int8, ?::int8)`, ...after);
    const picked = pick(new Where(where.values), filter);
    const rowsOf = (most: string): string => `SELECT * FROM (
      SELECT * FROM data.activity ${where.sql} ORDER BY ${byTime} LIMIT ${most}) looked ${picked.sql}`;
    const order = `${sortBy === 'TIMESTAMP' ? '' : `${SORTS[sortBy]} ${direction}, `}${byTime}`;
    const first = (): string => `ORDER BY ${order} LIMIT ${picked.parameter(limit)}::int8 + ${picked.parameter(offset)}::int8`;
    const all = isByMarket(filter) ? eachMarket(filter, picked, (most) => `${rowsOf(most)} ${first()}`) : rowsOf(ALL);
    const page = `SELECT * FROM (${all}) found ORDER BY ${order}
      LIMIT ${picked.parameter(limit)} OFFSET ${picked.parameter(offset)}`;
    const outer = order.replaceAll(/\b(sequence|part|size_micros|usdc_micros)\b/g, 'a.$1');
    const text = `SELECT ${ACTIVITY_READ_COLUMNS}, a.sequence, a.part FROM (${page}) a ${ACTIVITY_READ_JOINS} ORDER BY ${outer}`;
    const { rows } = await this.pool.query<PlacedActivity>(text, [...picked.values]);
    return rows;
  }

  async totals(filter: RowsFilter): Promise<TradeTotals> {
    const where = pick(ranged(filter), { ...filter, types: ['TRADE'] });
    const { rows } = await this.pool.query<TradeTotals>(
      `SELECT count(*)::int8 AS count, ${cappedSql('coalesce(sum(size_micros), 0)')} AS "sizeMicros",
         ${cappedSql('coalesce(sum(usdc_micros), 0)')} AS "usdcMicros" FROM data.activity ${where.sql}`,
      [...where.values],
    );
    return rows[0] ?? { count: 0, sizeMicros: 0, usdcMicros: 0 };
  }

  /** Unix milliseconds of a wallet's first activity; null when it has none. */
  async firstAt(user: string): Promise<number | null> {
    const where = ranged({ user, conditionIds: null, side: null });
    const { rows } = await this.pool.query<{ at: number }>(
      `SELECT at FROM data.activity ${where.sql} ORDER BY sequence LIMIT 1`,
      [...where.values],
    );
    return rows[0]?.at ?? null;
  }
}

/** The conditions that an index serves. */
function ranged(filter: RowsFilter): Where {
  const { user, tokenId, start, end } = filter;
  const where = new Where()
    .add(`generation = ${LIVE}`)
    .addIf(user, `wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = ?)`);
  if (isByMarket(filter)) where.add('condition = k.number');
  else if (hasMarkets(filter)) where.add(`condition = ANY(ARRAY(${numbersOf(filter, where)}))`);
  if (tokenId !== undefined && tokenId !== null)
    where.add(
      `(condition, outcome) = (SELECT c.number, CASE m.token0_id WHEN ? THEN 0 ELSE 1 END FROM data.markets m
        JOIN data.conditions c ON c.generation = m.generation AND c.condition_id = m.condition_id
        WHERE m.generation = ${LIVE} AND (m.token0_id = ? OR m.token1_id = ?) LIMIT 1)`,
      tokenId,
      tokenId,
      tokenId,
    );
  // Times rise with sequences, which are indexed: the first sequence of the minute avoids reading rows outside.
  if (start !== undefined) where.add(`at >= ?::int8 AND sequence >= ${edge('>=')}`, start * 1_000, minuteOf(start));
  if (end !== undefined) where.add(`at < ?::int8 AND sequence < ${edge('>')}`, (end + 1) * 1_000, minuteOf(end));
  return where;
}

function hasMarkets({ conditionIds, eventIds }: RowsFilter): boolean {
  return conditionIds !== null || eventIds !== undefined;
}

/** Each market's rows come from its own index range; a wallet's rows come from the wallet's. */
function isByMarket(filter: RowsFilter): boolean {
  return filter.user === null && hasMarkets(filter);
}

function eachMarket(filter: RowsFilter, { values }: Where, rowsOf: (most: string) => string): string {
  const share = `(SELECT ${FILTER_SCAN_ROWS_MAX} / greatest(count(*), 1) + 1 FROM k)`;
  return `WITH k AS MATERIALIZED (${numbersOf(filter, new Where(values))})
    SELECT own.* FROM k CROSS JOIN LATERAL (${rowsOf(share)}) own`;
}

/** Numbers of the markets. */
function numbersOf({ conditionIds, eventIds }: RowsFilter, { values }: Where): string {
  const where = new Where(values)
    .add(`c.generation = ${LIVE}`)
    .addIf(conditionIds, 'c.condition_id = ANY(?::text[])')
    .addIf(eventIds, 'm.event_id = ANY(?::text[])');
  const markets = 'JOIN data.markets m ON m.generation = c.generation AND m.condition_id = c.condition_id';
  return `SELECT c.number FROM data.conditions c ${eventIds === undefined ? '' : markets} ${where.sql}`;
}

/** The filters applied to the scanned rows. */
function pick(where: Where, { types, side, usdcMicrosMin, sizeMicrosMin, takerOnly }: RowsFilter): Where {
  if (takerOnly === true) where.add('part = 0');
  return where
    .addIf(types, 'type = ANY(?::text[])')
    .addIf(side, 'side = ?')
    .addIf(usdcMicrosMin, 'usdc_micros >= ?')
    .addIf(sizeMicrosMin, 'size_micros >= ?');
}

/** Minutes are four bytes wide: a later time is clamped beyond all rows. */
export function minuteOf(seconds: number): number {
  return Math.min(Math.floor(seconds / 60), 2 ** 31 - 1);
}

/** The first sequence of the first minute in that relation to the given one; beyond all rows when there is none. */
function edge(relation: '>=' | '>'): string {
  return `coalesce((SELECT first_sequence FROM data.minutes WHERE generation = ${LIVE} AND minute ${relation} ?
    ORDER BY minute LIMIT 1), 9223372036854775807)`;
}
