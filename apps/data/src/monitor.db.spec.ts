import { monitorOn } from '@foretell/platform-server';
import { createTestDatabase, testNats, type TestDatabase } from '@foretell/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import { readDataConfig } from './data.config';
import { createDataService } from './service';

describe('a service whose monitoring has its own port', () => {
  let database: TestDatabase;
  let app: NestExpressApplication;
  let monitor: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const nats = testNats();
    const environment = { DATABASE_URL: database.url, NATS_URL: nats.url, NATS_PREFIX: nats.prefix, LOG_LEVEL: 'silent' };
    app = await createDataService(readDataConfig(environment));
    const server = await monitorOn(0, app);
    await app.listen(0, '127.0.0.1');
    monitor = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await app?.close();
    await expect(fetch(`${monitor}/healthz`)).rejects.toThrow();
    await database?.drop();
  });

  it('serves health and metrics there', async () => {
    expect((await fetch(`${monitor}/healthz`)).status).toBe(200);
    const metrics = await fetch(`${monitor}/metrics`);
    expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('foretell_http_request_seconds')]);
    expect([200, 503]).toContain((await fetch(`${monitor}/readyz`)).status);
  });

  it.each(['/healthz', '/readyz', '/metrics', '/METRICS', '/metrics/', '/metrics?x=1'])(
    'serves the public nothing at %s',
    async (path) => {
      expect((await fetch((await app.getUrl()) + path)).status).toBe(404);
    },
  );

  it.each(['/', '/activity', '/docs'])('serves nothing else there, as %s', async (path) => {
    expect((await fetch(monitor + path)).status).toBe(404);
  });
});
