import { marketEntry } from '../testing/market-entry';
import { rewardsOf, termsOf } from './market-settings';
import { OpsRefusal } from '@foretell/platform-nats';

const entry = marketEntry({ fact: { tickPips: 100, minimumSizeMicros: 5_000_000, takerFeeBps: 30, secondsDelay: 2 } });
const terms = { tickPips: 100, minimumSizeMicros: 5_000_000, takerFeeBps: 30, delayMillis: 2_000 };

describe('what an operator sets of a market', () => {
  it.each([
    [{ tick: '0.0025' }, { ...terms, tickPips: 25 }],
    [{ takerFeeBps: 0 }, { ...terms, takerFeeBps: 0 }],
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
