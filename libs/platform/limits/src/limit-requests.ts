import { answerInFront, CORS_HEADERS, FailureAnswers } from '@foretell/platform-server';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Limits } from './limits';

const CORS = Object.entries(CORS_HEADERS).flat();

/** Refuses what is beyond a limit before anything else sees it. Call it after whatever else answers in front. */
export function limitRequests(app: NestExpressApplication): void {
  const { gate } = app.get(Limits);
  if (gate === null) return;
  const failures = app.get(FailureAnswers);
  answerInFront(app, (request, response) => {
    const refusal = gate.enter(request, response);
    if (refusal === null) return false;
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    failures.answer(refusal, Object.assign(request, { path }), response, CORS);
    return true;
  });
}
