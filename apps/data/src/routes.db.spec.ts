import { frontRoutes, monitorOn } from '@foretell/platform-server';
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
    monitor: () => monitorOn(0, app),
    close: () => world.close(),
  };
});
