import { bps, pricePips, signedUsdcMicros, sizeMicros, tickPips, unixMillis, usdcMicros } from './index';

const constructors: [string, (value: number) => number, number, number][] = [
  ['sizeMicros', sizeMicros, 0, Number.MAX_SAFE_INTEGER],
  ['usdcMicros', usdcMicros, 0, Number.MAX_SAFE_INTEGER],
  ['signedUsdcMicros', signedUsdcMicros, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ['pricePips', pricePips, 1, 9999],
  ['bps', bps, 0, 10_000],
  ['unixMillis', unixMillis, 0, 8_640_000_000_000_000],
];

describe.each(constructors)('%s', (_name, construct, min, max) => {
  it('accepts its complete range', () => {
    expect(construct(min)).toBe(min);
    expect(construct(max)).toBe(max);
  });

  it('throws beyond its range and for a non-integer', () => {
    for (const value of [min - 1, max + 1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => construct(value)).toThrow(RangeError);
    }
  });
});

it('a tick is one of the six', () => {
  expect([1, 10, 25, 50, 100, 1000].map(tickPips)).toHaveLength(6);
  for (const value of [0, 2, 500, 10_000]) expect(() => tickPips(value)).toThrow(RangeError);
});

it('minus zero becomes zero', () => {
  expect(Object.is(usdcMicros(-0), 0)).toBe(true);
});
