import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FailureAnswers } from '../failure-answers';
import { HttpFailure } from '../http-failure';
import { targetOf } from './request-target';

type Step = (request: IncomingMessage, response: ServerResponse, goOn: () => void) => boolean;

/** Steps for each request on arrival, outermost first. */
const steps = new WeakMap<Server, Step[]>();

/**
 * Passes each request to `step` before its body is read and its route is found, after log and metrics: limits, load shedding
 * and bounds refuse cheaply there. The last added step runs first. A step that returns true has answered, or calls `goOn`
 * later to continue. A request with an ambiguous target is refused before all steps.
 */
export function beforeRoutes(app: NestExpressApplication, step: Step): void {
  const server: Server = app.getHttpServer();
  const known = steps.get(server) ?? begin(server, app.get(FailureAnswers));
  known.unshift(step);
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
    else failures.answer(refusal, request, response);
  });
  steps.set(server, own);
  return own;
}
