import { readWhileLocked } from '@foretell/testing';
import { ClobWorld } from '../testing/clob-world';

describe('a network whose reads take long', () => {
  let world: ClobWorld;

  beforeAll(async () => void (world = await ClobWorld.open({ TRUSTED_PROXIES: '1' })));
  afterAll(() => world?.close());

  it('leaves half of the database connections to others, and gets all its answers in the end', async () => {
    const { database, url, app } = world;
    const { yes } = await world.list();
    const path = `/prices-history?market=${yes}&interval=1d`;
    // Answers once the tables have the market.
    expect(await world.get(path)).toMatchObject({ status: 200 });
    const slow = Array.from({ length: 4 * world.config.poolMax }, () => path);
    const statuses = await readWhileLocked({
      ...{ database, url, server: app.getHttpServer(), table: 'clob.price_minutes', stay: slow, leave: slow },
      // Stores a new key.
      meanwhile: () => world.trader(),
    });
    expect(statuses).toEqual(slow.map(() => 200));
  });
});
