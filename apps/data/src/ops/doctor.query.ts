import type { DoctorCheck } from '@foretell/contracts';
import { DeadLetters } from '@foretell/platform-nats';
import { DATABASE_POOL, type Pool, type PoolClient } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { PLANNED_EACH_TIME } from '../database/sessions';
import { LIVE } from '../database/generation.query';
import { NEWEST_ACTIVITY } from '../database/wallet-totals.query';

interface Check {
  readonly name: string;
  /** One row: `holds`, and the compared figures as `detail`. */
  readonly sql: string;
}

const SIGNED_CASH = `CASE WHEN type = 'SPLIT' OR side = 'BUY' THEN -usdc_micros ELSE usdc_micros END - fee_micros`;

/** The sums of archived activity, as stored when it was archived. */
const away = (sum: string): string => `coalesce((SELECT sum((sums ->> '${sum}')::numeric) FROM data.archived), 0)`;
const awaySays = (sum: string): string =>
  `CASE WHEN EXISTS (SELECT FROM data.archived) THEN format(' and %s of what is archived', ${away(sum)}) ELSE '' END`;

const CHECKS: readonly Check[] = [
  {
    name: 'no activity lies beyond the checkpoint',
    sql: `SELECT coalesce(max(a.sequence), 0) <= coalesce(max(c.sequence), 0) AS holds,
            format('last activity %s, checkpoint %s', coalesce(max(a.sequence), 0), coalesce(max(c.sequence), 0)) AS detail
          FROM (SELECT max(sequence) AS sequence FROM data.activity WHERE generation = ${LIVE}) a
          LEFT JOIN (SELECT sequence FROM data.checkpoints WHERE generation = ${LIVE} AND source = 'clob') c ON true`,
  },
  {
    name: 'every wallet and condition has its number',
    sql: `SELECT w.count = coalesce(c.wallets, 0) AND k.count = coalesce(c.conditions, 0) AS holds,
            format('%s wallets of %s, %s conditions of %s', w.count, coalesce(c.wallets, 0), k.count, coalesce(c.conditions,
              0)) AS detail
          FROM (SELECT count(*) FROM data.wallets WHERE generation = ${LIVE}) w,
               (SELECT count(*) FROM data.conditions WHERE generation = ${LIVE}) k
          LEFT JOIN (SELECT wallets, conditions FROM data.checkpoints WHERE generation = ${LIVE} AND source = 'clob') c ON true`,
  },
  {
    name: 'positions of each outcome add up to its supply',
    sql: `SELECT count(*) = 0 AS holds, format('%s of %s conditions differ', count(*), (SELECT count(*) FROM data.conditions
      WHERE generation = ${LIVE})) AS detail
          FROM data.conditions c
          LEFT JOIN (SELECT condition, sum(size_micros) FILTER (WHERE outcome = 0) AS size0,
            sum(size_micros) FILTER (WHERE outcome = 1) AS size1
                     FROM data.positions WHERE generation = ${LIVE} GROUP BY condition) p ON p.condition = c.number
          WHERE c.generation = ${LIVE} AND (coalesce(p.size0, 0) <> c.supply0_micros OR coalesce(p.size1,
            0) <> c.supply1_micros)`,
  },
  {
    name: 'supply of outcome 0 = supply of outcome 1 = open interest, until resolved',
    sql: `SELECT count(*) FILTER (WHERE supply0_micros <> supply1_micros OR supply0_micros <> collateral_micros) = 0 AS holds,
            format('%s of %s open conditions differ', count(*) FILTER (WHERE supply0_micros <> supply1_micros
              OR supply0_micros <> collateral_micros), count(*)) AS detail
          FROM data.conditions WHERE generation = ${LIVE} AND payout0_pips IS NULL`,
  },
  {
    name: 'a resolved condition has no shares and no open interest',
    sql: `SELECT count(*) FILTER (WHERE supply0_micros <> 0 OR supply1_micros <> 0 OR collateral_micros <> 0) = 0 AS holds,
            format('%s of %s resolved conditions differ',
              count(*) FILTER (WHERE supply0_micros <> 0 OR supply1_micros <> 0 OR collateral_micros <> 0), count(*)) AS detail
          FROM data.conditions WHERE generation = ${LIVE} AND payout0_pips IS NOT NULL`,
  },
  {
    name: 'no position is negative',
    sql: `SELECT count(*) = 0 AS holds, format('%s negative positions', count(*)) AS detail
          FROM data.positions WHERE generation = ${LIVE} AND (size_micros < 0 OR cost_micros < 0)`,
  },
  {
    name: 'redemptions are paid by outcome what the resolution pays',
    sql: `SELECT count(*) FILTER (WHERE differs) = 0 AS holds,
            format('%s of %s redemptions differ', count(*) FILTER (WHERE differs), count(*)) AS detail
          FROM (SELECT (coalesce(r.usdc0, 0), coalesce(r.usdc1, 0)) IS DISTINCT FROM (r.size0 * c.payout0_pips / 10000,
              CASE c.payout0_pips WHEN 5000 THEN (r.size0 + r.size1) / 2 - r.size0 / 2
                ELSE r.size1 * (10000 - c.payout0_pips) / 10000 END) AS differs
            FROM (SELECT condition, sequence, sum(usdc_micros) FILTER (WHERE outcome = 0) AS usdc0,
                sum(usdc_micros) FILTER (WHERE outcome = 1) AS usdc1,
                coalesce(max(size_micros) FILTER (WHERE outcome = 0), 0) AS size0,
                coalesce(max(size_micros) FILTER (WHERE outcome = 1), 0) AS size1
              FROM data.activity WHERE generation = ${LIVE} AND type = 'REDEEM' GROUP BY condition, sequence) r
            JOIN data.conditions c ON c.generation = ${LIVE} AND c.number = r.condition
            WHERE c.payout0_pips IS NOT NULL) compared`,
  },
  {
    name: 'what each position earned and cost is what its activity paid and received',
    sql: `SELECT archived OR count(*) FILTER (WHERE differs) = 0 AS holds,
            CASE WHEN archived THEN 'not compared: activity is archived'
              ELSE format('%s of %s positions differ', count(*) FILTER (WHERE differs), count(*)) END AS detail
          FROM (SELECT EXISTS (SELECT FROM data.archived) AS archived) a
          LEFT JOIN LATERAL (
            SELECT coalesce(p.cash, 0) <> coalesce(m.cash, 0) AS differs
            FROM (SELECT wallet, condition, outcome, realized_micros - cost_micros AS cash
              FROM data.positions WHERE generation = ${LIVE}) p
            FULL JOIN (SELECT wallet, condition, o.outcome, sum(CASE WHEN a.outcome IS NULL
                  THEN (a.usdc_micros + 1 - o.outcome) / 2 * CASE type WHEN 'SPLIT' THEN -1 ELSE 1 END ELSE ${SIGNED_CASH} END) AS cash
              FROM data.activity a JOIN (VALUES (0), (1)) AS o (outcome) ON a.outcome IS NULL OR a.outcome = o.outcome
              WHERE generation = ${LIVE} GROUP BY 1, 2, 3) m USING (wallet, condition, outcome)) compared ON NOT archived
          GROUP BY archived`,
  },
  {
    name: 'what positions earned and cost is what activity paid and received',
    sql: `SELECT p.cash = a.cash + ${away('cash')} AS holds,
            format('positions %s micros, activity %s micros', p.cash, a.cash) || ${awaySays('cash')} AS detail
          FROM (SELECT coalesce(sum(realized_micros - cost_micros), 0) AS cash FROM data.positions WHERE generation = ${LIVE}) p,
               (SELECT coalesce(sum(${SIGNED_CASH}), 0) AS cash FROM data.activity WHERE generation = ${LIVE}) a`,
  },
  {
    name: 'volume of markets, of wallets and of activity agree',
    sql: `SELECT c.volume = a.taken + ${away('taken')} AND p.volume = a.traded + ${away('traded')} AS holds,
            format('markets %s, takers %s; wallets %s, trades %s micros', c.volume, a.taken, p.volume, a.traded)
              || ${awaySays('traded')} AS detail
          FROM (SELECT coalesce(sum(volume_micros), 0) AS volume FROM data.conditions WHERE generation = ${LIVE}) c,
               (SELECT coalesce(sum(volume_micros), 0) AS volume FROM data.positions WHERE generation = ${LIVE}) p,
               (SELECT coalesce(sum(usdc_micros) FILTER (WHERE part = 0), 0) AS taken, coalesce(sum(usdc_micros), 0) AS traded
                FROM data.activity WHERE generation = ${LIVE} AND type = 'TRADE') a`,
  },
  {
    name: 'what a wallet has done is what its positions add up to',
    sql: `SELECT count(*) FILTER (WHERE differs) = 0 AS holds,
            format('%s of %s wallets differ', count(*) FILTER (WHERE differs), count(*)) AS detail
          FROM (SELECT (a.total_volume_micros, a.total_realized_micros, a.total_cash_micros, a.total_markets)
              IS DISTINCT FROM (p.volume, p.realized, p.cash, p.markets) AS differs
            FROM data.wallets w
            CROSS JOIN ${NEWEST_ACTIVITY}
            LEFT JOIN (SELECT wallet, sum(volume_micros)::int8 AS volume, sum(realized_micros)::int8 AS realized,
                sum(realized_micros - cost_micros)::int8 AS cash,
                count(DISTINCT condition) FILTER (WHERE volume_micros > 0)::int4 AS markets
              FROM data.positions WHERE generation = ${LIVE} GROUP BY wallet) p ON p.wallet = w.number
            WHERE w.generation = ${LIVE} AND a.total_trades IS NOT NULL) compared`,
  },
];

/** Checks the invariants of the projections. One snapshot, so that events applied during the check do not appear as faults. */
@Injectable()
export class DoctorQuery {
  private readonly deadLetters = new DeadLetters('data');

  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async examine(): Promise<DoctorCheck[]> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query(`SET LOCAL statement_timeout = 0; ${PLANNED_EACH_TIME}`);
      const checks: DoctorCheck[] = [];
      for (const check of CHECKS) checks.push(await run(client, check));
      checks.push(await this.deadLetters.check(client));
      return checks;
    } finally {
      await client.query('ROLLBACK').then(
        () => client.release(),
        () => client.release(true),
      );
    }
  }
}

async function run(client: PoolClient, { name, sql }: Check): Promise<DoctorCheck> {
  const { rows } = await client.query<{ holds: boolean; detail: string }>(sql);
  return { name, holds: rows[0]?.holds ?? false, detail: rows[0]?.detail ?? 'nothing was compared' };
}
