import { limitRequests } from '@foretell/platform-limits';
import { connectOps, EventServer } from '@foretell/platform-nats';
import { DATABASE_POOL, VITAL_POOL, type Pool } from '@foretell/platform-prisma';
import { createService, servePublicFormatAtRoot, shareReads, watchGauge, watchPools } from '@foretell/platform-server';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { API } from './api';
import { AppModule } from './app.module';
import { AnswerService } from './cache/answer.service';
import { PublicAnswerService } from './cache/public-answer.service';
import { TradingConsumer } from './trading-events/trading-consumer';
import type { GammaConfig } from './gamma.config';

/** Reads have no bodies; a body that a client sends anyway is refused early. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** The catalog service of a configuration, ready to listen; operator commands are served once NATS is connected. */
export async function createGammaService(config: GammaConfig): Promise<NestExpressApplication> {
  const app = await createService(AppModule.forRoot(config), {
    api: API,
    bodyLimit: () => BODY_LIMIT_BYTES,
    corsHeaders: [],
    trustedProxies: config.trustedProxies,
    connectionsPerAddress: config.connectionsPerAddress,
  });
  const answers = app.get(AnswerService);
  const publicAnswers = app.get(PublicAnswerService);
  const cacheBytes = { name: 'foretell_catalog_cache_bytes', help: 'Bytes of cached responses, by response format.' };
  watchGauge({ ...cacheBytes, labels: { dialect: 'interface' } }, () => answers.sizeBytes);
  watchGauge({ ...cacheBytes, labels: { dialect: 'public' } }, () => publicAnswers.sizeBytes);
  if (config.format === 'public') servePublicFormatAtRoot(app, '/public/status');
  shareReads(app, config);
  limitRequests(app, () => BODY_LIMIT_BYTES);
  watchPools({ main: app.get<Pool>(DATABASE_POOL), vital: app.get<Pool>(VITAL_POOL) });
  const strategy = new EventServer([app.get(TradingConsumer).consumer]);
  app.connectMicroservice<MicroserviceOptions>({ strategy }, { inheritAppConfig: false });
  await connectOps(app, 'gamma');
  return app;
}
