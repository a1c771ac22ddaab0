import { CatalogFailure } from '@foretell/contracts';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Limits, LimitsModule } from '@foretell/platform-limits';
import { AuditModule, DoctorModule, DoctorReports, FollowedEvents, NatsModule, DeadLettersModule } from '@foretell/platform-nats';
import { DatabaseModule, PrismaModule } from '@foretell/platform-prisma';
import { OperatorModule, ServerModule } from '@foretell/platform-server';
import { ExchangeEventsModule } from './trading-events/events.module';
import { failureBody } from './failure-body';
import { GAMMA_CONFIG, type GammaConfig } from './gamma.config';
import { DatabaseReadiness } from './journal/database-readiness';
import { JournalModule } from './journal/journal.module';
import { GAMMA_LIMITS } from './limits/limit-table';
import { requestRules } from './request-rules';

/** Provides settings, clock, log, database and NATS to every module. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(config: GammaConfig): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        ServerModule.forRoot({
          service: 'gamma',
          requests: requestRules,
          logLevel: config.logLevel,
          failureBody,
          readiness: [DatabaseReadiness, FollowedEvents],
          imports: [JournalModule, ExchangeEventsModule],
        }),
        DatabaseModule.forRoot({ url: config.databaseUrl, poolMax: config.poolMax, applicationName: 'foretell-gamma' }),
        PrismaModule,
        NatsModule.forRoot(config.nats),
        AuditModule.forRoot('gamma'),
        DoctorModule.forRoot('gamma'),
        DeadLettersModule.forRoot({ service: 'gamma' }),
        LimitsModule.forRoot({
          service: 'gamma',
          table: GAMMA_LIMITS,
          isOn: config.hasLimits,
          trustedProxies: config.trustedProxies,
        }),
        OperatorModule.forRoot({
          service: 'gamma',
          keyDigest: config.operatorKeyDigest,
          failure: CatalogFailure,
          inject: [Limits, DoctorReports],
          sources: (limits: Limits, reports: DoctorReports) => ({
            limits: () => limits.show().limits,
            lastReport: () => reports.last(),
            lease: () => Promise.resolve(null),
          }),
        }),
      ],
      providers: [{ provide: GAMMA_CONFIG, useValue: config }],
      exports: [GAMMA_CONFIG],
    };
  }
}
