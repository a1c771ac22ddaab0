import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Logger } from 'nestjs-pino';
import { jsonBodyReader } from './body-reader';
import { FailureFilter, type FailureBody } from './failure.filter';
import { measureRequests, startDefaultMetrics } from './metrics';

export interface SurfaceOptions {
  readonly title: string;
  readonly description: string;
  readonly failureBody: FailureBody;
  readonly bodyLimitBytes: number;
  /** Header names a browser client may send, besides content-type. */
  readonly corsHeaders: readonly string[];
  /** Number of proxies in front whose X-Forwarded-For may be believed. */
  readonly trustedProxies: number;
}

/** A surface ready to listen: body reader, error bodies, docs at /docs, CORS, metrics, orderly shutdown. */
export async function createSurface(module: Type<unknown> | DynamicModule, options: SurfaceOptions): Promise<NestExpressApplication> {
  startDefaultMetrics();
  const app = await NestFactory.create<NestExpressApplication>(module, { bodyParser: false, bufferLogs: true });
  app.useLogger(app.get(Logger));
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', options.trustedProxies);
  app.enableCors({
    origin: '*',
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: ['content-type', ...options.corsHeaders],
    exposedHeaders: ['Retry-After', 'X-Next-Cursor', 'ETag'],
    maxAge: 86_400,
    optionsSuccessStatus: 204,
  });
  app.use(measureRequests);
  app.use(jsonBodyReader(options.bodyLimitBytes));
  app.useGlobalFilters(new FailureFilter(options.failureBody));
  app.enableShutdownHooks();
  const document = new DocumentBuilder().setTitle(options.title).setDescription(options.description).setVersion('1').build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, document), { jsonDocumentUrl: 'docs/openapi.json' });
  return app;
}


/** Boots a surface and listens; a fault at the start is one clear line and exit code 1. */
export async function runSurface(start: () => Promise<{ app: NestExpressApplication; port: number }>): Promise<void> {
  try {
    const { app, port } = await start();
    await app.listen(port);
  } catch (error) {
    process.stderr.write(`${startFault(error)}\n`);
    process.exit(1);
  }
}

function startFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `port ${String(error.port)} is taken: stop what listens there, or choose another by CLOB_PORT, GAMMA_PORT or DATA_PORT`;
  }
  return error.name === 'ConfigError' ? error.message : (error.stack ?? error.message);
}
