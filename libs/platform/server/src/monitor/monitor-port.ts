import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CORS_HEADERS } from '../cors';
import { FailureAnswers } from '../failure-answers';
import { answerInFront } from '../front/answer-in-front';
import { HttpFailure } from '../http-failure';

const MONITORED = /^\/(?:healthz|readyz|metrics)\/?(?:\?|$)/i;
const CORS = Object.entries(CORS_HEADERS).flat();

/**
 * Serves health and metrics on a port of their own and takes them off the public one, where they would tell anybody how busy the
 * site is and with what. Call it before `app.listen`; the port closes with the app.
 */
export async function monitorOn(port: number, app: NestExpressApplication): Promise<Server> {
  const failures = app.get(FailureAnswers);
  answerInFront(app, (request, response) => {
    if (!MONITORED.test(request.url ?? '')) return false;
    refuse(failures, request, response);
    return true;
  });
  const express = app.getHttpAdapter().getInstance() as RequestListener;
  const monitor = createServer((request, response) => {
    if (MONITORED.test(request.url ?? '')) express(request, response);
    else refuse(failures, request, response);
  });
  await new Promise<void>((resolve, reject) => monitor.once('error', reject).listen(port, resolve));
  app.getHttpServer().once('close', () => {
    monitor.close();
    monitor.closeAllConnections();
  });
  return monitor;
}

function refuse(failures: FailureAnswers, request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  failures.answer(new HttpFailure(404, 'not found', 'not_found'), Object.assign(request, { path }), response, CORS);
}
