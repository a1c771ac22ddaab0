import { Module, type DynamicModule, type InjectionToken, type ModuleMetadata } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { CLOCK, systemClock, type Clock } from './clock';
import { HealthController, READINESS_CHECKS, type ReadinessCheck } from './health.controller';

/** Where a test takes hold of a surface: its time and its log lines. Absent, the system's clock and standard output. */
export interface ServerSeams {
  readonly clock?: Clock;
  readonly logStream?: { write(line: string): void };
}

export interface ServerOptions extends ServerSeams {
  readonly surface: string;
  readonly logLevel: string;
  /** Providers of ReadinessCheck, and the modules that hold them. */
  readonly readiness: readonly InjectionToken<ReadinessCheck>[];
  readonly imports: NonNullable<ModuleMetadata['imports']>;
}

/** Never in a log: whoever reads logs must not be able to act for a user. */
const SECRET_HEADERS = ['signature', 'passphrase', 'api_key', 'builder_signature', 'builder_passphrase', 'builder_api_key'];
const PREFIXES = ['service', 'poly', 'kuest'];
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  ...PREFIXES.flatMap((prefix) => SECRET_HEADERS.map((name) => `req.headers.${prefix}_${name}`)),
];

/** Logging, clock, health and metrics of every surface. */
@Module({})
export class ServerModule {
  static forRoot(options: ServerOptions): DynamicModule {
    return {
      module: ServerModule,
      global: true,
      imports: [
        ...options.imports,
        LoggerModule.forRoot({
          pinoHttp: {
            name: options.surface,
            level: options.logLevel,
            redact: REDACTED,
            ...(options.logStream === undefined ? {} : { stream: options.logStream }),
            // Not being ready is an answer, not a fault.
            customLogLevel: (request, response, error) => (request.url !== '/readyz' && (error || response.statusCode >= 500) ? 'error' : 'debug'),
            serializers: { req: requestLine, res: (response: { statusCode: number }) => ({ statusCode: response.statusCode }) },
          },
        }),
      ],
      controllers: [HealthController],
      providers: [
        { provide: CLOCK, useValue: options.clock ?? systemClock },
        {
          provide: READINESS_CHECKS,
          useFactory: (...checks: ReadinessCheck[]) => checks,
          inject: [...options.readiness],
        },
      ],
      exports: [CLOCK],
    };
  }
}

/** The path without its query and no headers at all: nothing there can be a secret. */
function requestLine(request: { id: unknown; method: string; url: string }): object {
  return { id: request.id, method: request.method, path: request.url.split('?', 1)[0] };
}
