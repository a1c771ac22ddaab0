import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FailureAnswers } from '../failure-answers';
import { HttpFailure } from '../http-failure';
import { targetOf } from './request-target';

type Step = (request: IncomingMessage, response: ServerResponse, goOn: () => void) => boolean;

/** What requests pass on arrival, the outermost step first. */
const steps = new WeakMap<Server, Step[]>();

/**
 * Lets `answers` see each request before it is routed, and after it was taken up for log and metrics; whichever is added later
 * sees it first. When it returns true it has answered, or will call `goOn` when it is the request's turn. A request whose target
 * could be read in two ways is refused before all steps.
 */
export function answerInFront(app: NestExpressApplication, answers: Step): void {
  const server: Server = app.getHttpServer();
  const known = steps.get(server) ?? begin(server, app.get(FailureAnswers));
  known.unshift(answers);
}

/** Answers a request with a refusal before it is routed. */
export function refuseInFront(
  failures: FailureAnswers,
  refusal: unknown,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  failures.answer(refusal, request, response);
}

/** The refusal of a request whose target is not allowed; null for one that may go on. */
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
  const router = server.listeners('request').at(-1) as RequestListener;
  server.removeListener('request', router);
  const run = (from: number, request: IncomingMessage, response: ServerResponse): void => {
    for (let at = from; at < own.length; at += 1)
      if (own[at]?.(request, response, () => run(at + 1, request, response)) === true) return;
    void router(request, response);
  };
  server.on('request', (request, response) => {
    const refusal = targetRefusal(request);
    if (refusal === null) run(0, request, response);
    else refuseInFront(failures, refusal, request, response);
  });
  steps.set(server, own);
  return own;
}
