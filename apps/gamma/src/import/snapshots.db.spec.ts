import * as fc from 'fast-check';
import { GammaWorld } from '../testing/gamma-world';
import { conditionOf, event, market } from '../testing/source-rows';

const AT = '2026-02-01T00:00:00Z';
const TABLES = ['tags', 'series', 'events', 'markets', 'market_figures', 'event_figures'];
/** TRUNCATE locks its tables one by one against readers, here the search index: the two would deadlock. */
const CLEAR = TABLES.map((table) => `DELETE FROM gamma.${table}`).join('; ');

describe('snapshots of a catalog', () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start();
  }, 60_000);
  afterAll(() => world?.stop());
  beforeEach(async () => {
    await world.database.pool.query(CLEAR);
  });

  /** All stored state, except the times of change. */
  const state = async (): Promise<readonly unknown[]> =>
    Promise.all(
      TABLES.map(
        async (table) =>
          (await world.database.pool.query(`SELECT to_jsonb(t) - 'version' AS row FROM gamma.${table} t ORDER BY 1`)).rows,
      ),
    );
  const marketIds = async (id: number): Promise<unknown> => {
    const { body } = await world.get(`/events/${id}`);
    return Object(body).markets.map((each: { id: string }) => Number(each.id));
  };

  const text = fc.constantFrom('', 'a', 'b', '🎲');
  const dated = { updatedAt: fc.constant(AT), icon: text };
  const someMarket = fc.record(
    {
      ...dated,
      description: text,
      closed: fc.boolean(),
      outcomePrices: fc.constantFrom('["1", "0"]', '["0", "1"]', '["0.3", "0.7"]'),
      volume: fc.constantFrom('5', '40', 3),
      groupItemThreshold: fc.constantFrom('1', '2', null),
      orderPriceMinTickSize: fc.constantFrom(0.01, 0.001),
      outcomes: fc.constantFrom('["Yes", "No"]', '["Up", "Down"]'),
      fee: fc.constantFrom({ rate: 1 }, { rate: 2, exponent: 1 }, null),
      tags: fc.constantFrom([], [{ id: 5, label: 'Five', slug: 'five', updatedAt: AT }]),
      sites: fc.constantFrom([], ['alpha'], ['beta', 'alpha']),
    },
    { requiredKeys: ['updatedAt'] },
  );
  const someEvent = fc.record(
    {
      ...dated,
      title: fc.constantFrom('One', 'Another'),
      closed: fc.boolean(),
      negRisk: fc.boolean(),
      eventMetadata: fc.constantFrom({ x: 1 }, { y: '' }),
    },
    { requiredKeys: ['updatedAt', 'title'] },
  );
  const snapshot = fc.oneof(
    fc.record({
      shape: fc.constant('markets' as const),
      market: someMarket,
      event: someEvent,
      of: fc.constantFrom([1], [2], [2, 1]),
    }),
    fc.record({ shape: fc.constant('events' as const), market: someMarket, event: someEvent, of: fc.constantFrom([1], [2]) }),
  );
  type Snapshot = typeof snapshot extends fc.Arbitrary<infer S> ? S : never;

  function importOne({ shape, market: fields, event: around, of }: Snapshot): Promise<{ readonly stored: number }> {
    return shape === 'markets'
      ? world.import(shape, [market(10, { ...fields, events: of.map((id) => ({ ...event(id, []), ...around })) })])
      : world.import(
          shape,
          of.map((id) => ({ ...event(id, [market(10, fields), market(11, { updatedAt: AT })]), ...around })),
        );
  }

  it('of one time reach one state in any order, and a second import of both stores nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(snapshot, { minLength: 2, maxLength: 3 }), async (snapshots) => {
        const ends: (readonly unknown[])[] = [];
        for (const order of [snapshots, snapshots.toReversed()]) {
          await world.database.pool.query(CLEAR);
          for (const each of order) await importOne(each);
          ends.push(await state());
          for (const each of order) expect(await importOne(each)).toMatchObject({ stored: 0 });
        }
        expect(ends[1]).toEqual(ends[0]);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('an older one that lists other events of a market changes nothing, in first or second place', async () => {
    const of = (id: number, updatedAt: string) => market(10, { updatedAt, events: [event(id, [])] });
    const older = of(1, '2026-01-01T00:00:00Z');
    const newer = of(2, AT);
    for (const row of [older, newer]) expect(await world.import('markets', [row])).toMatchObject({ stored: 1 });
    for (const row of [older, newer]) expect(await world.import('markets', [row])).toMatchObject({ stored: 0, unchanged: 1 });
    expect((await world.get('/markets/10')).body).toMatchObject({ events: [{ id: '2' }] });
  });

  it('count as held the rows of the file, including nested ones', async () => {
    const rows = [event(1, [market(10), market(11)], { updatedAt: AT }), event(2, [market(12)], { updatedAt: AT })];
    expect(await world.import('events', [...rows, rows[0]])).toMatchObject({ events: 2, markets: 3, stored: 2, unchanged: 1 });
    expect(await world.import('events', [...rows, 'x'])).toMatchObject({ events: 0, markets: 0, stored: 0, unchanged: 2 });
  });

  it('list the markets of an event by their threshold, then in the order given', async () => {
    const of = (id: number, groupItemThreshold?: string) => market(id, { groupItemThreshold });
    await world.import('events', [event(1, [of(14, '7'), of(13, '10'), of(12, '7'), of(15), of(11)])]);
    expect(await marketIds(1)).toEqual([14, 12, 13, 15, 11]);
    const rows = [29, 23, 27].map((id) => market(id, { events: [event(2, [])] }));
    await world.import('markets', rows);
    expect(await marketIds(2)).toEqual([29, 23, 27]);
  });

  it('report markets and events that share a slug', async () => {
    const first = await world.import('events', [event(1, [market(10)]), event(2, [market(11, { slug: 'market-10' })])]);
    expect(first.duplicateSlugs.map(({ place, id }) => [place, id])).toEqual([
      ['row 1, market 1', '10'],
      ['row 2, market 1', '11'],
    ]);
    const { duplicateSlugs } = await world.import('events', [event(3, [], { slug: 'event-1' })]);
    expect(duplicateSlugs).toEqual([{ place: 'row 1', id: '3', reason: 'its slug event-1 is also that of event 1' }]);
  });

  it('store fields without a column, and merge later values over them', async () => {
    const source = async () => (await world.database.pool.query('SELECT source FROM gamma.markets')).rows[0].source;
    await world.import('markets', [market(10, { fee: '1', feeSchedule: { rate: 0.07 }, note: 'half \ud800', gone: null })]);
    expect(await source()).toEqual({ fee: '1', feeSchedule: { rate: 0.07 }, note: 'half \ufffd' });
    await world.import('markets', [market(10, { fee: '2' })]);
    expect(await source()).toMatchObject({ fee: '2', feeSchedule: { rate: 0.07 } });
  });

  it('publish how a settled market ended, and what its source says of it', async () => {
    await world.import('markets', [
      market(10, {
        closed: true,
        outcomePrices: '["0", "1"]',
        acceptingOrdersTimestamp: '2026-01-22T00:01:04Z',
        notificationsEnabled: true,
        marketMakerAddress: '0xAb',
      }),
      market(11, { closed: true, outcomePrices: '["0.2", "0.8"]' }),
      market(12),
    ]);
    const published = await world.facts();
    expect(published.slice(-3)).toMatchObject([
      {
        conditionId: conditionOf(10),
        acceptingOrders: false,
        result: 'outcome1',
        closingPricesMicros: [0, 1_000_000],
        acceptingOrdersAt: '2026-01-22T00:01:04Z',
        notificationsEnabled: true,
        marketMaker: '0xAb',
      },
      { closingPricesMicros: [200_000, 800_000] },
      { acceptingOrders: true },
    ]);
    expect(published.at(-2)).not.toHaveProperty('result');
    expect(published.at(-1)).not.toHaveProperty('closingPricesMicros');
  });
});
