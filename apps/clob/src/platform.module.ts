import { TradingError } from '@foretell/contracts';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from '@foretell/platform-auth';
import { Limits, LimitsModule } from '@foretell/platform-limits';
import { AuditModule, DoctorModule, DoctorReports, NatsModule, DeadLettersModule } from '@foretell/platform-nats';
import { DATABASE_POOL, DatabaseModule, PrismaModule, type Pool } from '@foretell/platform-prisma';
import { OperatorModule, ServerModule, type ServerSeams } from '@foretell/platform-server';
import { clobFailureBody } from './clob-failure';
import { CLOB_CONFIG, type ClobConfig } from './clob.config';
import { EngineModule } from './engine/engine.module';
import { EngineService } from './engine/engine.service';
import { readLease } from './engine/lease.query';
import { CachedApiKeys } from './keys/cached-api-keys';
import { KeysModule } from './keys/keys.module';
import { CLOB_LIMITS } from './limits/limit-table';
import { requestRules } from './request-rules';

/** For keys, links, bans and heartbeats: short statements. */
const VITAL_CONNECTIONS = 4;

/** Global providers: configuration, clock, log, database, NATS and authentication. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(config: ClobConfig, seams: ServerSeams): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        ServerModule.forRoot({
          ...seams,
          service: 'clob',
          requests: requestRules,
          logLevel: config.logLevel,
          failureBody: clobFailureBody,
          readiness: [EngineService],
          imports: [EngineModule],
        }),
        DatabaseModule.forRoot({
          url: config.databaseUrl,
          applicationName: 'foretell-clob',
          poolMax: config.poolMax,
          vitalMax: VITAL_CONNECTIONS,
        }),
        PrismaModule,
        NatsModule.forRoot(config.nats),
        AuditModule.forRoot('clob'),
        DoctorModule.forRoot('clob'),
        DeadLettersModule.forRoot({ service: 'clob' }),
        LimitsModule.forRoot({
          service: 'clob',
          table: CLOB_LIMITS,
          isOn: config.hasLimits,
          trustedProxies: config.trustedProxies,
        }),
        OperatorModule.forRoot({
          service: 'clob',
          keyDigest: config.operatorKeyDigest,
          failure: TradingError,
          imports: [EngineModule],
          inject: [Limits, DoctorReports, DATABASE_POOL, EngineService],
          sources: (limits: Limits, reports: DoctorReports, pool: Pool, engine: EngineService) => ({
            limits: () => limits.show().limits,
            lastReport: () => reports.last(),
            lease: () => readLease(pool, engine.isWriting()),
          }),
        }),
        AuthModule.forRoot({
          config: config.auth,
          store: CachedApiKeys,
          imports: [KeysModule],
          admission: Limits,
          trustedProxies: config.trustedProxies,
        }),
      ],
      providers: [{ provide: CLOB_CONFIG, useValue: config }],
      exports: [CLOB_CONFIG],
    };
  }
}
