import { Controller } from '@nestjs/common';
import { RewardsReport, RewardsReportRequest } from '@foretell/contracts';
import { OpsCommand } from '@foretell/platform-nats';
import { RewardsReportQuery } from '../rewards/rewards-report.query';

/** `ops rewards report`. */
@Controller()
export class RewardsOpsController {
  constructor(private readonly reports: RewardsReportQuery) {}

  @OpsCommand('ops.clob.rewards.report')
  report({ day }: RewardsReportRequest): Promise<RewardsReport> {
    return this.reports.of(day);
  }
}
