import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { HttpFailure } from '../http-failure';
import { ServerModule } from '../server.module';
import { createService, type ServiceOptions } from '../service';

/** A service of these modules that listens on a free port of 127.0.0.1. */
export async function listeningService(
  imports: Type<unknown>[],
  options: Pick<ServiceOptions, 'connectionsPerAddress'> & Partial<ServiceOptions>,
): Promise<NestExpressApplication> {
  const module = ServerModule.forRoot({
    service: 'clob',
    requests: {
      unknownParameters: 'ignored',
      emptyTexts: 'absent',
      refuse: ({ field }) => new HttpFailure(400, field, 'invalid'),
    },
    logLevel: 'silent',
    failureBody: ({ message, code, details }) => ({ error: message, code, details }),
    readiness: [],
    imports,
  });
  const app = await createService(module, {
    api: { title: 'a', description: 'a', localUrl: 'http://127.0.0.1' },
    bodyLimit: () => 1_000,
    corsHeaders: [],
    trustedProxies: 0,
    ...options,
  });
  await app.listen(0, '127.0.0.1');
  return app;
}

/** A new connection to it. */
export function connectedTo(app: NestExpressApplication): Socket {
  return connect((app.getHttpServer().address() as AddressInfo).port, '127.0.0.1');
}
