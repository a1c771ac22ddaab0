import { Limits } from '@foretell/platform-limits';
import { createTestDatabase, testNats, type TestDatabase } from '@foretell/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readDataConfig } from '../data.config';
import { createDataService } from '../service';
import { DATA_LIMITS } from './limit-table';

describe('a client that exceeds the rate limits of the data service', () => {
  let database: TestDatabase;
  let app: NestExpressApplication;
  let url: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const nats = testNats();
    const environment = {
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      NATS_PREFIX: nats.prefix,
      SANDBOX: 'true',
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'silent',
    };
    app = await createDataService(readDataConfig({ ...environment, DATA_PORT: '0' }));
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  it("gets 429 in the service's error body; other routes are unaffected", async () => {
    await app.get(Limits).set('trades', 1);
    const ask = (path: string): Promise<Response> => fetch(url + path);
    expect((await ask('/trades')).status).toBe(200);
    const refused = await ask('/trades');
    expect({ status: refused.status, body: await refused.json() }).toEqual({
      status: 429,
      body: expect.objectContaining({ error: 'Too Many Requests' }),
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('/oi')).status).not.toBe(429);
  });

  it.each(
    DATA_LIMITS.rules.flatMap(({ name, counts, routes = [] }) =>
      (counts === undefined ? routes : []).map((route) => [route, name] as const),
    ),
  )('is counted at %s by the limit %s, and the documents by their own', async (route, name) => {
    for (const [limit, path] of [
      [name, route.slice('GET '.length)],
      ['documents', '/docs/openapi.json'],
    ] as const) {
      await app.get(Limits).set(limit, 1);
      await fetch(url + path);
      expect((await fetch(url + path)).status).toBe(429);
    }
  });

  it.each([
    ['/holders?market=', 10],
    ['/public/holders?market=', 10],
    ['/public/v2/holders?condition_id=', 10],
    ['/public/v1/market-positions?market=', 3],
  ])('is refused at %s after %i hundred markets, whatever the number of requests', async (path, hundreds) => {
    const markets = Array.from({ length: 100 }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`).join(',');
    await app.get(Limits).set('markets', 1_000);
    const statuses: number[] = [];
    // Each path is asked from an address of its own.
    const from = `192.0.2.${path.length}`;
    for (let turn = 0; turn <= hundreds; turn += 1) {
      const answer = await fetch(url + path + markets, { headers: { 'x-forwarded-for': from } });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: hundreds }, () => 200), 429]);
  });

  it('may send as many requests as the public service of this family allows', () => {
    expect(Object.fromEntries(DATA_LIMITS.rules.map(({ name, count }) => [name, count]))).toEqual({
      general: 1_000,
      trades: 200,
      positions: 150,
      profit: 200,
      markets: 1_000,
    });
  });
});
