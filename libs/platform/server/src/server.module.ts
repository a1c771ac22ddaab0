import { Module, type DynamicModule, type InjectionToken, type ModuleMetadata } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { LoggerModule } from 'nestjs-pino';
import { pino } from 'pino';
import { CLOCK, MONOTONIC, systemClock, systemMonotonic, type Clock } from './clock';
import { Draining } from './draining';
import { EventLoop } from './event-loop';
import { FailureAnswers, type FailureBody } from './failure-answers';
import { FailureFilter } from './failure.filter';
import { HealthController } from './health.controller';
import { Readiness, READINESS_CHECKS, type ReadinessCheck } from './readiness';
import { REQUEST_RULES, RequestPipe } from './request/request.pipe';
import type { RequestRules } from './request/request-rules';
import { SteadyClock } from './steady-clock';
import { watchedClock } from './watched-clock';

/** Test overrides of a service: its time and its log output. Defaults: the system's clocks and standard output. */
export interface ServerSeams {
  /** When given, it also serves as the monotonic clock. */
  readonly clock?: Clock;
  readonly logStream?: { write(line: string): void };
}

export interface ServerOptions extends ServerSeams {
  readonly service: string;
  /** How strictly the service reads requests, and how it refuses them. */
  readonly requests: RequestRules;
  readonly logLevel: string;
  /** The service's error body. */
  readonly failureBody: FailureBody;
  /** Providers of ReadinessCheck, and the modules that contain them. */
  readonly readiness: readonly InjectionToken<ReadinessCheck>[];
  readonly imports: NonNullable<ModuleMetadata['imports']>;
}

/** Injection token of the process's logger; modules log through Nest's Logger, which writes to it too. */
export const ROOT_LOGGER = Symbol('ROOT_LOGGER');

/** Logging, clock, health and metrics of every service. */
@Module({})
export class ServerModule {
  static forRoot(options: ServerOptions): DynamicModule {
    const settings = { name: options.service, level: options.logLevel };
    const failures = new FailureAnswers(options.failureBody);
    const logger = options.logStream === undefined ? pino(settings) : pino(settings, options.logStream);
    return {
      module: ServerModule,
      global: true,
      // Matches no routes: requests are observed in front of the router.
      imports: [...options.imports, LoggerModule.forRoot({ pinoHttp: { logger }, forRoutes: [] })],
      controllers: [HealthController],
      providers: [
        { provide: CLOCK, useValue: options.clock ?? systemClock },
        { provide: MONOTONIC, useValue: options.clock ?? systemMonotonic },
        { provide: SteadyClock, inject: [CLOCK, MONOTONIC], useFactory: watchedClock },
        { provide: ROOT_LOGGER, useValue: logger },
        { provide: REQUEST_RULES, useValue: options.requests },
        { provide: FailureAnswers, useValue: failures },
        { provide: APP_FILTER, useValue: new FailureFilter(failures) },
        RequestPipe,
        Draining,
        Readiness,
        { provide: EventLoop, useFactory: () => new EventLoop() },
        { provide: APP_PIPE, useExisting: RequestPipe },
        {
          provide: READINESS_CHECKS,
          useFactory: (...checks: ReadinessCheck[]) => checks,
          inject: [...options.readiness],
        },
      ],
      exports: [CLOCK, MONOTONIC, SteadyClock, ROOT_LOGGER, FailureAnswers, Draining, Readiness, EventLoop],
    };
  }
}
