import { limitedRoute, Limits } from '@foretell/platform-limits';
import { frontRoutes, isMonitored, monitorOn, targetOf } from '@foretell/platform-server';
import { describeServedRoutes } from '@foretell/testing';
import { IpAllowlistGuard } from './access/ip-allowlist.guard';
import { DataWorld } from './testing/data-world';

describeServedRoutes('data', async () => {
  const world = await DataWorld.open();
  const { app, url } = world;
  return {
    url,
    express: app.getHttpAdapter().getInstance(),
    server: app.getHttpServer(),
    inFront: frontRoutes(app, IpAllowlistGuard),
    decide: (asked) => [app.get(Limits).limiter.rulesOf(limitedRoute(asked.method, targetOf(asked))), isMonitored(asked)],
    monitor: () => monitorOn(0, app),
    close: () => world.close(),
  };
});
