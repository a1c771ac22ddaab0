import { limitedRoute, Limits } from '@foretell/platform-limits';
import { isMonitored, monitorOn, targetOf, type JsonAdapter } from '@foretell/platform-server';
import { describeServedRoutes } from '@foretell/testing';
import { DataWorld } from './testing/data-world';

describeServedRoutes('data', async () => {
  const world = await DataWorld.open();
  const { app, url } = world;
  return {
    url,
    express: app.getHttpAdapter().getInstance(),
    server: app.getHttpServer(),
    isMapped: (method, path) => (app.getHttpAdapter() as JsonAdapter).isMapped(method, path),
    decide: (asked) => [app.get(Limits).limiter.rulesOf(limitedRoute(asked.method, targetOf(asked))), isMonitored(asked)],
    monitor: () => monitorOn(0, app),
    close: () => world.close(),
  };
});
