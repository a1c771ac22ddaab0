import { beforeRoutes, FailureAnswers, type BodyLimit } from '@foretell/platform-server';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Limits } from './limits';

/** Refuses requests beyond a limit before any other step. Call it after the other steps before the routes are added. */
export function limitRequests(app: NestExpressApplication, bodyLimit: BodyLimit): void {
  const { gate } = app.get(Limits);
  if (gate === null) return;
  const failures = app.get(FailureAnswers);
  beforeRoutes(app, (request, response) => {
    const refusal = gate.enter(request, response, bodyLimit(request));
    if (refusal === null) return false;
    failures.answer(refusal, request, response);
    return true;
  });
}
