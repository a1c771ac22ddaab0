import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FailureAnswers } from '../failure-answers';
import { HttpFailure } from '../http-failure';
import { targetOf } from './request-target';

type Step = (request: IncomingMessage, response: ServerResponse, goOn: () => void) => boolean;

/** What requests pass on arrival, the outermost step first. */
const steps = new WeakMap<Server, Step[]>();

/**
 * Lets `step` see each request before its body is read and its route is found, after log and metrics have taken it up: limits,
 * load shedding and bounds refuse there what must cost little. The step added last sees a request first. When it returns true
 * it has answered, or will call `goOn` when it is the request's turn. A request whose target could be read in two ways is refused
 * before all steps.
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
