import { DATABASE_POOL, Where, type ColumnsOf, type Pool, type Statement } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { LIVE } from '../database/generation.query';
import { ExpiringCache } from '../database/expiring-cache';

export interface MarketFigureRead {
  readonly conditionId: string;
  readonly micros: number;
}

const OPEN_INTEREST_MAX = 500;
const CACHED_MILLIS = 1_000;
const LARGEST = `SELECT condition_id AS "conditionId", collateral_micros AS micros FROM data.conditions
  WHERE generation = ${LIVE} AND collateral_micros > 0 ORDER BY collateral_micros DESC, number DESC LIMIT ${OPEN_INTEREST_MAX}`;

const COLUMNS: ColumnsOf<MarketFigureRead> = { conditionId: 'text', micros: 'bigint' };
export const LARGEST_OPEN_INTEREST: Statement<MarketFigureRead> = {
  name: 'largest-open-interest',
  text: LARGEST,
  columns: COLUMNS,
};
export const OPEN_INTEREST: Statement<MarketFigureRead> = {
  name: 'open-interest',
  text: `SELECT c.condition_id AS "conditionId", c.collateral_micros AS micros
    FROM unnest($1::text[]) WITH ORDINALITY AS k(condition_id, place)
    JOIN data.conditions c ON c.generation = ${LIVE} AND c.condition_id = k.condition_id ORDER BY k.place`,
  columns: COLUMNS,
};

@Injectable()
export class MarketFiguresQuery {
  private readonly largest = new ExpiringCache<'all', readonly MarketFigureRead[]>(CACHED_MILLIS);

  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Collateral of each of the conditions, in the requested order; unknown ones are left out. */
  async openInterest(conditionIds: readonly string[]): Promise<MarketFigureRead[]> {
    return this.read(OPEN_INTEREST, [conditionIds]);
  }

  /** The conditions with the most collateral, at most 500. Sorting them reads all, so the result is cached for about a second. */
  largestOpenInterest(): Promise<readonly MarketFigureRead[]> {
    return this.largest.of('all', () => this.read(LARGEST_OPEN_INTEREST, []));
  }

  /** Volume of each of the conditions; largest first. */
  async volumes(conditionIds: readonly string[] | null, eventId: string | null): Promise<MarketFigureRead[]> {
    const where = new Where()
      .add(`c.generation = ${LIVE}`)
      .addIf(conditionIds, 'c.condition_id = ANY(?::text[])')
      .addIf(eventId, `c.condition_id IN (SELECT condition_id FROM data.markets WHERE generation = ${LIVE} AND event_id = ?)`);
    const { rows } = await this.pool.query<MarketFigureRead>(
      `SELECT c.condition_id AS "conditionId", c.volume_micros AS micros FROM data.conditions c ${where.sql}
       ORDER BY c.volume_micros DESC, c.number`,
      where.values,
    );
    return rows;
  }

  private async read(statement: Statement<MarketFigureRead>, values: readonly unknown[]): Promise<MarketFigureRead[]> {
    const { rows } = await this.pool.query<MarketFigureRead>({ ...statement, values: [...values] });
    return rows;
  }
}
