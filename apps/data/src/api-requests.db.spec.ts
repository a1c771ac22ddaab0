import { ALICE, RAIN } from '@foretell/testing/trading';
import { committedApi, createTestDatabase, readSurface, testNats, type TestDatabase } from '@foretell/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readDataConfig } from './data.config';
import { createDataSurface } from './surface';

const RUNS = 25;
const OPERATION_MS = 120_000;
const API = committedApi('data');
const KNOWN = { user: [ALICE], market: [RAIN] };
/** One of its two parameters is required; a cursor is of one list. */
const BEYOND_SCHEMA = new Set([
  'GET /live-volume',
  ...['trades', 'activity', 'positions', 'leaderboard', 'biggest-winners', 'builders/leaderboard'].map(
    (list) => `GET /public/v2/${list}`,
  ),
]);

describe('requests of the data surface, made from its document', () => {
  let database: TestDatabase;
  let app: NestExpressApplication;
  let base: string;
  const surface = readSurface(API, BEYOND_SCHEMA);

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
    app = await createDataSurface(readDataConfig(environment));
    await app.listen(0, '127.0.0.1');
    base = await app.getUrl();
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  it.each(surface.operations)(
    '%s answers what the document allows as it says, and is not refused',
    async (_name, operation) => {
      expect(await surface.faultsOfAllowed(operation, base, KNOWN, RUNS)).toEqual([]);
    },
    OPERATION_MS,
  );

  it.each(surface.operations)(
    '%s refuses or passes over a parameter that holds what it should not, and never fails',
    async (_name, operation) => {
      expect(await surface.faultsOfBad(operation, base, KNOWN)).toEqual([]);
    },
    OPERATION_MS,
  );
});
