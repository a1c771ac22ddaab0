import { answerInFront, FailureAnswers, refuseInFront, type BodyLimit } from '@foretell/platform-server';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Limits } from './limits';

/** Refuses requests beyond a limit before any other handler. Call it after all other front handlers are added. */
export function limitRequests(app: NestExpressApplication, bodyLimit: BodyLimit): void {
  const { gate } = app.get(Limits);
  if (gate === null) return;
  const failures = app.get(FailureAnswers);
  answerInFront(app, (request, response) => {
    const refusal = gate.enter(request, response, bodyLimit(request));
    if (refusal === null) return false;
    refuseInFront(failures, refusal, request, response);
    return true;
  });
}
