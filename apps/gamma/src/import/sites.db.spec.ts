import { GammaWorld } from '../testing/gamma-world';
import { event, market } from '../testing/source-rows';

describe('listing an import on sites', () => {
  let world: GammaWorld;
  beforeEach(async () => {
    world = await GammaWorld.start();
  }, 60_000);
  afterEach(() => world?.stop());

  const on = async (site: string): Promise<unknown> =>
    (await world.list(`/markets?creator=${site}&order=id&ascending=true`)).map(({ id }) => Number(id));
  const AT = '2026-02-01T00:00:00Z';

  it('lists every row, also those stored in a newer form', async () => {
    await world.import('events', [event(1, [market(10, { updatedAt: AT })], { updatedAt: AT })]);
    const older = '2026-01-01T00:00:00Z';
    await world.import('events', [event(1, [market(10, { updatedAt: older }), market(11)], { updatedAt: older })], ['Alpha']);
    expect(await on('alpha')).toEqual([10, 11]);
    expect((await world.list('/events?creator=ALPHA')).map(({ id }) => id)).toEqual(['1']);
  });

  it("adds to a market's sites and removes none, whatever rows come later", async () => {
    const rows = [event(1, [market(10), market(11, { sites: ['own'] })], { creator: '0xAb' })];
    await world.import('events', rows, ['alpha']);
    await world.import('events', rows, ['beta', 'gamma']);
    await world.import('events', rows);
    for (const site of ['alpha', 'beta', 'gamma']) expect(await on(site)).toEqual([10, 11]);
    expect(await on('0xab')).toEqual([10]);
    expect(await on('own')).toEqual([11]);
  });

  it('removes rows from a site only on request', async () => {
    const rows = [event(1, [market(10), market(11)])];
    await world.import('events', rows, ['alpha', 'beta']);
    await world.import('markets', [market(10)], [], { unlisted: ['ALPHA'] });
    expect([await on('alpha'), await on('beta')]).toEqual([[11], [10, 11]]);
    await world.import('events', rows, [], { unlisted: ['alpha', 'beta'] });
    expect([await on('alpha'), await on('beta'), await world.list('/events?creator=beta')]).toEqual([[], [], []]);
  });
});
