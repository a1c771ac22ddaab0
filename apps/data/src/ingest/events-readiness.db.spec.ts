import { ALICE, eventsOf, RAIN, split } from '@foretell/testing/trading';
import { setTimeout as after } from 'node:timers/promises';
import { market } from '../testing/events';
import { DataWorld } from '../testing/data-world';

jest.setTimeout(60_000);

describe('the readiness of the data service', () => {
  let world: DataWorld;

  beforeAll(async () => void (world = await DataWorld.open()));
  afterAll(() => world?.close());

  it('waits for the events of both sources that existed when it was first requested', async () => {
    const { database, url } = world;
    const ready = `${url}/readyz`;
    const holder = await database.pool.connect();
    try {
      // The checkpoints can be read, but not moved.
      await holder.query('BEGIN; LOCK TABLE data.checkpoints IN EXCLUSIVE MODE');
      await world.publish('clob', eventsOf(split(Date.now(), ALICE, 2)).slice(-1));
      await world.publish('gamma', [market(RAIN, [])]);
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
