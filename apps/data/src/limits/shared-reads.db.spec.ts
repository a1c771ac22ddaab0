import { readWhileLocked } from '@foretell/testing';
import { DataWorld } from '../testing/data-world';

describe('a network whose reads take long', () => {
  let world: DataWorld;

  beforeAll(async () => void (world = await DataWorld.open({ TRUSTED_PROXIES: '1' })));
  afterAll(() => world?.close());

  it('leaves half of the database connections to others, and gets all its answers in the end', async () => {
    const { database, url, app, config } = world;
    const slow = Array.from({ length: 2 * config.poolMax }, () => '/trades');
    const statuses = await readWhileLocked({
      ...{ database, url, server: app.getHttpServer(), table: 'data.activity', stay: slow, leave: slow },
      meanwhile: async () => expect((await world.get('/oi')).status).toBe(200),
    });
    expect(statuses).toEqual(slow.map(() => 200));
    expect((await world.get('/trades')).status).toBe(200);
  });

  it('still gets its probes and metrics answered: they tell a slow database from a process that is gone', async () => {
    const { database, url, app, config } = world;
    const slow = Array.from({ length: config.poolMax }, () => '/trades');
    await readWhileLocked({
      ...{ database, url, server: app.getHttpServer(), table: 'data.activity', stay: slow, leave: [] },
      // Whatever the probes say: they are answered.
      meanwhile: async (ask) => expect(await Promise.all(['/metrics', '/healthz', '/readyz'].map(ask))).toContain(200),
    });
  });
});
