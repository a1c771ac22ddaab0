import { Module } from '@nestjs/common';
import { RecordModule } from '../record/record.module';
import { RewardsModule } from '../rewards/rewards.module';
import { MoneyReports } from './money-report';
import { MoneyReportQuery } from './money-report.query';

/** State module: costs and income of a period. */
@Module({
  imports: [RecordModule, RewardsModule],
  providers: [MoneyReports, MoneyReportQuery],
  exports: [MoneyReports],
})
export class ReportsModule {}
