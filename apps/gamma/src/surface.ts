import { connectOps } from '@foretell/platform-nats';
import { createSurface, answerInFront } from '@foretell/platform-server';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { API } from './api';
import { AppModule } from './app.module';
import { AnswerService } from './cache/answer.service';
import type { GammaConfig } from './gamma.config';

/** Reads have no bodies; what a client sends all the same is refused early. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** The catalog surface of a configuration, ready to listen; operator commands are served as soon as NATS is there. */
export async function createGammaSurface(config: GammaConfig): Promise<NestExpressApplication> {
  const app = await createSurface(AppModule.forRoot(config), {
    api: API,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    corsHeaders: [],
    trustedProxies: config.trustedProxies,
    gate: null,
  });
  const answers = app.get(AnswerService);
  answerInFront(app, (request, response) => answers.sendKnown(request, response));
  await connectOps(app, 'gamma');
  return app;
}
