import { NEW_TRADING } from '../catalog/records';
import { publishedTerms } from './published-terms';

const { tickPips, minimumSizeMicros, feeRateBps, feeExponent } = NEW_TRADING;
const SAME = { tickPips, minimumSizeMicros, feeRateBps, feeExponent, delayMillis: 0 };
const ALIKE = { trading: NEW_TRADING, tradingOverrides: {} };

describe('terms that trading publishes', () => {
  it('are none when they equal those of the catalog', () => {
    expect(publishedTerms(ALIKE, { status: 'active', terms: SAME })).toEqual({});
  });

  it('are the differences, and none once they are gone', () => {
    const tradingOverrides = publishedTerms(ALIKE, { status: 'paused', terms: { ...SAME, tickPips: 10, delayMillis: 3_000 } });
    expect(tradingOverrides).toEqual({ acceptingOrders: false, tickPips: 10, secondsDelay: 3 });
    expect(publishedTerms({ ...ALIKE, tradingOverrides }, { status: 'active', terms: SAME })).toEqual({});
    const trading = { ...NEW_TRADING, acceptingOrders: false, tickPips: 10, secondsDelay: 3 };
    expect(publishedTerms({ trading, tradingOverrides }, { status: 'paused' })).toEqual({});
  });

  it('are unchanged by an event without terms, except for whether orders are accepted', () => {
    expect(publishedTerms({ ...ALIKE, tradingOverrides: { feeRateBps: 700 } }, { status: 'paused' })).toEqual({
      acceptingOrders: false,
      feeRateBps: 700,
    });
  });

  it('bring the newest result under way, which an event without one leaves', () => {
    const proposal = {
      stage: 'proposed',
      payoutPips: [10_000, 0],
      proposedBy: 'ann',
      proposedAt: 1,
      source: '',
      by: 'ann',
      at: 1,
      note: '',
    } as const;
    const tradingOverrides = publishedTerms(ALIKE, { status: 'closed', terms: SAME, proposal });
    expect(tradingOverrides).toEqual({ proposal });
    const disputed = { ...proposal, stage: 'disputed' } as const;
    expect(publishedTerms({ ...ALIKE, tradingOverrides }, { status: 'closed', proposal: disputed })).toEqual({
      proposal: disputed,
    });
    expect(publishedTerms({ ...ALIKE, tradingOverrides }, { status: 'resolved' })).toEqual({ proposal });
  });

  it('exclude the acceptance of orders once the market is over', () => {
    expect(publishedTerms(ALIKE, { status: 'closed', terms: SAME })).toEqual({});
    expect(
      publishedTerms({ ...ALIKE, tradingOverrides: { acceptingOrders: false } }, { status: 'resolved', terms: SAME }),
    ).toEqual({
      acceptingOrders: false,
    });
  });

  it('keep rewards that an operator pinned, even when the catalog has the same, until they are pinned again', () => {
    const { rewardsRates, rewardsMinSizeMicros, rewardsMaxSpreadPips } = NEW_TRADING;
    const pinned = { rewardsRates, rewardsMinSizeMicros, rewardsMaxSpreadPips };
    const published = publishedTerms(ALIKE, { status: 'active', terms: { ...SAME, ...pinned } });
    expect(published).toEqual(pinned);
    const later = publishedTerms(
      { ...ALIKE, tradingOverrides: published },
      { status: 'active', terms: { ...SAME, rebateRateBps: 0 } },
    );
    expect(later).toEqual({ ...pinned, rebateRateBps: 0 });
    expect(publishedTerms({ ...ALIKE, tradingOverrides: later }, { status: 'closed' })).toEqual(later);
    const changed = { ...SAME, rewardsRates: [{ assetAddress: '0x2', dailyRateMicros: 5 }] };
    expect(publishedTerms({ ...ALIKE, tradingOverrides: later }, { status: 'active', terms: changed })).toEqual({
      ...later,
      rewardsRates: changed.rewardsRates,
    });
  });
});
