import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MarketChangedV1 } from '@foretell/contracts';
import { GammaWorld } from '../testing/gamma-world';
import { conditionOf, event, market } from '../testing/source-rows';

const SAMPLE: readonly unknown[] = JSON.parse(readFileSync(join(__dirname, '..', '..', 'sample', 'catalog.json'), 'utf8'));

describe('importing a catalog', () => {
  let world: GammaWorld;
  beforeEach(async () => {
    world = await GammaWorld.start();
  }, 60_000);
  afterEach(() => world?.stop());

  const changed = (sequence: number, conditionId: string, status: MarketChangedV1['status']): Promise<void> =>
    world.apply({
      source: 'clob',
      firstSequence: sequence,
      facts: [{ type: 'market.changed.v1', at: 1, conditionId, status, payoutPips: null }],
    });

  it('takes the shipped sample whole, and a second time changes and tells nothing', async () => {
    const first = await world.import('events', SAMPLE);
    expect(first).toMatchObject({ events: 30, markets: 87, unchanged: 0, refused: [], adjusted: [], withoutOrderBook: [] });
    const told = await world.facts();
    expect(told).toHaveLength(87);
    expect(await world.import('events', SAMPLE)).toMatchObject({ events: 0, markets: 0, stored: 0, unchanged: 30 });
    expect(await world.facts()).toHaveLength(87);
  });

  it('tells of each market what the other surfaces need, in their units', async () => {
    const terms = {
      orderPriceMinTickSize: 0.001,
      orderMinSize: 15,
      secondsDelay: 3,
      takerBaseFee: 100,
      negRisk: true,
      rewardsMinSize: 50,
      rewardsMaxSpread: 3.5,
    };
    const rewards = { clobRewards: [{ assetAddress: '0xabc', rewardsDailyRate: 2.5 }], creator: '0xAbCd' };
    await world.import('events', [
      event(1, [market(10, { ...terms, ...rewards })], { tags: [{ id: 3, label: 'Sports', slug: 'sports' }] }),
    ]);
    expect(await world.facts()).toEqual([
      expect.objectContaining({
        type: 'catalog.market.v1',
        marketId: '10',
        conditionId: conditionOf(10),
        outcomes: ['Yes', 'No'],
        tokenIds: ['101', '102'],
        enableOrderBook: true,
        acceptingOrders: true,
        tickPips: 10,
        minimumSizeMicros: 15_000_000,
        secondsDelay: 3,
        takerFeeBps: 100,
        negRisk: true,
        rewardsRates: [{ assetAddress: '0xabc', dailyRateMicros: 2_500_000 }],
        rewardsMinSizeMicros: 50_000_000,
        rewardsMaxSpreadPips: 350,
        creator: '0xAbCd',
        tags: [{ label: 'Sports', slug: 'sports' }],
        event: { id: '1', slug: 'event-1', title: 'Event 1', ticker: '', description: '' },
      }),
    ]);
  });

  it('refuses bad rows with their place and reasons, and stores the others', async () => {
    const result = await world.import('markets', [
      market(10),
      'text',
      market(11, { question: 5e3, endDate: 'soon' }),
      { ...market(12), id: 'twelve' },
      market(13, { conditionId: '0x12' }),
      market(14, { clobTokenIds: '[1, 2]' }),
      market(15, { description: 'a\0b' }),
      market(16, { slug: ' ' }),
      market(17, { conditionId: conditionOf(10) }),
      market(18, { clobTokenIds: ['101', '9'] }),
      market(19),
    ]);
    expect(result.markets).toBe(2);
    expect(result.refused.map(({ place, reason }) => `${place}: ${reason}`).toSorted()).toEqual([
      `row 10: token id 101 belongs to market 10 already`,
      'row 2: a market must be an object',
      'row 3: endDate is not an ISO 8601 date-time',
      'row 4: id must be a positive integer',
      'row 5: conditionId must be 0x and 64 hex digits',
      'row 6: clobTokenIds must be an array of strings, or a string that holds one',
      'row 7: description contains the character U+0000',
      'row 8: slug is missing',
      `row 9: condition id ${conditionOf(10)} belongs to market 10 already`,
    ]);
  });

  it('keeps markets that can have no order book, and says why', async () => {
    const result = await world.import('markets', [
      market(10, { conditionId: '' }),
      market(11, { outcomes: ['A', 'B', 'C'] }),
      market(12, { clobTokenIds: null }),
      market(13, { enableOrderBook: false }),
    ]);
    expect(result).toMatchObject({ markets: 4, refused: [] });
    expect(result.withoutOrderBook.map(({ reason }) => reason)).toEqual([
      'it has no condition id',
      'it has 3 outcomes, not 2',
      'it has 0 token ids, not 2',
      'its row says enableOrderBook false',
    ]);
    expect((await world.facts()).map(({ enableOrderBook }) => enableOrderBook)).toEqual([false, false, false, false]);
  });

  it('a tick that trading does not know becomes the nearest, which is reported', async () => {
    const { adjusted } = await world.import('markets', [market(10, { orderPriceMinTickSize: 0.02 })]);
    expect(adjusted).toEqual([{ place: 'row 1', id: '10', reason: 'tick 0.02 is not one that trading knows: 0.01 is used' }]);
    expect(await world.facts()).toMatchObject([{ tickPips: 100 }]);
  });

  it('a market belongs to every event that lists it, and what a row does not name stays', async () => {
    await world.import('events', [
      event(1, [market(10, { icon: 'i' })], { tags: [{ id: 3, label: 'Three', slug: 'three' }] }),
      event(2, [market(10)]),
    ]);
    await world.import('markets', [market(11, { events: [{ id: 1, slug: 'event-1', title: 'Renamed' }] })]);
    expect((await world.get('/markets/10')).body).toMatchObject({
      icon: 'i',
      events: [{ id: '1', title: 'Renamed' }, { id: '2' }],
    });
    expect((await world.get('/events/1')).body).toMatchObject({ tags: [{ id: '3' }], markets: [{ id: '10' }, { id: '11' }] });
    expect(await world.list('/markets?tag=three')).toHaveLength(2);
  });

  it('a row that is older than the one held changes nothing', async () => {
    await world.import('markets', [market(10, { updatedAt: '2026-02-01T00:00:00.5Z', description: 'new' })]);
    expect(await world.import('markets', [market(10, { updatedAt: '2026-02-01T00:00:00Z', description: 'old' })])).toMatchObject({
      markets: 0,
      unchanged: 1,
    });
    expect((await world.get('/markets/10')).body).toMatchObject({ description: 'new' });
  });

  it('tells again of all markets of an event whose title changed', async () => {
    await world.import('events', [event(1, [market(10), market(11)])]);
    await world.import('events', [event(1, [], { title: 'Other' })]);
    expect((await world.facts()).slice(2)).toMatchObject([
      { marketId: '10', event: { title: 'Other' } },
      { marketId: '11', event: { title: 'Other' } },
    ]);
  });

  it('what trading closes reads as closed, with its event, and is not told back', async () => {
    await world.import('events', [event(1, [market(10), market(11)])]);
    await changed(1, conditionOf(10), 'resolved');
    expect((await world.get('/markets/10')).body).toMatchObject({ active: true, closed: true });
    expect((await world.get('/events/1')).body).toMatchObject({ closed: false });
    await changed(2, conditionOf(11), 'closed');
    expect((await world.get('/events/1')).body).toMatchObject({ closed: true });
    expect(await world.facts()).toHaveLength(2);
    expect(await world.list('/markets?closed=false')).toEqual([]);
  });

  it('an import does not reopen what trading has closed, and trading may open it again', async () => {
    await world.import('events', [event(1, [market(10)])]);
    await changed(1, conditionOf(10), 'closed');
    await world.import('events', [event(1, [market(10, { closed: false, description: 'touched' })])]);
    expect((await world.get('/markets/10')).body).toMatchObject({ closed: true, description: 'touched' });
    await changed(2, conditionOf(10), 'active');
    expect((await world.get('/markets/10')).body).toMatchObject({ closed: false });
    expect((await world.get('/events/1')).body).toMatchObject({ closed: false });
  });

  it('tells when the catalog deactivates or closes a market', async () => {
    await world.import('markets', [market(10)]);
    await world.import('markets', [market(10, { active: false })]);
    await world.import('markets', [market(10, { closed: true })]);
    expect((await world.facts()).slice(1)).toMatchObject([
      { active: false, closed: false, acceptingOrders: false },
      { active: false, closed: true, acceptingOrders: false },
    ]);
  });

  it('refuses facts that do not follow its checkpoint', async () => {
    await changed(1, conditionOf(1), 'closed');
    await expect(changed(1, conditionOf(1), 'active')).rejects.toThrow('the checkpoint is not at 0');
    await expect(changed(3, conditionOf(1), 'active')).rejects.toThrow('the checkpoint is not at 2');
  });

  it('lets the role of the surface, which owns nothing, take statistics', async () => {
    await world.import('events', SAMPLE);
    const { pool } = world.database;
    await pool.query('BEGIN; SET LOCAL ROLE foretell_gamma; SELECT gamma.take_statistics(); COMMIT');
    const { rows } = await pool.query(`SELECT reltuples FROM pg_class WHERE oid = 'gamma.markets'::regclass`);
    expect(rows).toEqual([{ reltuples: 87 }]);
  });
});
