import type { DynamicModule, Type } from '@nestjs/common';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { Logger } from 'nestjs-pino';
import { apiDocument, type ApiDescription } from './api-document';
import { jsonBodyReader } from './body-reader';
import { JsonAdapter } from './json-adapter';
import { requestObserver, startDefaultMetrics } from './metrics';
import { ROOT_LOGGER } from './server.module';

export interface SurfaceOptions {
  readonly api: ApiDescription;
  readonly bodyLimitBytes: number;
  /** Header names a browser client may send, besides content-type. */
  readonly corsHeaders: readonly string[];
  /** Number of proxies in front whose X-Forwarded-For may be believed. */
  readonly trustedProxies: number;
}

const EXPOSED_HEADERS = ['Retry-After', 'X-Next-Cursor', 'ETag'];
/** Of an answer to a simple request from any page. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
} as const;

/** A surface ready to listen: body reader, docs at /docs, CORS, metrics, orderly shutdown. */
export async function createSurface(
  module: Type<unknown> | DynamicModule,
  options: SurfaceOptions,
): Promise<NestExpressApplication> {
  startDefaultMetrics();
  const app = await NestFactory.create<NestExpressApplication>(module, new JsonAdapter(), {
    bodyParser: false,
    bufferLogs: true,
  });
  app.useLogger(app.get(Logger));
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', options.trustedProxies);
  app.enableCors({
    origin: '*',
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: ['content-type', ...options.corsHeaders],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
    optionsSuccessStatus: 204,
  });
  app.getHttpServer().prependListener('request', requestObserver(app.get(ROOT_LOGGER)));
  app.use(jsonBodyReader(options.bodyLimitBytes));
  app.enableShutdownHooks();
  SwaggerModule.setup('docs', app, () => apiDocument(app, options.api), { jsonDocumentUrl: 'docs/openapi.json' });
  return app;
}

/**
 * Lets `answers` see each request before Express does, and after it was taken up for log and metrics. When it returns true it has
 * answered, and Express, which costs as much as all of node's HTTP again, is left out: such an answer has to bring its own CORS
 * headers (CORS_HEADERS).
 */
export function answerInFront(
  app: NestExpressApplication,
  answers: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const server = app.getHttpServer();
  const express = server.listeners('request').at(-1) as RequestListener;
  server.removeListener('request', express);
  server.on('request', (request, response) => {
    if (!answers(request, response)) express(request, response);
  });
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
