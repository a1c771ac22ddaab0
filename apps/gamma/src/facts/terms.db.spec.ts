import type { MarketChangedV1 } from '@foretell/contracts';
import { GammaWorld } from '../testing/gamma-world';
import { ADA_CONDITION, PUBLIC_SITE } from '../testing/public-site';
import { TradingFactsApplier } from './trading-facts.applier';

function changed(status: MarketChangedV1['status']): MarketChangedV1 {
  return { type: 'market.changed.v1', at: 1, conditionId: ADA_CONDITION, status, payoutPips: null };
}

describe('terms that trading tells', () => {
  let world: GammaWorld;
  let sequence = 0;
  beforeAll(async () => {
    world = await GammaWorld.start();
    await world.import('events', PUBLIC_SITE);
  }, 120_000);
  afterAll(() => world?.stop());

  /** In one batch. */
  const apply = async (...facts: MarketChangedV1[]): Promise<void> => {
    const messages = facts.map((fact, index) => ({
      source: 'clob' as const,
      firstSequence: sequence + 1 + index,
      facts: [fact],
    }));
    sequence += facts.length;
    await world.app.get(TradingFactsApplier).apply(messages);
  };
  const shows = async (expected: object): Promise<void> => {
    expect((await world.get('/public/markets/9001')).body).toMatchObject(expected);
  };

  it('are shown where they are others than the catalog’s: what an operator set or paused, until both say the same', async () => {
    const ofCatalog = { tickPips: 10, minimumSizeMicros: 5_000_000, feeRateBps: 400, feeExponent: 1, delayMillis: 0 };
    await apply({ ...changed('active'), terms: ofCatalog });
    const catalogTerms = {
      acceptingOrders: true,
      orderPriceMinTickSize: 0.001,
      orderMinSize: 5,
      secondsDelay: 0,
      feesEnabled: true,
      feeSchedule: { rate: 0.04, exponent: 1, takerOnly: true, rebateRate: 0.25 },
    };
    await shows(catalogTerms);

    const set = { tickPips: 100, minimumSizeMicros: 10_000_000, feeRateBps: 0, feeExponent: 2, delayMillis: 3_000 };
    await apply({ ...changed('paused'), terms: set });
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

    await apply({ ...changed('active'), terms: ofCatalog });
    await shows(catalogTerms);
  });

  it('are shown where an operator pinned rewards, whatever the catalog says before and after', async () => {
    const terms = { tickPips: 10, minimumSizeMicros: 5_000_000, feeRateBps: 400, feeExponent: 1, delayMillis: 0 };
    const asset = `0x${'2'.repeat(40)}`;
    await shows({ rewardsMinSize: 50, feeSchedule: { rebateRate: 0.25 }, clobRewards: [expect.anything()] });

    const rewards = { rewardsRates: [{ assetAddress: asset, dailyRateMicros: 12_500_000 }], rewardsMinSizeMicros: 20_000_000 };
    await apply({ ...changed('active'), terms: { ...terms, ...rewards, rewardsMaxSpreadPips: 250, rebateRateBps: 5_000 } });
    const pinned = {
      clobRewards: [expect.objectContaining({ assetAddress: asset, rewardsDailyRate: 12.5, conditionId: ADA_CONDITION })],
      rewardsMinSize: 20,
      rewardsMaxSpread: 2.5,
      feeSchedule: { rate: 0.04, exponent: 1, takerOnly: true, rebateRate: 0.5 },
    };
    await shows(pinned);
    await world.import(
      'events',
      PUBLIC_SITE.map((row) => ({ ...row, updatedAt: '2026-12-01T00:00:00Z' })),
    );
    await apply({ ...changed('active'), terms });
    await shows(pinned);

    await apply({ ...changed('active'), terms: { ...terms, ...rewards, rewardsRates: [], rewardsMaxSpreadPips: 250 } });
    await shows({ ...pinned, clobRewards: [] });

    await apply({ ...changed('active'), terms: { ...terms, ...rewards } }, { ...changed('paused'), terms });
    await shows({ ...pinned, acceptingOrders: false });
  });
});
