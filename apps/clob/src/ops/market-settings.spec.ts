import { marketEntry } from '../testing/market-entry';
import { rewardsOf, termsOf } from './market-settings';
import { OpsRefusal } from '@foretell/platform-nats';

const entry = marketEntry({
  event: { tickPips: 100, minimumSizeMicros: 5_000_000, feeRateBps: 30, feeExponent: 1, secondsDelay: 2 },
});
const terms = { tickPips: 100, minimumSizeMicros: 5_000_000, feeRateBps: 30, feeExponent: 1, delayMillis: 2_000 };

describe('what an operator sets of a market', () => {
  it.each([
    [{ tick: '0.0025' }, { ...terms, tickPips: 25 }],
    [{ feeRate: '0' }, { ...terms, feeRateBps: 0 }],
    [{ feeRate: '0.0725' }, { ...terms, feeRateBps: 725 }],
    [
      { feeRate: '0.25', feeExponent: 2 },
      { ...terms, feeRateBps: 2_500, feeExponent: 2 },
    ],
    [{ feeExponent: 0 }, { ...terms, feeExponent: 0 }],
    [{ minimumSize: '0.5' }, { ...terms, minimumSizeMicros: 500_000 }],
    [{ secondsDelay: 0 }, { ...terms, delayMillis: 0 }],
  ])('%j changes only that', (settings, expected) => {
    expect(termsOf(entry, settings)).toEqual(expected);
  });

  it('leaves terms and rewards alone when none is given', () => {
    expect([termsOf(entry, { rewardsDailyRate: '1' }), rewardsOf({ tick: '0.1' }), termsOf(entry, {}), rewardsOf({})]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('takes rewards in dollars a day, shares and cents', () => {
    expect(rewardsOf({ rewardsDailyRate: '12.5', rewardsMinSize: '20', rewardsMaxSpread: '3.5' })).toEqual({
      dailyRateMicros: 12_500_000,
      minSizeMicros: 20_000_000,
      maxSpreadPips: 350,
    });
    expect(rewardsOf({ rewardsDailyRate: '0' })).toEqual({ dailyRateMicros: 0 });
  });

  it.each(['0.02', '0', '1', 'x', '0.00001'])('refuses a tick of %s', (tick) => {
    expect(() => termsOf(entry, { tick })).toThrow(OpsRefusal);
  });

  it.each(['1.0001', '2', '0.00005', '7%', ''])('refuses a fee rate of %s', (feeRate) => {
    expect(() => termsOf(entry, { feeRate })).toThrow('the fee rate must be from 0 to 1 with at most four decimals');
  });

  it.each([{ minimumSize: '-1' }, { minimumSize: '0.0000001' }])('refuses %j', (settings) => {
    expect(() => termsOf(entry, settings)).toThrow(/minimum size/);
  });

  it.each([
    { rewardsDailyRate: '1e3' },
    { rewardsMinSize: '' },
    { rewardsMaxSpread: '-1' },
    { rewardsMaxSpread: '3.555' },
    { rewardsMaxSpread: '101' },
  ])('refuses %j', (settings) => {
    expect(() => rewardsOf(settings)).toThrow(OpsRefusal);
  });
});
