import { Inject, Injectable } from '@nestjs/common';
import { REPORT_DAYS_MAX, REPORT_PAGE, type MakerDay, type MoneyReport, type MoneyReportRequest } from '@foretell/contracts';
import { OpsRefusal } from '@foretell/platform-nats';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { formatMicros, usdcMicros } from '@foretell/units';
import { ProjectionProgress } from '../record/projection-progress';
import { DayTradesQuery } from '../rewards/day-trades.query';
import { RewardPayments } from '../rewards/reward-payments';
import { dayOf, spanOf } from '../market-directory/utc-day';
import { MoneyReportQuery, type Period } from './money-report.query';

const KINDS = ['rewards', 'rebates'] as const;

/** Costs and income of a period, reconciled with the ledger. */
@Injectable()
export class MoneyReports {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly projection: ProjectionProgress,
    private readonly trades: DayTradesQuery,
    private readonly payments: RewardPayments,
    private readonly query: MoneyReportQuery,
  ) {}

  /** Throws OpsRefusal for invalid days, and for a period whose trades are archived. */
  async of({ from, to, page = 0 }: MoneyReportRequest): Promise<MoneyReport> {
    const span = { from: startOf('from', from), until: startOf('to', to) };
    const days = (span.until - span.from) / (spanOf(from).until - span.from);
    if (days <= 0)
      throw new OpsRefusal(`the period is empty: "to" is the day after its last one, and must be later than ${from}`);
    if (days > REPORT_DAYS_MAX)
      throw new OpsRefusal(`the period has ${days} days, the maximum is ${REPORT_DAYS_MAX}; report it in parts`);
    await this.trades.requireSince(from);
    await this.projection.waitForProjection();
    const period = { ...span, ...(await this.trades.between(span.from, span.until)) };
    const [fees, movements] = await Promise.all([this.query.fees(period, page), this.query.movements(period, page)]);
    const isLast = fees.length < REPORT_PAGE && movements.length < REPORT_PAGE;
    return { ...(page === 0 ? await this.summary(from, to, period) : {}), fees, movements, isLast };
  }

  private async summary(from: string, to: string, period: Period): Promise<Omit<MoneyReport, 'fees' | 'movements' | 'isLast'>> {
    const [totals, ledger, biggest] = await Promise.all([this.query.totals(period), this.query.ledger(), this.query.biggest()]);
    return { totals, ledger, biggest, makers: await this.makers(from, to) };
  }

  private async makers(from: string, to: string): Promise<readonly MakerDay[]> {
    const fixed = await this.query.fixed(from, to);
    const fixedDays = new Set(fixed.map(({ day }) => day));
    const open: MakerDay[] = [];
    const end = Math.min(spanOf(to).from, this.clock());
    for (let at = spanOf(from).from; at < end; at = spanOf(dayOf(at)).until) {
      if (!fixedDays.has(dayOf(at))) open.push(...(await this.earned(dayOf(at))));
    }
    return [...fixed, ...open].sort((one, other) => (one.day + one.kind < other.day + other.kind ? -1 : 1));
  }

  private async earned(day: string): Promise<MakerDay[]> {
    const accruals = await this.payments.earnings(day);
    return KINDS.flatMap((kind) => {
      const owed = accruals.reduce((sum, accrual) => sum + (accrual.kind === kind ? accrual.amountMicros : 0), 0);
      return owed === 0 ? [] : [{ day, kind, owed: formatMicros(usdcMicros(owed)), paid: '0', isFixed: false }];
    });
  }
}

function startOf(name: 'from' | 'to', day: string): number {
  const { from } = spanOf(day);
  if (Number.isNaN(from) || dayOf(from) !== day) throw new OpsRefusal(`"${name}" must be a valid date, not ${day}`);
  return from;
}
