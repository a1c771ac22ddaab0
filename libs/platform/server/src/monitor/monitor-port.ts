import { createServer, type Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Application } from 'express';
import { FailureAnswers } from '../failure-answers';
import { beforeRoutes, targetRefusal } from '../front/before-routes';
import { expressMessages } from '../front/express-messages';
import { targetOf, type Targeted } from '../front/request-target';
import { HttpFailure } from '../http-failure';

const MONITORED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
const NOT_HERE = new HttpFailure(404, 'not found', 'not_found');

/** Whether the monitor's port serves this request. */
export function isMonitored(request: Targeted): boolean {
  return MONITORED.has(targetOf(request).route);
}

/**
 * Serves health and metrics on their own port and removes them from the public one, where they would reveal the site's load. Call
 * it before `app.listen`; the port closes with the app.
 */
export async function monitorOn(port: number, app: NestExpressApplication, host?: string): Promise<Server> {
  const failures = app.get(FailureAnswers);
  beforeRoutes(app, (request, response) => {
    if (!isMonitored(request)) return false;
    failures.answer(NOT_HERE, request, response);
    return true;
  });
  const express: Application = app.getHttpAdapter().getInstance();
  const monitor = createServer(expressMessages(express), (request, response) => {
    const refusal = targetRefusal(request) ?? (isMonitored(request) ? null : NOT_HERE);
    if (refusal === null) void express(request, response);
    else failures.answer(refusal, request, response);
  });
  await new Promise<void>((resolve, reject) => monitor.once('error', reject).listen({ port, host }, resolve));
  app.getHttpServer().once('close', () => {
    monitor.close();
    monitor.closeAllConnections();
  });
  return monitor;
}
