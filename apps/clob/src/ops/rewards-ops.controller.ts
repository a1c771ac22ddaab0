import { Controller } from '@nestjs/common';
import {
  MoneyReport,
  MoneyReportRequest,
  RewardsPaid,
  RewardsPayRequest,
  RewardsReport,
  RewardsReportRequest,
} from '@foretell/contracts';
import { OpsCommand } from '@foretell/platform-nats';
import { MoneyReports } from '../reports/money-report';
import { RewardPayments } from '../rewards/reward-payments';
import { RewardsReportQuery } from '../rewards/rewards-report.query';

/** Commands `ops rewards` (rewards of makers) and `ops report` (costs and income of a period). */
@Controller()
export class RewardsOpsController {
  constructor(
    private readonly reports: RewardsReportQuery,
    private readonly payments: RewardPayments,
    private readonly money: MoneyReports,
  ) {}

  @OpsCommand('ops.clob.rewards.report')
  report({ day }: RewardsReportRequest): Promise<RewardsReport> {
    return this.reports.of(day);
  }

  @OpsCommand('ops.clob.rewards.pay')
  pay({ day }: RewardsPayRequest): Promise<RewardsPaid> {
    return this.payments.pay(day);
  }

  @OpsCommand('ops.clob.report')
  period(request: MoneyReportRequest): Promise<MoneyReport> {
    return this.money.of(request);
  }
}
