import { limitRequests } from '@foretell/platform-limits';
import { connectOps, EventServer } from '@foretell/platform-nats';
import { DATABASE_POOL, VITAL_POOL, type Pool } from '@foretell/platform-prisma';
import { createService, servePublicFormatAtRoot, shareReads, watchPools } from '@foretell/platform-server';
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
  if (config.format === 'public') servePublicFormatAtRoot(app, '/public');
  shareReads(app, config);
  limitRequests(app, () => BODY_LIMIT_BYTES);
  watchPools({ main: app.get<Pool>(DATABASE_POOL), vital: app.get<Pool>(VITAL_POOL) });
  const { trading, catalog, prepared } = app.get(IngestService);
  const strategy = new EventServer([trading, catalog], prepared);
  app.connectMicroservice<MicroserviceOptions>({ strategy }, { inheritAppConfig: false });
  await connectOps(app, 'data');
  return app;
}
