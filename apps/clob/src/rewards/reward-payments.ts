import { Inject, Injectable } from '@nestjs/common';
import type { RewardPayment, RewardsPaid } from '@foretell/contracts';
import { OpsRefusal } from '@foretell/platform-nats';
import { DATABASE_POOL, inTransaction, type Pool } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { address } from '@foretell/signing';
import { formatMicros, usdcMicros } from '@foretell/units';
import { Movements } from '../funds/movements';
import { DayRebates } from './day-rebates.query';
import { DayTradesQuery } from './day-trades.query';
import { EarnedRewardsQuery } from './earned-rewards.query';
import { ACCRUALS, ACCRUE, LOCK_ACCRUALS, type Accrual } from './reward-payments.query';
import { dayOf, spanOf } from '../market-directory/utc-day';

/** Prefix of the ledger references of payments; the doctor recognises them by it. */
export const PAYOUT_PREFIX = 'payout:';

function referenceOf(day: string, { kind, wallet }: Accrual): string {
  return `${PAYOUT_PREFIX}${kind}:${day}:${wallet}`;
}

/**
 * Pays makers for a UTC day. The owed amounts are stored once, in one transaction. Each payment is a credit with its own
 * reference, so an interrupted command can be repeated and pays the rest. Source: docs/decisions/rewards.md.
 */
@Injectable()
export class RewardPayments {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly earned: EarnedRewardsQuery,
    private readonly rebates: DayRebates,
    private readonly trades: DayTradesQuery,
    private readonly movements: Movements,
  ) {}

  /** Throws OpsRefusal for a day that is not over, or whose trades were archived before its amounts were stored. */
  async pay(day: string, actor: string): Promise<RewardsPaid> {
    const { from, until } = spanOf(day);
    if (Number.isNaN(from) || dayOf(from) !== day) throw new OpsRefusal(`${day} is not a valid date`);
    if (this.clock() < until) throw new OpsRefusal(`${day} is not over: what makers earn on it still changes`);
    let owed = await this.owed(day);
    if (owed.length === 0) {
      await this.accrue(day);
      owed = await this.owed(day);
    }
    const payments: RewardPayment[] = [];
    for (const accrual of owed) payments.push(await this.settle(day, accrual, actor));
    const total = owed.reduce((sum, { amountMicros }) => sum + amountMicros, 0);
    return { day, payments, total: formatMicros(usdcMicros(total)) };
  }

  private async owed(day: string): Promise<Accrual[]> {
    return (await this.pool.query<Accrual>({ ...ACCRUALS, values: [day] })).rows;
  }

  /** Earnings of makers on a day, from the current record. */
  async earnings(day: string): Promise<readonly Accrual[]> {
    const [rewards, rebates] = await Promise.all([this.earned.of({ day, wallets: null }), this.rebates.now(day)]);
    return [
      ...totals(
        'rewards',
        rewards.map(({ wallet, earnedMicros }) => ({ wallet, micros: earnedMicros })),
      ),
      ...totals('rebates', rebates),
    ];
  }

  private async accrue(day: string): Promise<void> {
    await this.trades.requireSince(day);
    const owed = await this.earnings(day);
    await inTransaction(this.pool, async (client) => {
      // Two commands at once: the later one finds the rows of the first.
      await client.query({ ...LOCK_ACCRUALS });
      const { rows } = await client.query({ ...ACCRUALS, values: [day] });
      if (rows.length > 0) return;
      const columns = [owed.map(({ kind }) => kind), owed.map(({ wallet }) => wallet), owed.map((each) => each.amountMicros)];
      await client.query({ ...ACCRUE, values: [day, ...columns, this.clock()] });
    });
  }

  /** A payment that is refused must not prevent the others of the day. */
  private async settle(day: string, accrual: Accrual, actor: string): Promise<RewardPayment> {
    const { kind, wallet } = accrual;
    const amountMicros = usdcMicros(accrual.amountMicros);
    const credit = { reference: referenceOf(day, accrual), wallet: address(wallet), amountMicros };
    const payment = { kind, wallet, amount: formatMicros(amountMicros), applied: false };
    try {
      const moved = await this.movements.credit(credit, actor);
      if (moved !== 'pending') return { ...payment, applied: moved === 'moved' };
      return { ...payment, refused: `another operator must approve it: ops ledger approve ${credit.reference}` };
    } catch (error) {
      if (error instanceof OpsRefusal) return { ...payment, refused: error.message };
      throw error;
    }
  }
}

/** By wallet, without zero amounts. */
function totals(kind: Accrual['kind'], parts: readonly { readonly wallet: string; readonly micros: number }[]): Accrual[] {
  const sums = new Map<string, number>();
  for (const { wallet, micros } of parts) sums.set(wallet, (sums.get(wallet) ?? 0) + micros);
  return [...sums].flatMap(([wallet, amountMicros]) => (amountMicros > 0 ? [{ kind, wallet, amountMicros }] : []));
}
