import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';

/**
 * Lets `answers` see each request before Express does, and after it was taken up for log and metrics. When it returns true it has
 * answered, or will call `goOn` when it is the request's turn; else Express, which costs as much as all of node's HTTP again, is
 * left out: such an answer has to bring its own CORS headers (CORS_HEADERS).
 */
export function answerInFront(
  app: NestExpressApplication,
  answers: (request: IncomingMessage, response: ServerResponse, goOn: () => void) => boolean,
): void {
  const server = app.getHttpServer();
  const express = server.listeners('request').at(-1) as RequestListener;
  server.removeListener('request', express);
  server.on('request', (request, response) => {
    const goOn = (): void => express(request, response);
    if (!answers(request, response, goOn)) goOn();
  });
}
