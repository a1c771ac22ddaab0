import { limitedRoute, Limits } from '@foretell/platform-limits';
import { isMonitored, monitorOn, targetOf, type JsonAdapter } from '@foretell/platform-server';
import { describeServedRoutes } from '@foretell/testing';
import { lineOf } from './admission/admission';
import { bodyLimitOf } from './admission/body-limit';
import { ClobWorld } from './testing/clob-world';

describeServedRoutes('clob', async () => {
  const world = await ClobWorld.open();
  const { app, url } = world;
  return {
    url,
    express: app.getHttpAdapter().getInstance(),
    server: app.getHttpServer(),
    isMapped: (method, path) => (app.getHttpAdapter() as JsonAdapter).isMapped(method, path),
    decide: (asked) => {
      const route = limitedRoute(asked.method, targetOf(asked));
      const { limiter } = app.get(Limits);
      return [limiter.rulesOf(route), limiter.isByKey(route), lineOf(route), bodyLimitOf(asked), isMonitored(asked)];
    },
    monitor: () => monitorOn(0, app),
    close: () => world.close(),
  };
});
