import { DATABASE_POOL, inSnapshot, type Pool, type PoolClient } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { LIVE } from '../database/generation.query';
import { totalsOf } from '../database/wallet-totals.query';
import type { Holding, Moved, Place, Standing } from './standing';

/** Number of a wallet's newest activity rows to read; a series does not cover older rows. */
const ACTIVITY_ROWS_MAX = 10_000;

const NUMBER = `SELECT number FROM data.wallets WHERE generation = ${LIVE} AND address = $1`;
const IS_IN = `(type = 'SPLIT' OR side IS NOT DISTINCT FROM 'BUY')`;

const HELD = `SELECT p.condition, c.mark_half_pips AS "markHalfPips",
    coalesce(sum(p.size_micros) FILTER (WHERE p.outcome = 0), 0)::int8 AS "size0Micros",
    coalesce(sum(p.size_micros) FILTER (WHERE p.outcome = 1), 0)::int8 AS "size1Micros"
  FROM data.positions p JOIN data.conditions c ON c.generation = p.generation AND c.number = p.condition
  WHERE p.generation = ${LIVE} AND p.wallet = (${NUMBER}) AND p.size_micros > 0 GROUP BY p.condition, c.mark_half_pips`;

/** The wallet's changes by minute and market, newest first: shares and cash, signed by their effect on the wallet. */
const MOVED = `SELECT minute::int4, condition, count(*)::int4 AS rows, bool_and(realized_micros IS NOT NULL) AS "isKnown",
    coalesce(sum(CASE WHEN is_in THEN size_micros ELSE -size_micros END) FILTER (WHERE outcome IS DISTINCT FROM 1), 0)::int8 AS "size0Micros",
    coalesce(sum(CASE WHEN is_in THEN size_micros ELSE -size_micros END) FILTER (WHERE outcome IS DISTINCT FROM 0), 0)::int8 AS "size1Micros",
    sum(CASE WHEN is_in THEN -usdc_micros ELSE usdc_micros END - fee_micros)::int8 AS "cashMicros",
    coalesce(sum(realized_micros), 0)::int8 AS "realizedMicros", count(*) FILTER (WHERE type = 'TRADE')::int4 AS "tradeCount",
    coalesce(sum(size_micros) FILTER (WHERE type = 'TRADE'), 0)::int8 AS "sharesMicros",
    coalesce(sum(usdc_micros) FILTER (WHERE type = 'TRADE'), 0)::int8 AS "volumeMicros"
  FROM (SELECT at / 60000 AS minute, ${IS_IN} AS is_in, * FROM data.activity
    WHERE generation = ${LIVE} AND wallet = (${NUMBER}) ORDER BY sequence DESC, part DESC LIMIT ${ACTIVITY_ROWS_MAX + 1}) recent
  GROUP BY minute, condition ORDER BY minute DESC, condition`;

/** For each place, the mark before its next change; without a change, the current mark. */
const MARKS = `SELECT coalesce((SELECT m.before_half_pips FROM data.marks m WHERE m.generation = ${LIVE}
      AND m.condition = k.condition AND m.minute >= k.minute ORDER BY m.minute LIMIT 1), c.mark_half_pips) AS mark
  FROM unnest($1::int4[], $2::int4[]) WITH ORDINALITY AS k(condition, minute, place)
  JOIN data.conditions c ON c.generation = ${LIVE} AND c.number = k.condition ORDER BY k.place`;

/** A wallet's current standing, and the changes that led to it, newest first. */
export interface History {
  readonly now: Standing;
  readonly moved: readonly Moved[];
  /** The first minute at whose beginning the wallet's standing is known; null: since its beginning. */
  readonly knownSince: number | null;
}

/** Reads of one snapshot: a history and the marks of any places in it. */
export interface HistoryReads {
  readonly history: History;
  /** Mark of outcome 0 in half pips at the beginning of each place's minute. */
  marksAt(places: readonly Place[]): Promise<readonly number[]>;
}

type MovedRow = Moved & { readonly rows: number; readonly isKnown: boolean };

@Injectable()
export class ProfitQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** All reads of `work` see the same snapshot. */
  read<T>(user: string, work: (reads: HistoryReads) => Promise<T>): Promise<T> {
    return inSnapshot(this.pool, async (client) =>
      work({ history: await historyOf(client, user), marksAt: (places) => marksAt(client, places) }),
    );
  }
}

async function historyOf(client: PoolClient, user: string): Promise<History> {
  const totals = await totalsOf(client, user);
  const held = await client.query<Holding>(HELD, [user]);
  const { rows } = await client.query<MovedRow>(MOVED, [user]);
  const now: Standing = {
    cashMicros: totals.totalCashMicros,
    realizedMicros: totals.totalRealizedMicros,
    volumeMicros: totals.totalVolumeMicros,
    tradeCount: totals.totalTrades,
    sharesMicros: totals.totalSharesMicros,
    holdings: held.rows,
  };
  return { now, moved: rows, knownSince: knownSince(rows) };
}

/**
 * After the newest minute with a row that lacks its realized amount, or after the oldest minute when there were too many rows.
 */
function knownSince(rows: readonly MovedRow[]): number | null {
  const read = rows.reduce((sum, row) => sum + row.rows, 0);
  const lastUnknown = rows.find(({ isKnown }) => !isKnown) ?? (read > ACTIVITY_ROWS_MAX ? rows.at(-1) : undefined);
  return lastUnknown === undefined ? null : lastUnknown.minute + 1;
}

async function marksAt(client: PoolClient, places: readonly Place[]): Promise<readonly number[]> {
  if (places.length === 0) return [];
  const conditions = places.map(({ condition }) => condition);
  const minutes = places.map(({ minute }) => minute);
  const { rows } = await client.query<{ mark: number }>(MARKS, [conditions, minutes]);
  return rows.map(({ mark }) => mark);
}
