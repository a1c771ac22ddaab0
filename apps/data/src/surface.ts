import { limitRequests } from '@foretell/platform-limits';
import { connectOps } from '@foretell/platform-nats';
import { DATABASE_POOL, VITAL_POOL, type Pool } from '@foretell/platform-prisma';
import { createSurface, watchPools } from '@foretell/platform-server';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { IpAllowlistGuard } from './access/ip-allowlist.guard';
import { API } from './api';
import { AppModule } from './app.module';
import type { DataConfig } from './data.config';

/** Reads have no bodies; what a client sends all the same is refused early. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** The data surface of a configuration, ready to listen and to take the operator's commands. */
export async function createDataSurface(config: DataConfig): Promise<NestExpressApplication> {
  const app = await createSurface(AppModule.forRoot(config), {
    api: API,
    bodyLimit: () => BODY_LIMIT_BYTES,
    corsHeaders: [],
    trustedProxies: config.trustedProxies,
    gate: IpAllowlistGuard,
  });
  limitRequests(app);
  watchPools({ main: app.get<Pool>(DATABASE_POOL), vital: app.get<Pool>(VITAL_POOL) });
  await connectOps(app, 'data');
  return app;
}
