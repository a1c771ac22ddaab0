import type { RewardPayment } from '@foretell/contracts';
import { writeStatement, type Statement } from '@foretell/platform-prisma';

/** The amount owed to one maker for a day. */
export interface Accrual {
  readonly kind: RewardPayment['kind'];
  readonly wallet: string;
  readonly amountMicros: number;
}

export const ACCRUALS: Statement<Accrual> = {
  name: 'accruals',
  text: `SELECT kind, wallet, amount_micros AS "amountMicros" FROM clob.reward_payments WHERE day = $1 ORDER BY kind, wallet`,
  columns: { kind: 'text', wallet: 'text', amountMicros: 'bigint' },
};

/** Locked until the end of the transaction. */
export const LOCK_ACCRUALS = writeStatement(
  'lock-accruals',
  `SELECT FROM pg_advisory_xact_lock(hashtext('clob.reward_payments'))`,
);
export const ACCRUE = writeStatement(
  'accrue',
  `INSERT INTO clob.reward_payments (day, kind, wallet, amount_micros, accrued_at)
    SELECT $1, k, w, a, $5 FROM unnest($2::text[], $3::text[], $4::bigint[]) AS t (k, w, a)`,
);
