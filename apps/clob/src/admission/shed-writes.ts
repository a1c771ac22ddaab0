import { limitedRoute } from '@foretell/platform-limits';
import { answerInFront, CORS_HEADERS, FailureAnswers, metricsRegistry } from '@foretell/platform-server';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Counter } from 'prom-client';
import { EngineService } from '../engine/engine.service';
import { Admission } from './admission';
import { TurnClock } from './turn-clock';

const CORS = Object.entries(CORS_HEADERS).flat();

const shed = new Counter({
  name: 'foretell_shed_requests_total',
  help: 'New writes that were refused because too much work waited.',
  labelNames: ['route'] as const,
  registers: [metricsRegistry],
});

/** Refuses new writes in front of everything that costs: routing, body, credentials, signature. */
export function shedWrites(app: NestExpressApplication, shedAfterMillis: number): void {
  const engine = app.get(EngineService);
  const turns = new TurnClock();
  const admission = new Admission({ backlog: () => engine.backlog(), turnMillis: () => turns.elapsed() }, shedAfterMillis);
  const failures = app.get(FailureAnswers);
  answerInFront(app, (request, response) => {
    const route = limitedRoute(request.method ?? '', request.url ?? '');
    const refusal = admission.refusal(route);
    if (refusal === null) return false;
    shed.inc({ route });
    const path = route.slice(route.indexOf(' ') + 1);
    failures.answer(refusal, Object.assign(request, { path: route, route: { path } }), response, CORS);
    return true;
  });
}
