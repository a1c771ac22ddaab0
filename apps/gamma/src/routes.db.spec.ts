import { limitedRoute, Limits } from '@foretell/platform-limits';
import { isMonitored, monitorOn, targetOf, type JsonAdapter } from '@foretell/platform-server';
import { describeServedRoutes, type RunningService } from '@foretell/testing';
import { GammaWorld } from './testing/gamma-world';

const NO_COMMENTS = 'says that comments are not served, which clients take better than an unknown path';

async function open(): Promise<RunningService> {
  const world = await GammaWorld.start();
  const { app, url } = world;
  return {
    url,
    express: app.getHttpAdapter().getInstance(),
    server: app.getHttpServer(),
    isMapped: (method, path) => (app.getHttpAdapter() as JsonAdapter).isMapped(method, path),
    decide: (asked) => [app.get(Limits).limiter.rulesOf(limitedRoute(asked.method, targetOf(asked))), isMonitored(asked)],
    monitor: () => monitorOn(0, app),
    close: () => world.stop(),
  };
}

describeServedRoutes('gamma', open, { 'GET /public/comments': NO_COMMENTS, 'GET /public/comments/*path': NO_COMMENTS });
