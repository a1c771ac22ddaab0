import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import type { ApiDescription } from './api-document';
import { serveDocuments } from './serve-documents';
import { jsonBodyReader, type BodyLimit } from './body-reader';
import { EXPOSED_HEADERS } from './cors';
import { Draining } from './draining';
import { beginSteps } from './front/answer-in-front';
import { JsonAdapter } from './json-adapter';
import { requestObserver, startDefaultMetrics } from './metrics';
import { monitorOn } from './monitor/monitor-port';
import { readListening } from './monitor/monitor.config';
import { boundConnections } from './network/bound-connections';
import { SOCKET_BOUNDS, type SocketBounds } from './socket-bounds';
import { ROOT_LOGGER } from './server.module';
import { stopSurface } from './stop';
import { startTracing, stopTracing } from './tracing/tracing';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface SurfaceOptions {
  readonly api: ApiDescription;
  readonly bodyLimit: BodyLimit;
  /** How long callers may take, and how many may be connected; as usual when absent. */
  readonly sockets?: Partial<SocketBounds>;
  /** Header names a browser client may send, besides content-type. */
  readonly corsHeaders: readonly string[];
  /** Number of proxies in front whose X-Forwarded-For may be believed. */
  readonly trustedProxies: number;
  /** How many connections a network address may have; see boundConnections. */
  readonly connectionsPerAddress: number;
}

/** A surface ready to listen: body reader, docs at /docs, CORS, metrics, orderly shutdown. */
export async function createSurface(
  module: Type<unknown> | DynamicModule,
  options: SurfaceOptions,
): Promise<NestExpressApplication> {
  startDefaultMetrics();
  const readBody = jsonBodyReader(options.bodyLimit);
  const app = await NestFactory.create<NestExpressApplication>(
    module,
    new JsonAdapter({ ...SOCKET_BOUNDS, ...options.sockets }, readBody),
    {
      bodyParser: false,
      bufferLogs: true,
    },
  );
  app.useLogger(app.get(Logger));
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', options.trustedProxies);
  app.enableCors({
    origin: '*',
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: ['content-type', 'authorization', ...options.corsHeaders],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
    optionsSuccessStatus: 204,
  });
  app.getHttpServer().prependListener('request', requestObserver(app.get(ROOT_LOGGER)));
  app.use(readBody);
  beginSteps(app);
  boundConnections(app, options.connectionsPerAddress, options.trustedProxies);
  serveDocuments(app, options.api);
  return app;
}

/** Boots a surface and listens; a fault at the start is one clear line and exit code 1. */
export async function runSurface(
  surface: string,
  start: () => Promise<{ app: NestExpressApplication; port: number }>,
): Promise<void> {
  try {
    const { host, monitorPort } = readListening();
    await startTracing(surface);
    const { app, port } = await start();
    stopOnSignal(app);
    if (monitorPort !== undefined) await monitorOn(monitorPort, app, host);
    await (host === undefined ? app.listen(port) : app.listen(port, host));
  } catch (error) {
    process.stderr.write(`${startFault(error)}\n`);
    process.exit(1);
  }
}

/** Does one thing and says what came of it on standard output; a fault is one clear line and exit code 1. */
export async function runTask(task: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await task()}\n`);
  } catch (error) {
    process.stderr.write(`${startFault(error)}\n`);
    process.exitCode = 1;
  }
}

/** The first signal stops in order; a second one ends at once, as without us. */
function stopOnSignal(app: NestExpressApplication): void {
  const surface = { drain: () => app.get(Draining).begin(), close: () => app.close().finally(stopTracing) };
  const ports = {
    pause: (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis)),
    after: (millis: number, late: () => void) => {
      const timer = setTimeout(late, millis);
      return () => clearTimeout(timer);
    },
    say: (sentence: string) => void process.stderr.write(`${sentence}\n`),
    end: (code: number) => process.exit(code),
  };
  const stop = (): void => {
    for (const signal of STOP_SIGNALS) process.removeListener(signal, stop);
    void stopSurface(surface, ports);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
}

function startFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `port ${String(error.port)} is taken: stop what listens there, or choose another by CLOB_PORT, GAMMA_PORT or DATA_PORT`;
  }
  return error.name === 'ConfigError' ? error.message : (error.stack ?? error.message);
}
