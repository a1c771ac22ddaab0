import { encodeMessage, EVENT_EXAMPLES, eventStream } from '@foretell/contracts';
import { NatsLink } from '@foretell/platform-nats';
import { setTimeout as after } from 'node:timers/promises';
import { GammaWorld } from '../testing/gamma-world';

jest.setTimeout(60_000);

describe('the readiness of the catalog', () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start();
  }, 60_000);
  afterAll(() => world?.stop());

  it('waits for the trading events that existed at the first check', async () => {
    const holder = await world.database.pool.connect();
    try {
      // Readers can still read the checkpoint, but no process can move it.
      await holder.query('BEGIN; LOCK TABLE gamma.checkpoints IN EXCLUSIVE MODE');
      const link = world.app.get(NatsLink);
      const connection = await link.ready();
      const { subject } = eventStream(link.prefix, 'clob');
      const bytes = encodeMessage({ source: 'clob', firstSequence: 1, facts: [EVENT_EXAMPLES['funds.credited.v1']] });
      await connection.jetstream().publish(subject, bytes, { msgID: 'clob-1-1' });
      expect(await world.get('/readyz')).toMatchObject({
        status: 503,
        body: { database: 'ok', events: '0 of 1 events of clob are applied: it catches up' },
      });
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    while ((await world.get('/readyz')).status !== 200) await after(100);
    expect((await world.get('/readyz')).body).toEqual({ database: 'ok', events: 'ok' });
  });

  it('does not wait for an unreachable NATS', async () => {
    const alone = await GammaWorld.start({ NATS_URL: 'nats://127.0.0.1:1' });
    try {
      expect(await alone.get('/readyz')).toMatchObject({ status: 200, body: { database: 'ok', events: 'ok' } });
    } finally {
      await alone.stop();
    }
  });
});
