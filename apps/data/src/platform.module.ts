import { DataError } from '@foretell/contracts';
import { Module, type DynamicModule } from '@nestjs/common';
import { Limits, LimitsModule } from '@foretell/platform-limits';
import { AuditModule, DoctorModule, DoctorReports, FollowedEvents, NatsModule, DeadLettersModule } from '@foretell/platform-nats';
import { DatabaseModule, PrismaModule } from '@foretell/platform-prisma';
import { OperatorModule, ServerModule } from '@foretell/platform-server';
import { AccessModule } from './access/access.module';
import type { DataConfig } from './data.config';
import { SESSIONS } from './database/sessions';
import { failureBody } from './failure-body';
import { IngestModule } from './ingest/ingest.module';
import { IngestService } from './ingest/ingest.service';
import { BoardFollower } from './leaderboard/board.follower';
import { LeaderboardModule } from './leaderboard/leaderboard.module';
import { DATA_LIMITS } from './limits/limit-table';
import { requestRules } from './request-rules';

/** Provides every module with time, log, database, NATS, and the address allowlist. */
@Module({})
export class PlatformModule {
  static forRoot(config: DataConfig): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        ServerModule.forRoot({
          service: 'data',
          requests: requestRules,
          logLevel: config.logLevel,
          failureBody,
          readiness: [IngestService, FollowedEvents, BoardFollower],
          imports: [IngestModule, LeaderboardModule],
        }),
        DatabaseModule.forRoot({
          url: config.databaseUrl,
          poolMax: config.poolMax,
          applicationName: 'foretell-data',
          // The doctor and the leaderboard load override the server's statement timeout.
          answerTimeoutSeconds: 600,
          settings: SESSIONS,
        }),
        PrismaModule,
        NatsModule.forRoot(config.nats),
        AuditModule.forRoot('data'),
        DoctorModule.forRoot('data'),
        DeadLettersModule.forRoot({ service: 'data' }),
        LimitsModule.forRoot({
          service: 'data',
          table: DATA_LIMITS,
          isOn: config.hasLimits,
          trustedProxies: config.trustedProxies,
        }),
        OperatorModule.forRoot({
          service: 'data',
          keyDigest: config.operatorKeyDigest,
          failure: DataError,
          inject: [Limits, DoctorReports],
          sources: (limits: Limits, reports: DoctorReports) => ({
            limits: () => limits.show().limits,
            lastReport: () => reports.last(),
            lease: () => Promise.resolve(null),
          }),
        }),
        AccessModule.forRoot(config.ipAllowlist),
      ],
    };
  }
}
