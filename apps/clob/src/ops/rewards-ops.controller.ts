import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import {
  MoneyReport,
  MoneyReportRequest,
  RewardsPaid,
  RewardsPayRequest,
  RewardsReport,
  RewardsReportRequest,
} from '@foretell/contracts';
import { OpsCommand, OpsContext } from '@foretell/platform-nats';
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
  pay(@Payload() { day }: RewardsPayRequest, @Ctx() { operator }: OpsContext): Promise<RewardsPaid> {
    return this.payments.pay(day, operator.actor);
  }

  @OpsCommand('ops.clob.report')
  period(request: MoneyReportRequest): Promise<MoneyReport> {
    return this.money.of(request);
  }
}
