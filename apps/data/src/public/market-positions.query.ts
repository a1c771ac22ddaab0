import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { selected, type SqlOf } from '../database/columns';
import { LIVE, liveGeneration } from '../database/generation.query';
import { joinsFor, NAMED_POSITION, type NamedPosition } from '../positions/position.columns';

/** A position with its holder. */
export interface RankedPosition extends NamedPosition {
  readonly userName: string | null;
  readonly profileImage: string | null;
}

const COLUMNS: SqlOf<RankedPosition> = { ...NAMED_POSITION, userName: 'f.user_name', profileImage: 'f.profile_image' };
const JOINS = `${joinsFor(` ${selected(COLUMNS)}`)}
  LEFT JOIN data.profiles f ON f.wallet = w.address`;

/** Rows of the markets' activity that are scanned for former holders. */
const HOLDER_SCAN_ROWS_MAX = 25_000;
type Status = 'OPEN' | 'CLOSED' | 'ALL';
const STATUS: Readonly<Record<Status, string>> = {
  OPEN: 'size_micros > 0',
  CLOSED: 'size_micros = 0 AND acquired_micros > 0',
  ALL: 'acquired_micros > 0',
};
const IN_MARKET = `generation = ${LIVE} AND condition = n.number AND outcome = o.outcome`;
const LARGEST = 'ORDER BY size_micros DESC, wallet';

const OF_USER = (status: Status): string => `SELECT * FROM data.positions WHERE ${IN_MARKET} AND ${STATUS[status]}
  AND wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = $4)`;
const OPEN = `SELECT * FROM data.positions WHERE ${IN_MARKET} AND ${STATUS.OPEN} ${LARGEST} LIMIT $2::int8 + $3::int8`;
/** No index finds the former holders of a token, so they come from the market's newest activity. */
const CLOSED = `SELECT held.* FROM (SELECT DISTINCT wallet FROM (
      SELECT wallet FROM data.activity WHERE generation = ${LIVE} AND condition = n.number
      ORDER BY sequence DESC, part DESC LIMIT ${HOLDER_SCAN_ROWS_MAX} / cardinality($1::text[])) looked) once
    CROSS JOIN LATERAL (SELECT * FROM data.positions
      WHERE ${IN_MARKET} AND wallet = once.wallet AND ${STATUS.CLOSED} OFFSET 0) held`;
const OF_ALL: Readonly<Record<Status, string>> = { OPEN, CLOSED, ALL: `(${OPEN}) UNION ALL (${CLOSED})` };

/** The positions of each token of the markets, largest first. */
const ofMarkets = (positions: string): string => `SELECT ${selected(COLUMNS)}
  FROM unnest($1::text[]) WITH ORDINALITY AS k(condition_id, place)
  JOIN data.conditions n ON n.generation = ${LIVE} AND n.condition_id = k.condition_id
  CROSS JOIN (VALUES (0), (1)) AS o(outcome)
  CROSS JOIN LATERAL (SELECT * FROM (${positions}) found ${LARGEST} LIMIT $2::int8 OFFSET $3::int8) p
  ${JOINS} ORDER BY k.place, o.outcome, p.size_micros DESC, p.wallet`;

const IS_WON = 'generation = $1 AND size_micros = 0 AND realized_micros > 0';
const BEST_FIRST = 'realized_micros DESC, wallet, condition, outcome';
/**
 * The resolved positions with the highest gain. Holders of a resolved market are paid at once, so all of these are closed. `won`
 * are closed positions with a gain, best first: their markets are looked up until there are enough.
 */
const winnersOf = (won: string): string => `SELECT ${selected(COLUMNS)}
  FROM (${won}) p ${JOINS}
  WHERE c.payout0_pips IS NOT NULL AND m.event_id IS NOT NULL ORDER BY p.realized_micros DESC, p.wallet, p.condition, p.outcome
  LIMIT $2`;
const WINNERS_EVER = winnersOf(`SELECT * FROM data.positions WHERE ${IS_WON} ORDER BY ${BEST_FIRST} OFFSET 0`);
/** Positions of a window are read by their time of change, then sorted. */
const WINNERS_SINCE = winnersOf(
  `SELECT * FROM (SELECT * FROM data.positions WHERE ${IS_WON} AND changed_at >= $3 OFFSET 0) since
    ORDER BY ${BEST_FIRST} OFFSET 0`,
);

export const BEST_POSITION: Statement<{ readonly realizedMicros: number }> = {
  name: 'best-position',
  text: `SELECT realized_micros AS "realizedMicros" FROM data.positions WHERE generation = ${LIVE} AND realized_micros > 0
      AND wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = $1)
    ORDER BY realized_micros DESC LIMIT 1`,
  columns: { realizedMicros: 'bigint' },
};

@Injectable()
export class MarketPositionsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Closed positions of all wallets cover the wallets in the markets' newest activity. */
  async ofMarkets(
    conditionIds: readonly string[],
    user: string | null,
    status: Status,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<RankedPosition[]> {
    const values = [conditionIds, limit, offset];
    const { rows } =
      user === null
        ? await this.pool.query<RankedPosition>(ofMarkets(OF_ALL[status]), values)
        : await this.pool.query<RankedPosition>(ofMarkets(OF_USER(status)), [...values, user]);
    return rows;
  }

  /**
   * The best of all changed since the instant; null: ever. A window reads all its gains, so the caller should cache the result.
   */
  async winners(sinceMillis: number | null, limit: number): Promise<RankedPosition[]> {
    const values = [await liveGeneration(this.pool), limit];
    const { rows } =
      sinceMillis === null
        ? await this.pool.query<RankedPosition>(WINNERS_EVER, values)
        : await this.pool.query<RankedPosition>(WINNERS_SINCE, [...values, sinceMillis]);
    return rows;
  }

  /** The highest gain of one position of a wallet; 0 if none has a gain. */
  async bestMicros(user: string): Promise<number> {
    const { rows } = await this.pool.query<{ realizedMicros: number }>({
      ...BEST_POSITION,
      values: [user],
    });
    return rows[0]?.realizedMicros ?? 0;
  }
}
