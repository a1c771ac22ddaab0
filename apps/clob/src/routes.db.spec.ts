import { CredentialsGuard } from '@foretell/platform-auth';
import { frontRoutes, monitorOn } from '@foretell/platform-server';
import { describeServedRoutes } from '@foretell/testing';
import { ClobWorld } from './testing/clob-world';

describeServedRoutes('clob', async () => {
  const world = await ClobWorld.open();
  const { app, url } = world;
  return {
    url,
    express: app.getHttpAdapter().getInstance(),
    server: app.getHttpServer(),
    inFront: frontRoutes(app, CredentialsGuard),
    monitor: () => monitorOn(0, app),
    close: () => world.close(),
  };
});
