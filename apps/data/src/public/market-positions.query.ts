import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { selected, type SqlOf } from '../database/columns';
import { LIVE } from '../database/generation.query';
import { joinsFor, NAMED_POSITION, type NamedPosition } from '../positions/position.columns';

/** A position with who holds it. */
export interface RankedPosition extends NamedPosition {
  readonly userName: string | null;
  readonly profileImage: string | null;
}

const COLUMNS: SqlOf<RankedPosition> = { ...NAMED_POSITION, userName: 'f.user_name', profileImage: 'f.profile_image' };
const JOINS = `${joinsFor(` ${selected(COLUMNS)}`)}
  LEFT JOIN data.profiles f ON f.wallet = w.address`;

const STATUS = { OPEN: 'p.size_micros > 0', CLOSED: 'p.size_micros = 0 AND p.acquired_micros > 0', ALL: 'p.acquired_micros > 0' };

/** Of each token of the markets its positions, the largest first. */
const OF_MARKETS = (status: keyof typeof STATUS): string => `SELECT ${selected(COLUMNS)}
  FROM unnest($1::text[]) WITH ORDINALITY AS k(condition_id, place)
  JOIN data.conditions n ON n.generation = ${LIVE} AND n.condition_id = k.condition_id
  CROSS JOIN (VALUES (0), (1)) AS o(outcome)
  CROSS JOIN LATERAL (SELECT * FROM data.positions p
    WHERE p.generation = ${LIVE} AND p.condition = n.number AND p.outcome = o.outcome
    AND ($2::text IS NULL OR p.wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = $2))
    AND ${STATUS[status]} ORDER BY p.size_micros DESC, p.wallet LIMIT $3 OFFSET $4) p
  ${JOINS} ORDER BY k.place, o.outcome, p.size_micros DESC, p.wallet`;

/** What resolved positions brought most, changed since $1. */
const WINNERS = `SELECT ${selected(COLUMNS)}
  FROM data.positions p ${JOINS}
  WHERE p.generation = ${LIVE} AND p.realized_micros > 0 AND p.changed_at >= $1 AND c.payout0_pips IS NOT NULL
    AND m.event_id IS NOT NULL
  ORDER BY p.realized_micros DESC, p.wallet, p.condition, p.outcome LIMIT $2`;

@Injectable()
export class MarketPositionsQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async ofMarkets(
    conditionIds: readonly string[],
    user: string | null,
    status: keyof typeof STATUS,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<RankedPosition[]> {
    const { rows } = await this.pool.query<RankedPosition>(OF_MARKETS(status), [conditionIds, user, limit, offset]);
    return rows;
  }

  /** Reads every position: for who keeps what it gives. */
  async winners(sinceMillis: number, limit: number): Promise<RankedPosition[]> {
    const { rows } = await this.pool.query<RankedPosition>(WINNERS, [sinceMillis, limit]);
    return rows;
  }

  /** Sums over all positions of a wallet, and the most that one has brought. */
  async sums(
    user: string,
  ): Promise<{ readonly realizedMicros: number; readonly costMicros: number; readonly bestMicros: number }> {
    const { rows } = await this.pool.query<{ realizedMicros: number; costMicros: number; bestMicros: number }>(
      `SELECT coalesce(sum(realized_micros), 0)::int8 AS "realizedMicros", coalesce(sum(cost_micros), 0)::int8 AS "costMicros",
         greatest(coalesce(max(realized_micros), 0), 0)::int8 AS "bestMicros"
       FROM data.positions WHERE generation = ${LIVE}
         AND wallet = (SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = $1)`,
      [user],
    );
    return rows[0] ?? { realizedMicros: 0, costMicros: 0, bestMicros: 0 };
  }
}
