import { limitRequests } from '@foretell/platform-limits';
import { connectOps, EventServer } from '@foretell/platform-nats';
import { DATABASE_POOL, VITAL_POOL, type Pool } from '@foretell/platform-prisma';
import { beforeRoutes, createService, retarget, watchPools } from '@foretell/platform-server';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { API } from './api';
import { AppModule } from './app.module';
import type { DataConfig } from './data.config';
import { IngestService } from './ingest/ingest.service';

/** Reads have no bodies; a body is refused early. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** Creates the data service from its configuration, ready to listen and to receive operator commands. */
export async function createDataService(config: DataConfig): Promise<NestExpressApplication> {
  const app = await createService(AppModule.forRoot(config), {
    api: API,
    bodyLimit: () => BODY_LIMIT_BYTES,
    corsHeaders: [],
    trustedProxies: config.trustedProxies,
    connectionsPerAddress: config.connectionsPerAddress,
  });
  if (config.format === 'public') {
    beforeRoutes(app, (request) => {
      retarget(request, publicPath(request.url ?? '/'));
      return false;
    });
  }
  limitRequests(app, () => BODY_LIMIT_BYTES);
  watchPools({ main: app.get<Pool>(DATABASE_POOL), vital: app.get<Pool>(VITAL_POOL) });
  const { trading, catalog, prepared } = app.get(IngestService);
  const strategy = new EventServer([trading, catalog], prepared);
  app.connectMicroservice<MicroserviceOptions>({ strategy }, { inheritAppConfig: false });
  await connectOps(app, 'data');
  return app;
}

/** Paths that are the same in every response format: they concern the process, not the data. */
const OF_THE_PROCESS = /^\/(?:public|operator|healthz|readyz|metrics|docs)(?:[/?]|$)/;

/** The path in the public response format for a request at the root, if the root has that format. */
function publicPath(path: string): string {
  return OF_THE_PROCESS.test(path) ? path : `/public${path === '/' ? '' : path}`;
}
