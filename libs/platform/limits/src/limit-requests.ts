import { beforeRoutes, FailureAnswers, type BodyLimit } from '@foretell/platform-server';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Limits } from './limits';

/** Refuses what is beyond a limit before anything else sees it. Call it after whatever else is a step before the routes. */
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
