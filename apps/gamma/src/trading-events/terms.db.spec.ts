import { open, pause, resume, setTerms, TradingScript, type Act } from '@foretell/testing/trading';
import { sizeMicros } from '@foretell/units';
import { GammaWorld } from '../testing/gamma-world';
import { ADA_CONDITION as ADA, PUBLIC_SITE } from '../testing/public-site';
import { TradingEventsApplier } from './trading-events.applier';

const OF_CATALOG = { tickPips: 10, minimumSizeMicros: sizeMicros(5_000_000), feeRateBps: 400, feeExponent: 1, delayMillis: 0 };

describe('terms that trading publishes', () => {
  let world: GammaWorld;
  const script = new TradingScript(OF_CATALOG);
  beforeAll(async () => {
    world = await GammaWorld.start();
    await world.import('events', PUBLIC_SITE);
  }, 120_000);
  afterAll(() => world?.stop());

  /** Applies actions in one batch. */
  const apply = async (...acts: Act[]): Promise<void> => {
    const first = script.journal.events.length + 1;
    const messages = script.play(...acts).map((exchangeEvent, index) => ({
      source: 'clob' as const,
      firstSequence: first + index,
      facts: [exchangeEvent],
    }));
    await world.app.get(TradingEventsApplier).apply(messages, null);
  };
  const shows = async (expected: object): Promise<void> => {
    expect((await world.get('/public/markets/9001')).body).toMatchObject(expected);
  };

  it("are shown while they differ from the catalog's: an operator set or paused them", async () => {
    await apply(open(1, ADA));
    const catalogTerms = {
      acceptingOrders: true,
      orderPriceMinTickSize: 0.001,
      orderMinSize: 5,
      secondsDelay: 0,
      feesEnabled: true,
      feeSchedule: { rate: 0.04, exponent: 1, takerOnly: true, rebateRate: 0.25 },
    };
    await shows(catalogTerms);

    const set = { tickPips: 100, minimumSizeMicros: sizeMicros(10_000_000), feeRateBps: 0, feeExponent: 2, delayMillis: 3_000 };
    await apply(setTerms(1, set, ADA), pause(1, ADA));
    const termsHere = {
      acceptingOrders: false,
      orderPriceMinTickSize: 0.01,
      orderMinSize: 10,
      secondsDelay: 3,
      feesEnabled: false,
      takerBaseFee: 0,
    };
    await shows(termsHere);
    const [event] = await world.list('/public/events?slug=election-2027');
    expect(event).toMatchObject({ markets: expect.arrayContaining([expect.objectContaining(termsHere)]) });
    await world.import(
      'events',
      PUBLIC_SITE.map((row) => ({ ...row, updatedAt: '2026-11-30T00:00:00Z' })),
    );
    await shows(termsHere);

    await apply(setTerms(1, OF_CATALOG, ADA), resume(1, ADA));
    await shows(catalogTerms);
  });

  it('are shown when an operator pinned rewards, whatever the catalog says before and after', async () => {
    const asset = `0x${'2'.repeat(40)}`;
    await shows({ rewardsMinSize: 50, feeSchedule: { rebateRate: 0.25 }, clobRewards: [expect.anything()] });

    const rewards = { rewardsRates: [{ assetAddress: asset, dailyRateMicros: 12_500_000 }], rewardsMinSizeMicros: 20_000_000 };
    await apply(setTerms(1, {}, ADA, { ...rewards, rewardsMaxSpreadPips: 250, rebateRateBps: 5_000 }));
    const pinned = {
      clobRewards: [expect.objectContaining({ assetAddress: asset, rewardsDailyRate: 12.5, conditionId: ADA })],
      rewardsMinSize: 20,
      rewardsMaxSpread: 2.5,
      feeSchedule: { rate: 0.04, exponent: 1, takerOnly: true, rebateRate: 0.5 },
    };
    await shows(pinned);
    await world.import(
      'events',
      PUBLIC_SITE.map((row) => ({ ...row, updatedAt: '2026-12-01T00:00:00Z' })),
    );
    await apply(setTerms(1, {}, ADA));
    await shows(pinned);

    await apply(setTerms(1, {}, ADA, { ...rewards, rewardsRates: [], rewardsMaxSpreadPips: 250 }));
    await shows({ ...pinned, clobRewards: [] });

    await apply(setTerms(1, {}, ADA, rewards), pause(1, ADA));
    await shows({ ...pinned, acceptingOrders: false });
  });
});
