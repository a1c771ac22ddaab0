import 'reflect-metadata';
import { connectOps } from '@foretell/platform-nats';
import { createSurface, runSurface } from '@foretell/platform-server';
import { AppModule } from './app.module';
import { clobFailureBody } from './clob-failure';
import { readClobConfig } from './clob.config';

const BODY_LIMIT_BYTES = 1024 * 1024;
const PREFIXES = ['SERVICE', 'POLY', 'KUEST'];
const AUTH_HEADERS = ['ADDRESS', 'API_KEY', 'PASSPHRASE', 'TIMESTAMP', 'SIGNATURE', 'NONCE'];
const BUILDER_HEADERS = ['BUILDER_API_KEY', 'BUILDER_PASSPHRASE', 'BUILDER_TIMESTAMP', 'BUILDER_SIGNATURE'];

void runSurface(async () => {
  const config = readClobConfig();
  const app = await createSurface(AppModule.forRoot(config), {
    title: 'Foretell trading surface',
    description: 'Signed orders, books, trades and order-book markets.',
    failureBody: clobFailureBody,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    corsHeaders: PREFIXES.flatMap((prefix) => [...AUTH_HEADERS, ...BUILDER_HEADERS].map((name) => `${prefix}_${name}`)),
    trustedProxies: config.trustedProxies,
  });
  await connectOps(app, 'clob');
  return { app, port: config.port };
});
