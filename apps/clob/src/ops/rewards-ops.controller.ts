import { Controller } from '@nestjs/common';
import { RewardsPaid, RewardsPayRequest, RewardsReport, RewardsReportRequest } from '@foretell/contracts';
import { OpsCommand } from '@foretell/platform-nats';
import { RewardPayments } from '../rewards/reward-payments';
import { RewardsReportQuery } from '../rewards/rewards-report.query';

/** `ops rewards report` and `ops rewards pay`. */
@Controller()
export class RewardsOpsController {
  constructor(
    private readonly reports: RewardsReportQuery,
    private readonly payments: RewardPayments,
  ) {}

  @OpsCommand('ops.clob.rewards.report')
  report({ day }: RewardsReportRequest): Promise<RewardsReport> {
    return this.reports.of(day);
  }

  @OpsCommand('ops.clob.rewards.pay')
  pay({ day }: RewardsPayRequest): Promise<RewardsPaid> {
    return this.payments.pay(day);
  }
}
