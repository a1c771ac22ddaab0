import { readWhileLocked } from '@foretell/testing';
import { GammaWorld } from '../testing/gamma-world';

describe('a network whose reads take long', () => {
  let world: GammaWorld;

  beforeAll(async () => void (world = await GammaWorld.start({ TRUSTED_PROXIES: '1' })));
  afterAll(() => world?.stop());

  it('leaves half of the database connections to others, and gets all its answers in the end', async () => {
    const { database, url, app } = world;
    const paths = Array.from({ length: 80 }, (_, index) => `/series?limit=1&offset=${index}`);
    const [stay, leave] = [paths.slice(0, 40), paths.slice(40)];
    const statuses = await readWhileLocked({
      ...{ database, url, server: app.getHttpServer(), table: 'gamma.series', stay, leave },
      meanwhile: async () => expect((await world.get('/tags')).status).toBe(200),
    });
    expect(statuses).toEqual(stay.map(() => 200));
  });

  it('still gets its probes and metrics answered: they tell a slow database from a process that is gone', async () => {
    const { database, url, app } = world;
    const stay = Array.from({ length: 40 }, (_, index) => `/series?limit=1&offset=${100 + index}`);
    await readWhileLocked({
      ...{ database, url, server: app.getHttpServer(), table: 'gamma.series', stay, leave: [] },
      // Whatever the probes say: they are answered.
      meanwhile: async (ask) => expect(await Promise.all(['/metrics', '/healthz', '/readyz'].map(ask))).toContain(200),
    });
  });
});
