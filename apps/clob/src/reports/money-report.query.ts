import { Inject, Injectable } from '@nestjs/common';
import {
  REPORT_PAGE,
  type LedgerEntry,
  type LedgerState,
  type MakerDay,
  type MarketFees,
  type ReportTotals,
  type WalletBalance,
} from '@foretell/contracts';
import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { MAKER_PAID_SQL, TAKER_PAID_SQL } from '@foretell/platform-prisma/trade-payments';
import { COLLATERAL_ASSET } from '../columns/numbers';
import { walletSql } from '../columns/sql-columns';
import { PAYOUT_PREFIX } from '../rewards/reward-payments';
import type { TradeSpan } from '../rewards/day-trades.query';

/** Unix milliseconds, the last one not included, and the trades in between. */
export interface Period extends TradeSpan {
  readonly from: number;
  readonly until: number;
}

/** SQL text: micros as USDC. Sums of the ledger may exceed a safe integer. */
const usdc = (micros: string): string => `trim_scale(coalesce(${micros}, 0) * 0.000001)::text`;

/** By market, the amount collected by trades from $1 to before $2. */
const COLLECTED = `collected AS (
  SELECT market_number, count(*) AS trades, sum(usdc_micros) AS volume, sum(fee_micros) AS fees,
    sum(paid + makers_paid) AS total FROM (
    SELECT t.market_number, t.usdc_micros, t.fee_micros, ${TAKER_PAID_SQL} AS paid,
      (SELECT sum(${MAKER_PAID_SQL}) FROM clob.fills f WHERE f.trade_number = t.trade_number) AS makers_paid
    FROM clob.trades t WHERE t.trade_number >= $1 AND t.trade_number < $2) each GROUP BY 1)`;

export const FEES: Statement<MarketFees> = {
  name: 'report-fees',
  text: `WITH ${COLLECTED}
  SELECT m.condition_id AS "conditionId", l.slug, c.trades::int AS trades, ${usdc('c.fees')} AS "takerFees",
    ${usdc('c.total - c.fees')} AS rounding
  FROM collected c JOIN clob.markets m ON m.number = c.market_number JOIN clob.listings l USING (condition_id)
  ORDER BY m.number LIMIT $3 OFFSET $4`,
  columns: { conditionId: 'text', slug: 'text', trades: 'integer', takerFees: 'text', rounding: 'text' },
};

export const TOTALS: Statement<ReportTotals> = {
  name: 'report-totals',
  text: `WITH ${COLLECTED},
  moved AS (SELECT sum(amount_micros) FILTER (WHERE kind = 'credit') AS credits,
    sum(amount_micros) FILTER (WHERE kind = 'debit') AS debits FROM clob.ledger_entries WHERE at >= $3 AND at < $4)
  SELECT coalesce(sum(trades), 0)::int AS trades, ${usdc('sum(volume)')} AS volume,
    ${usdc('sum(fees)')} AS "takerFees", ${usdc('sum(total - fees)')} AS rounding,
    (SELECT ${usdc('credits')} FROM moved) AS credits, (SELECT ${usdc('debits')} FROM moved) AS debits FROM collected`,
  columns: { trades: 'integer', volume: 'text', takerFees: 'text', rounding: 'text', credits: 'text', debits: 'text' },
};

export const MOVEMENTS: Statement<LedgerEntry> = {
  name: 'report-movements',
  text: `SELECT at, kind, reference, wallet, ${usdc('amount_micros')} AS amount FROM clob.ledger_entries
  WHERE kind IN ('credit', 'debit') AND at >= $1 AND at < $2 ORDER BY at, reference LIMIT $3 OFFSET $4`,
  columns: { at: 'bigint', kind: 'text', reference: 'text', wallet: 'text', amount: 'text' },
};

/**
 * As `ops doctor` compares it: one consistent view. Totals of the projector are reduced together, so only differences compare.
 */
export const LEDGER: Statement<LedgerState> = {
  name: 'report-ledger',
  text: `
  WITH entries AS (SELECT coalesce(sum(amount_micros) FILTER (WHERE kind = 'credit'), 0) AS credits,
    coalesce(sum(amount_micros) FILTER (WHERE kind = 'debit'), 0) AS debits FROM clob.ledger_entries),
  funds AS (SELECT coalesce(sum(available_micros + locked_micros), 0) AS total FROM clob.balances
    WHERE asset = ${COLLATERAL_ASSET}),
  held AS (SELECT coalesce(sum(collateral_micros), 0) AS total FROM clob.markets)
  SELECT r.at, ${usdc('e.credits')} AS credits, ${usdc('e.debits')} AS debits, ${usdc('f.total')} AS balances,
    ${usdc('h.total')} AS positions, ${usdc('r.fees_micros')} AS fees,
    e.credits - e.debits = f.total + h.total + r.fees_micros
      AND e.credits - e.debits = r.credited_micros - r.debited_micros AS holds
  FROM clob.recorder r, entries e, funds f, held h`,
  columns: { at: 'bigint', credits: 'text', debits: 'text', balances: 'text', positions: 'text', fees: 'text', holds: 'boolean' },
};

export const BIGGEST: Statement<WalletBalance> = {
  name: 'report-biggest-wallets',
  text: `SELECT ${walletSql('b.wallet_number')} AS wallet, ${usdc('b.available_micros + b.locked_micros')} AS balance
  FROM clob.balances b WHERE b.asset = ${COLLATERAL_ASSET} AND b.available_micros + b.locked_micros > 0
  ORDER BY b.available_micros + b.locked_micros DESC, b.wallet_number LIMIT 10`,
  columns: { wallet: 'text', balance: 'text' },
};

export const FIXED: Statement<MakerDay> = {
  name: 'report-maker-days',
  text: `SELECT p.day, p.kind, ${usdc('sum(p.amount_micros)')} AS owed, ${usdc('sum(e.amount_micros)')} AS paid, true AS "isFixed"
  FROM clob.reward_payments p LEFT JOIN clob.ledger_entries e
    ON e.reference = '${PAYOUT_PREFIX}' || p.kind || ':' || p.day || ':' || p.wallet AND e.kind = 'credit'
  WHERE p.day >= $1 AND p.day < $2 GROUP BY 1, 2`,
  columns: { day: 'text', kind: 'text', owed: 'text', paid: 'text', isFixed: 'boolean' },
};

/** The sums of the money report, exact to the micro. */
@Injectable()
export class MoneyReportQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async totals({ first, end, from, until }: Period): Promise<ReportTotals> {
    return this.one(TOTALS, [first, end, from, until]);
  }

  ledger(): Promise<LedgerState> {
    return this.one(LEDGER, []);
  }

  async biggest(): Promise<WalletBalance[]> {
    return (await this.pool.query<WalletBalance>({ ...BIGGEST })).rows;
  }

  /** The owed amounts of each day with stored amounts. */
  async fixed(from: string, to: string): Promise<MakerDay[]> {
    return (await this.pool.query<MakerDay>({ ...FIXED, values: [from, to] })).rows;
  }

  fees({ first, end }: Period, page: number): Promise<MarketFees[]> {
    return this.rows(FEES, [first, end], page);
  }

  movements({ from, until }: Period, page: number): Promise<LedgerEntry[]> {
    return this.rows(MOVEMENTS, [from, until], page);
  }

  private async rows<Row extends object>(statement: Statement<Row>, bounds: readonly number[], page: number): Promise<Row[]> {
    return (await this.pool.query<Row>({ ...statement, values: [...bounds, REPORT_PAGE, page * REPORT_PAGE] })).rows;
  }

  private async one<Row extends object>(statement: Statement<Row>, values: number[]): Promise<Row> {
    const { rows } = await this.pool.query<Row>({ ...statement, values });
    const [row] = rows;
    if (row === undefined) throw new Error('the projector has no row');
    return row;
  }
}
