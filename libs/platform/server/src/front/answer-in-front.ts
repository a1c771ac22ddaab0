import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { CORS_HEADERS } from '../cors';
import { FailureAnswers } from '../failure-answers';
import { HttpFailure } from '../http-failure';
import { shownPath, targetOf } from './request-target';

type Step = (request: IncomingMessage, response: ServerResponse, goOn: () => void) => boolean;

const CORS = Object.entries(CORS_HEADERS).flat();

/** The steps of a request before Express, the outermost first. */
const steps = new WeakMap<Server, Step[]>();

/**
 * Passes each request to `answers` before Express, and after it was registered for log and metrics; the last one added is called
 * first. It returns true when it has answered, or will call `goOn` later. Express, which costs as much again as node's HTTP, is
 * then skipped: such a response must set its own CORS headers (refuseInFront). A request with an ambiguous target is refused
 * before all steps.
 */
export function answerInFront(app: NestExpressApplication, answers: Step): void {
  const server: Server = app.getHttpServer();
  const known = steps.get(server) ?? begin(server, app.get(FailureAnswers));
  known.unshift(answers);
}

/** Answers a request with a refusal, in front of Express. */
export function refuseInFront(
  failures: FailureAnswers,
  refusal: unknown,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  failures.answer(refusal, Object.assign(request, { path: shownPath(request) }), response, CORS);
}

/** The refusal of a request whose target is not allowed; null for one that may continue. */
export function targetRefusal(request: IncomingMessage): HttpFailure | null {
  try {
    targetOf(request);
    return null;
  } catch (cause) {
    if (cause instanceof HttpFailure) return cause;
    throw cause;
  }
}

function begin(server: Server, failures: FailureAnswers): Step[] {
  const own: Step[] = [];
  const express = server.listeners('request').at(-1) as RequestListener;
  server.removeListener('request', express);
  const run = (from: number, request: IncomingMessage, response: ServerResponse): void => {
    for (let at = from; at < own.length; at += 1)
      if (own[at]?.(request, response, () => run(at + 1, request, response)) === true) return;
    void express(request, response);
  };
  server.on('request', (request, response) => {
    const refusal = targetRefusal(request);
    if (refusal === null) run(0, request, response);
    else refuseInFront(failures, refusal, request, response);
  });
  steps.set(server, own);
  return own;
}
