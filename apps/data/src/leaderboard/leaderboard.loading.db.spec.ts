import { createTestDatabase, testNats, type TestDatabase } from '@foretell/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readDataConfig } from '../data.config';
import { ensureProjection } from '../database/generation.query';
import { createDataService } from '../service';
import { BoardFollower } from './board.follower';

jest.setTimeout(30_000);

describe('a service whose leaderboard is not loaded yet', () => {
  let database: TestDatabase;
  let app: NestExpressApplication;
  beforeAll(async () => {
    database = await createTestDatabase();
    await ensureProjection(database.pool);
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  it('is not ready and sends Retry-After; other routes respond', async () => {
    const { url, prefix } = testNats();
    const holder = await database.pool.connect();
    try {
      // Loading the board waits for this lock; activity is read without it.
      await holder.query('BEGIN; LOCK TABLE data.positions IN ACCESS EXCLUSIVE MODE');
      app = await createDataService(
        readDataConfig({ DATABASE_URL: database.url, NATS_URL: url, NATS_PREFIX: prefix, LOG_LEVEL: 'silent' }),
      );
      await app.listen(0, '127.0.0.1');
      const base = await app.getUrl();
      const ready = await fetch(`${base}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { database: 'ok', events: 'ok', leaderboard: 'the leaderboard is being loaded' },
      ]);
      const board = await fetch(`${base}/v1/leaderboard`);
      expect([board.status, board.headers.get('retry-after'), await board.json()]).toEqual([
        503,
        '5',
        { error: 'the leaderboard is being loaded, try again' },
      ]);
      const activity = await fetch(`${base}/activity?user=0x${'1'.repeat(40)}`);
      expect([activity.status, await activity.json()]).toEqual([200, []]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    await app.get(BoardFollower).refresh();
    const base = await app.getUrl();
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
    const board = await fetch(`${base}/v1/leaderboard`);
    expect([board.status, await board.json()]).toEqual([200, []]);
  });
});
