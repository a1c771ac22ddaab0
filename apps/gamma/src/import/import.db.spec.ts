import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REWARD_ASSET, type MarketChangedV1 } from '@foretell/contracts';
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

  it('accepts the complete shipped sample; a second import changes and publishes nothing', async () => {
    const first = await world.import('events', SAMPLE);
    expect(first).toMatchObject({ events: 30, markets: 87, unchanged: 0, refused: [], adjusted: [], withoutOrderBook: [] });
    const published = await world.facts();
    expect(published).toHaveLength(87);
    expect(await world.import('events', SAMPLE)).toMatchObject({ events: 0, markets: 0, stored: 0, unchanged: 30 });
    expect(await world.facts()).toHaveLength(87);
  });

  it('gives the sample its own ids and tags, which no public catalog has', () => {
    const text = JSON.stringify(SAMPLE);
    const ids = [...text.matchAll(/"id":"?(\d+)/g)].map(([, id]) => Number(id));
    const tags = [...text.matchAll(/"tags":(\[[^\]]*\])/g)].flatMap(([, list = '']) => [...list.matchAll(/"slug":"([^"]*)"/g)]);
    expect(Math.min(...ids)).toBeGreaterThanOrEqual(3e12);
    expect(tags.length).toBeGreaterThan(0);
    for (const [, slug] of tags) expect(slug).toMatch(/^sample-/);
  });

  it('publishes the data of each market that the other services need, in their units', async () => {
    const terms = {
      orderPriceMinTickSize: 0.001,
      orderMinSize: 15,
      secondsDelay: 3,
      feesEnabled: true,
      takerBaseFee: 1000,
      makerBaseFee: 1000,
      feeSchedule: { rate: 0.07, exponent: 1, takerOnly: true, rebateRate: 0.2 },
      negRisk: true,
      rewardsMinSize: 50,
      rewardsMaxSpread: 3.5,
    };
    const rewards = { clobRewards: [{ assetAddress: REWARD_ASSET, rewardsDailyRate: 2.5 }], creator: '0xAbCd' };
    await world.import('events', [
      event(1, [market(10, { ...terms, ...rewards })], { tags: [{ id: 3, label: 'Sports', slug: 'sports' }] }),
    ]);
    expect(await world.facts()).toEqual([
      expect.objectContaining({
        type: 'catalog.market.v2',
        marketId: '10',
        conditionId: conditionOf(10),
        outcomes: ['Yes', 'No'],
        tokenIds: ['101', '102'],
        enableOrderBook: true,
        acceptingOrders: true,
        tickPips: 10,
        minimumSizeMicros: 15_000_000,
        secondsDelay: 3,
        feeRateBps: 700,
        feeExponent: 1,
        negRisk: true,
        rewardsRates: [{ assetAddress: REWARD_ASSET, dailyRateMicros: 2_500_000 }],
        rewardsMinSizeMicros: 50_000_000,
        rewardsMaxSpreadPips: 350,
        creator: '0xAbCd',
        tags: [{ label: 'Sports', slug: 'sports' }],
        event: { id: '1', slug: 'event-1', title: 'Event 1', ticker: '', description: '' },
      }),
    ]);
  });

  describe('reads the fee of a row', () => {
    const imported = async (fields: object, options: { readonly baseFees?: boolean } = {}) => {
      const { refused, adjusted } = await world.import('markets', [market(10, fields)], [], options);
      const exchangeEvent = (await world.facts()).at(-1);
      const terms = exchangeEvent?.type === 'catalog.market.v2' ? [exchangeEvent.feeRateBps, exchangeEvent.feeExponent] : null;
      return { terms, said: [...refused, ...adjusted].map(({ reason }) => reason) };
    };

    it.each([
      ['a schedule', { feesEnabled: true, feeSchedule: { rate: 0.07, exponent: 1, takerOnly: true } }, [700, 1]],
      ['a schedule with exponent 2', { feeSchedule: { rate: 0.25, exponent: 2, rebateRate: 0.2 } }, [2_500, 2]],
      ['a schedule of 7.2 % beside the base fee', { takerBaseFee: 1000, feeSchedule: { rate: 0.072, exponent: 1 } }, [720, 1]],
      ['a schedule without an exponent, written as text', { feeSchedule: { rate: '0.0441' } }, [441, 1]],
      ['a schedule of nothing', { feeSchedule: { rate: 0, exponent: 1 } }, [0, 1]],
      ['fees that are off, whatever stands beside', { feesEnabled: false, takerBaseFee: 1000 }, [0, 1]],
      ['a base fee of 0', { takerBaseFee: 0, feeSchedule: null }, [0, 1]],
      ['nothing', {}, [0, 1]],
    ])('%s', async (_, fields, terms) => {
      expect(await imported(fields)).toEqual({ terms, said: [] });
    });

    it('a base fee alone as no rate, and reports it', async () => {
      const said = expect.stringContaining('takerBaseFee 1000 says that there is a fee, not how much');
      expect(await imported({ feesEnabled: true, takerBaseFee: 1000 })).toEqual({ terms: [0, 1], said: [said] });
    });

    it('a base fee alone as the rate when the operator asks for that', async () => {
      expect(await imported({ takerBaseFee: 1000 }, { baseFees: true })).toEqual({ terms: [1_000, 1], said: [] });
      expect(await imported({ takerBaseFee: 1000, feeSchedule: { rate: 0.03, exponent: 1 } }, { baseFees: true })).toEqual({
        terms: [300, 1],
        said: [],
      });
    });

    it('a base fee alone as no change: a market keeps its fee', async () => {
      await imported({ feeSchedule: { rate: 0.04, exponent: 1 } });
      expect(await imported({ takerBaseFee: 1000, question: 'Is it still 4 %?' })).toMatchObject({ terms: [400, 1] });
    });

    it('a fee for makers as no maker fee, and reports it', async () => {
      expect(await imported({ feeSchedule: { rate: 0.04, exponent: 1, takerOnly: false } })).toEqual({
        terms: [400, 1],
        said: ['its feeSchedule charges makers too: makers pay nothing here'],
      });
    });

    it.each([
      [{ rate: 1.5 }, 'feeSchedule: rate must be from 0 to 1 with at most four decimals, not 1.5'],
      [{ rate: -0.1 }, 'feeSchedule: rate must be from 0 to 1 with at most four decimals, not -0.1'],
      [{ rate: 0.00005 }, 'feeSchedule: rate must be from 0 to 1 with at most four decimals, not 0.00005'],
      [{ rate: 0.07, exponent: 5 }, 'feeSchedule: exponent must be a whole number from 0 to 4, not 5'],
      [{ rate: 0.07, exponent: 1.5 }, 'feeSchedule: exponent must be a whole number from 0 to 4, not 1.5'],
      [{ rate: 'much' }, 'feeSchedule: rate must be a number'],
      [{ exponent: 1 }, 'feeSchedule: rate is missing'],
      ['7 %', 'feeSchedule must be an object'],
    ])('and refuses the row for a schedule of %j', async (feeSchedule, said) => {
      expect(await imported({ feeSchedule })).toEqual({ terms: null, said: [said] });
    });

    it.each([12_345_678, 0.5])('and refuses the row for a base fee of %d that is to be the rate', async (takerBaseFee) => {
      const said = [`takerBaseFee must be a whole number of basis points from 0 to 10000, not ${takerBaseFee}`];
      expect(await imported({ takerBaseFee }, { baseFees: true })).toEqual({ terms: null, said });
    });
  });

  it('refuses invalid rows with their place and reasons, and stores the others', async () => {
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

  it('refuses a market whose event is refused: without its event it would still trade', async () => {
    const { markets, refused } = await world.import('markets', [
      market(10, {
        events: [
          { id: '9', slug: 'e-9', title: 'E' },
          { id: '8', slug: 'e-8' },
        ],
      }),
      market(11, { events: [{ id: '9', slug: 'e-9', title: 'E' }] }),
    ]);
    expect(markets).toBe(1);
    expect(refused.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
      'row 1, event 2: title is missing',
      'row 1: its event was refused',
    ]);
  });

  it('stores markets that cannot have an order book, and reports why', async () => {
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

  it('replaces a tick that trading does not support by the nearest, and reports it', async () => {
    const { adjusted } = await world.import('markets', [market(10, { orderPriceMinTickSize: 0.02 })]);
    expect(adjusted).toEqual([{ place: 'row 1', id: '10', reason: 'tick 0.02 is not one that trading knows: 0.01 is used' }]);
    expect(await world.facts()).toMatchObject([{ tickPips: 100 }]);
  });

  it('a market belongs to every event that lists it, and fields that a row omits stay', async () => {
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

  it('a row older than the stored one changes nothing', async () => {
    await world.import('markets', [market(10, { updatedAt: '2026-02-01T00:00:00.5Z', description: 'new' })]);
    expect(await world.import('markets', [market(10, { updatedAt: '2026-02-01T00:00:00Z', description: 'old' })])).toMatchObject({
      markets: 0,
      unchanged: 1,
    });
    expect((await world.get('/markets/10')).body).toMatchObject({ description: 'new' });
  });

  it('publishes all markets of an event again when its title changed', async () => {
    await world.import('events', [event(1, [market(10), market(11)])]);
    await world.import('events', [event(1, [], { title: 'Other' })]);
    expect((await world.facts()).slice(2)).toMatchObject([
      { marketId: '10', event: { title: 'Other' } },
      { marketId: '11', event: { title: 'Other' } },
    ]);
  });

  it('shows as closed what trading closed, with its event, and does not publish it back', async () => {
    await world.import('events', [event(1, [market(10), market(11)])]);
    await changed(1, conditionOf(10), 'resolved');
    expect((await world.get('/markets/10')).body).toMatchObject({ active: true, closed: true });
    expect((await world.get('/events/1')).body).toMatchObject({ closed: false });
    await changed(2, conditionOf(11), 'closed');
    expect((await world.get('/events/1')).body).toMatchObject({ closed: true });
    expect(await world.facts()).toHaveLength(2);
    expect(await world.list('/markets?closed=false')).toEqual([]);
  });

  it('an import does not reopen what trading closed, and trading may reopen it', async () => {
    await world.import('events', [event(1, [market(10)])]);
    await changed(1, conditionOf(10), 'closed');
    await world.import('events', [event(1, [market(10, { closed: false, description: 'touched' })])]);
    expect((await world.get('/markets/10')).body).toMatchObject({ closed: true, description: 'touched' });
    await changed(2, conditionOf(10), 'active');
    expect((await world.get('/markets/10')).body).toMatchObject({ closed: false });
    expect((await world.get('/events/1')).body).toMatchObject({ closed: false });
  });

  it('publishes that the catalog deactivated or closed a market', async () => {
    await world.import('markets', [market(10)]);
    await world.import('markets', [market(10, { active: false })]);
    await world.import('markets', [market(10, { closed: true })]);
    expect((await world.facts()).slice(1)).toMatchObject([
      { active: false, closed: false, acceptingOrders: false },
      { active: false, closed: true, acceptingOrders: false },
    ]);
  });

  it('refuses trading events that do not follow its checkpoint', async () => {
    await changed(1, conditionOf(1), 'closed');
    await expect(changed(1, conditionOf(1), 'active')).rejects.toThrow('the checkpoint is not at 0');
    await expect(changed(3, conditionOf(1), 'active')).rejects.toThrow('the checkpoint is not at 2');
  });

  it("lets the service's role, which owns nothing, collect statistics", async () => {
    await world.import('events', SAMPLE);
    const { pool } = world.database;
    await pool.query('BEGIN; SET LOCAL ROLE foretell_gamma; SELECT gamma.take_statistics(); COMMIT');
    const { rows } = await pool.query(`SELECT reltuples FROM pg_class WHERE oid = 'gamma.markets'::regclass`);
    expect(rows).toEqual([{ reltuples: 87 }]);
  });
});
