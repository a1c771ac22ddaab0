import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { OpsReply } from '@foretell/contracts';
import { OpsRefusal, replyTo } from './ops-reply';
import { RewardsReportQuery } from '../rewards/rewards-report.query';

/** `ops rewards report`. */
@Controller()
export class RewardsOpsController {
  constructor(private readonly reports: RewardsReportQuery) {}

  @MessagePattern('ops.clob.rewards.report')
  report(@Payload() { day }: { day: string }): Promise<OpsReply<'ops.clob.rewards.report'>> {
    return replyTo('ops.clob.rewards.report', () => {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new OpsRefusal('the day must be a UTC date such as 2026-11-21');
      return this.reports.of(day);
    });
  }
}
