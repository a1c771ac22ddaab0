import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Socket } from 'node:net';
import { Logger } from 'nestjs-pino';
import type { ApiDescription } from './api-document';
import type { ServiceConfig } from './config/service.config';
import { serveDocuments } from './serve-documents';
import { jsonBodyReader, type BodyLimit } from './body-reader';
import { EXPOSED_HEADERS } from './cors';
import { Draining } from './draining';
import { FailureAnswers } from './failure-answers';
import { beforeRoutes } from './front/before-routes';
import { JsonAdapter } from './json-adapter';
import { requestObserver, startDefaultMetrics } from './metrics';
import { monitorOn } from './monitor/monitor-port';
import { boundConnections } from './network/bound-connections';
import { hostRefusal, refuseUnread } from './network/refuse-unread';
import { pause } from './pause';
import { SOCKET_BOUNDS, type SocketBounds } from './socket-bounds';
import { ROOT_LOGGER } from './server.module';
import { stopService } from './stop';
import { startTracing, stopTracing } from './tracing/tracing';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface ServiceOptions {
  readonly api: ApiDescription;
  readonly bodyLimit: BodyLimit;
  /** Timeouts and limits of connections; the defaults when absent. */
  readonly sockets?: Partial<SocketBounds>;
  /** Header names a browser client may send, besides content-type. */
  readonly corsHeaders: readonly string[];
  /** Number of trusted proxies in front, whose X-Forwarded-For is used. */
  readonly trustedProxies: number;
  /** Maximum connections of a network address; see boundConnections. */
  readonly connectionsPerAddress: number;
}

/** A service ready to listen: body reader, docs at /docs, CORS, metrics, orderly shutdown. */
export async function createService(
  module: Type<unknown> | DynamicModule,
  options: ServiceOptions,
): Promise<NestExpressApplication> {
  startDefaultMetrics();
  const sockets = { ...SOCKET_BOUNDS, ...options.sockets };
  const readBody = jsonBodyReader(options.bodyLimit);
  const app = await NestFactory.create<NestExpressApplication>(module, new JsonAdapter(sockets, readBody), {
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
    allowedHeaders: ['content-type', 'authorization', ...options.corsHeaders],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
    optionsSuccessStatus: 204,
  });
  app.getHttpServer().prependListener('request', requestObserver(app.get(ROOT_LOGGER)));
  endConnections(app);
  app.use(readBody);
  refuseEarly(app, sockets.headBytes);
  const { connectionsPerAddress: perAddress, trustedProxies } = options;
  const { waitingBytes, idleMillis: unreadMillis } = sockets;
  boundConnections(app, { perAddress, trustedProxies, waitingBytes, unreadMillis });
  serveDocuments(app, options.api);
  return app;
}

/**
 * While the process drains, each connection ends with its next response, so that the client does not send into a closed one.
 * Requests behind it get no response and are not carried out: the client sends them again elsewhere.
 */
function endConnections(app: NestExpressApplication): void {
  const draining = app.get(Draining);
  const ending = new WeakSet<Socket>();
  beforeRoutes(app, ({ socket }, response) => {
    if (!draining.isOn) return false;
    if (ending.has(socket)) return true;
    ending.add(socket);
    response.shouldKeepAlive = false;
    return false;
  });
}

/** Requests that node itself would refuse, without a body and CORS headers. */
function refuseEarly(app: NestExpressApplication, headBytes: number): void {
  const failures = app.get(FailureAnswers);
  refuseUnread(app.getHttpServer(), failures, headBytes);
  beforeRoutes(app, (request, response) => {
    const refusal = hostRefusal(request);
    if (refusal !== null) failures.answer(refusal, request, response);
    return refusal !== null;
  });
}

/** Why a task is refused; its message alone is printed. */
export class TaskRefusal extends Error {
  override readonly name = 'TaskRefusal';
}

/** What a service's program does instead of serving, by its first argument; the rest are the task's own. */
export type Tasks = Readonly<Record<string, (args: readonly string[]) => Promise<string>>>;

/**
 * A service's program. Without arguments it reads its configuration, boots and listens; else it runs the named task and
 * prints its result. A fault is one clear text and exit code 1.
 */
export async function runService<C extends ServiceConfig & { readonly port: number }>(
  service: string,
  read: () => C,
  create: (config: C) => Promise<NestExpressApplication>,
  tasks: Tasks = {},
): Promise<void> {
  const [name, ...args] = process.argv.slice(2);
  try {
    if (name === undefined) await serve(service, read(), create);
    else process.stdout.write(`${await taskOf(name, tasks)(args)}\n`);
  } catch (error) {
    process.stderr.write(`${startFault(error)}\n`);
    process.exit(1);
  }
}

/** A mistyped task must not start a service. */
function taskOf(name: string, tasks: Tasks): Tasks[string] {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (task !== undefined) return task;
  const known = Object.keys(tasks);
  const rest = known.length === 0 ? '' : `, or one of ${known.join(', ')}`;
  throw new TaskRefusal(`unknown argument ${name}: give none to start the service${rest}`);
}

async function serve<C extends ServiceConfig & { readonly port: number }>(
  service: string,
  config: C,
  create: (config: C) => Promise<NestExpressApplication>,
): Promise<void> {
  const { host, port, monitorPort } = config;
  if (config.isTracing) await startTracing(service);
  const app = await create(config);
  stopOnSignal(app);
  if (monitorPort !== undefined) await monitorOn(monitorPort, app, host);
  await (host === undefined ? app.listen(port) : app.listen(port, host));
}

/** The first signal starts an orderly stop; a second one ends the process at once, as by default. */
function stopOnSignal(app: NestExpressApplication): void {
  const service = { drain: () => app.get(Draining).begin(), close: () => app.close().finally(stopTracing) };
  const ports = {
    pause,
    after: (millis: number, late: () => void) => {
      const timer = setTimeout(late, millis);
      return () => clearTimeout(timer);
    },
    say: (sentence: string) => void process.stderr.write(`${sentence}\n`),
    end: (code: number) => process.exit(code),
  };
  const stop = (): void => {
    for (const signal of STOP_SIGNALS) process.removeListener(signal, stop);
    void stopService(service, ports);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
}

function startFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `port ${String(error.port)} is taken: stop what listens there, or choose another by CLOB_PORT, GAMMA_PORT or DATA_PORT`;
  }
  return error.name === 'ConfigError' || error instanceof TaskRefusal ? error.message : (error.stack ?? error.message);
}
