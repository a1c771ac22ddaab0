import { limitRequests } from '@foretell/platform-limits';
import { connectOps } from '@foretell/platform-nats';
import { DATABASE_POOL, VITAL_POOL, type Pool } from '@foretell/platform-prisma';
import { createService, watchPools, type ServerSeams } from '@foretell/platform-server';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { bodyLimitOf } from './admission/body-limit';
import { shedWrites } from './admission/shed-writes';
import { API } from './api';
import { AppModule } from './app.module';
import type { ClobConfig } from './clob.config';
import { EngineService } from './engine/engine.service';

const AUTH_HEADERS = ['ADDRESS', 'API_KEY', 'PASSPHRASE', 'TIMESTAMP', 'SIGNATURE', 'NONCE'];
const BUILDER_HEADERS = ['BUILDER_API_KEY', 'BUILDER_PASSPHRASE', 'BUILDER_TIMESTAMP', 'BUILDER_SIGNATURE'];

/**
 * First line and headers: 500 tokens of 78 digits in a query, with a side each and their commas percent-encoded, have 44 kB. A
 * connection may buffer more of the body of a list.
 */
export const HEAD_BYTES = 64 * 1024;

/** The trading service of a configuration, ready to listen and to receive operator commands. */
export async function createClobService(config: ClobConfig, seams: ServerSeams = {}): Promise<NestExpressApplication> {
  const app = await createService(AppModule.forRoot(config, seams), {
    api: API,
    bodyLimit: bodyLimitOf,
    corsHeaders: config.auth.prefixes.flatMap((prefix) =>
      [...AUTH_HEADERS, ...BUILDER_HEADERS].map((name) => `${prefix}_${name}`),
    ),
    trustedProxies: config.trustedProxies,
    connectionsPerAddress: config.connectionsPerAddress,
    sockets: { headBytes: HEAD_BYTES },
  });
  shedWrites(app, config);
  limitRequests(app, bodyLimitOf);
  watchPools({ main: app.get<Pool>(DATABASE_POOL), vital: app.get<Pool>(VITAL_POOL) });
  // A standby would refuse commands that the writer can execute.
  await connectOps(app, 'clob', app.get(EngineService).writing);
  return app;
}
