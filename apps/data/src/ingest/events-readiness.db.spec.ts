import { ALICE, eventsOf, RAIN, split } from '@foretell/testing/trading';
import { encodeMessage, eventStream } from '@foretell/contracts';
import { NatsLink } from '@foretell/platform-nats';
import { createTestDatabase, testNats, type TestDatabase } from '@foretell/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { setTimeout as after } from 'node:timers/promises';
import { market } from '../testing/events';
import { readDataConfig } from '../data.config';
import { createDataService } from '../service';

jest.setTimeout(60_000);

describe('the readiness of the data service', () => {
  let database: TestDatabase;
  let app: NestExpressApplication;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { url, prefix } = testNats();
    app = await createDataService(
      readDataConfig({ DATABASE_URL: database.url, NATS_URL: url, NATS_PREFIX: prefix, LOG_LEVEL: 'silent', DATA_PORT: '0' }),
    );
    await app.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  it('waits for the events of both sources that existed when it was first requested', async () => {
    const ready = `${await app.getUrl()}/readyz`;
    const holder = await database.pool.connect();
    try {
      // The checkpoints can be read, but not moved.
      await holder.query('BEGIN; LOCK TABLE data.checkpoints IN EXCLUSIVE MODE');
      const link = app.get(NatsLink);
      const connection = await link.ready();
      for (const source of ['clob', 'gamma'] as const) {
        const { stream, subject } = eventStream(link.prefix, source);
        const events = source === 'clob' ? eventsOf(split(Date.now(), ALICE, 2)).slice(-1) : [market(RAIN, [])];
        await (await connection.jetstreamManager()).streams.add({ name: stream, subjects: [subject] });
        const bytes = encodeMessage({ source, firstSequence: 1, facts: events });
        await connection.jetstream().publish(subject, bytes, { msgID: `${source}-1-1` });
      }
      const response = await fetch(ready);
      expect([response.status, await response.json()]).toMatchObject([
        503,
        { database: 'ok', events: '0 of 1 events of clob are applied: it catches up' },
      ]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    while ((await fetch(ready)).status !== 200) await after(100);
    const { rows } = await database.pool.query('select source, sequence::int from data.checkpoints order by 1');
    expect(rows).toEqual([
      { source: 'clob', sequence: 1 },
      { source: 'gamma', sequence: 1 },
    ]);
  });
});
