import { limitedRoute } from '@foretell/platform-limits';
import {
  beforeRoutes,
  FailureAnswers,
  metricsRegistry,
  networkAddress,
  shareReads,
  targetOf,
  turnOf,
  type HttpFailure,
} from '@foretell/platform-server';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter } from 'prom-client';
import type { ClobConfig } from '../clob.config';
import { EngineService } from '../engine/engine.service';
import { Admission, lineOf, EXPECTED_TIMEOUT_HEADER } from './admission';
import { Intake, OF_NEW_WRITES, OF_READS } from './intake';
import { TurnClock } from './turn-clock';

const shed = new Counter({
  name: 'foretell_shed_requests_total',
  help: 'New writes refused because the service was overloaded.',
  labelNames: ['route'] as const,
  registers: [metricsRegistry],
});

/**
 * Refuses new writes before every expensive step: routing, body, credentials, signature. Admitted writes, and every read, are
 * started one slice per event-loop tick; cancels and heartbeats immediately. A network's reads share half of the database
 * connections. Source: docs/decisions/admission.md, fairness.md.
 */
export function shedWrites(
  app: NestExpressApplication,
  { shedAfterMillis, trustedProxies, poolMax }: Pick<ClobConfig, 'shedAfterMillis' | 'trustedProxies' | 'poolMax'>,
): void {
  const engine = app.get(EngineService);
  const turns = new TurnClock();
  const newWrites = new Intake(turns, OF_NEW_WRITES);
  // The writer starts commands after the reads of the tick. Sent first, their commit is in flight during the reads.
  const reads = new Intake(turns, OF_READS, () => engine.backlog().workMillis > 0);
  /** The network of each read. */
  const readers = new WeakMap<IncomingMessage, string>();
  shareReads(app, { poolMax, trustedProxies }, (request) => readers.get(request));
  const admission = new Admission(
    {
      backlog: (from) => engine.backlog(from),
      turnMillis: () => turns.elapsed(),
      waitMillis: (from) => newWrites.waitMillis(from),
    },
    shedAfterMillis,
  );
  const failures = app.get(FailureAnswers);
  const refuse = (route: string, refusal: HttpFailure, request: IncomingMessage, response: ServerResponse): true => {
    shed.inc({ route });
    failures.answer(refusal, Object.assign(request, { route: { path: route.slice(route.indexOf(' ') + 1) } }), response);
    return true;
  };
  beforeRoutes(app, (request, response, goOn) => {
    const route = limitedRoute(request.method ?? '', targetOf(request));
    const from = turnOf(networkAddress(request, trustedProxies));
    const waitLimitMillis = admission.waitLimitOf(request.headers[EXPECTED_TIMEOUT_HEADER]);
    const refusal = admission.refusal(route, from, waitLimitMillis);
    if (refusal !== null) return refuse(route, refusal, request, response);
    const line = lineOf(route);
    if (line === null) return false;
    if (line === 'reads') readers.set(request, from);
    const cameAt = performance.now();
    const begin = (): void => {
      // The client disconnected while queued; drop the request.
      if (response.destroyed) return;
      if (line === 'reads') return goOn();
      const late = admission.lateRefusal(performance.now() - cameAt, waitLimitMillis);
      if (late === null) goOn();
      else refuse(route, late, request, response);
    };
    (line === 'newWrites' ? newWrites : reads).take(begin, from);
    return true;
  });
}
