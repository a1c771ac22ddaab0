import { ALICE, RAIN } from '@foretell/testing/trading';
import { committedApi, createTestDatabase, readApi, testNats, type TestDatabase } from '@foretell/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readDataConfig } from './data.config';
import { createDataService } from './service';

const RUNS = 25;
const OPERATION_MS = 120_000;
const API = committedApi('data');
const KNOWN = { user: [ALICE], market: [RAIN] };
/** Rules that the schema cannot express: one of two parameters is required; a cursor belongs to one list. */
const BEYOND_SCHEMA = new Set([
  'GET /live-volume',
  ...['trades', 'activity', 'positions', 'leaderboard', 'biggest-winners', 'builders/leaderboard'].map(
    (list) => `GET /public/v2/${list}`,
  ),
]);

describe('requests of the data service, generated from its document', () => {
  let database: TestDatabase;
  let app: NestExpressApplication;
  let base: string;
  const conformance = readApi(API, BEYOND_SCHEMA);

  beforeAll(async () => {
    database = await createTestDatabase();
    const { url, prefix } = testNats();
    const environment = {
      DATABASE_URL: database.url,
      NATS_URL: url,
      NATS_PREFIX: prefix,
      LOG_LEVEL: 'silent',
      DATA_PORT: '0',
      LIMITS: 'off',
    };
    app = await createDataService(readDataConfig(environment));
    await app.listen(0, '127.0.0.1');
    base = await app.getUrl();
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  it.each(conformance.operations)(
    '%s accepts what the document allows and responds as documented',
    async (_name, operation) => {
      expect(await conformance.faultsOfAllowed(operation, base, KNOWN, RUNS)).toEqual([]);
    },
    OPERATION_MS,
  );

  it.each(conformance.operations)(
    '%s refuses or ignores an invalid parameter, and never fails',
    async (_name, operation) => {
      expect(await conformance.faultsOfBad(operation, base, KNOWN)).toEqual([]);
    },
    OPERATION_MS,
  );
});
