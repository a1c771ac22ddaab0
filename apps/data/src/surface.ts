import { limitRequests } from '@foretell/platform-limits';
import { connectOps, EventServer } from '@foretell/platform-nats';
import { DATABASE_POOL, VITAL_POOL, type Pool } from '@foretell/platform-prisma';
import { beforeRoutes, createSurface, retarget, watchPools } from '@foretell/platform-server';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { API } from './api';
import { AppModule } from './app.module';
import type { DataConfig } from './data.config';
import { IngestService } from './ingest/ingest.service';

/** Reads have no bodies; what a client sends all the same is refused early. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** The data surface of a configuration, ready to listen and to take the operator's commands. */
export async function createDataSurface(config: DataConfig): Promise<NestExpressApplication> {
  const app = await createSurface(AppModule.forRoot(config), {
    api: API,
    bodyLimit: () => BODY_LIMIT_BYTES,
    corsHeaders: [],
    trustedProxies: config.trustedProxies,
    connectionsPerAddress: config.connectionsPerAddress,
  });
  if (config.dialect === 'public') {
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

/** Where every dialect has the same: of the process, not of the data. */
const OF_THE_PROCESS = /^\/(?:public|operator|healthz|readyz|metrics|docs)(?:[/?]|$)/;

/** The path of the public dialect under which a surface that speaks it at the root finds what is asked for. */
function publicPath(path: string): string {
  return OF_THE_PROCESS.test(path) ? path : `/public${path === '/' ? '' : path}`;
}
