import { axisDollars, profitRange } from './profit-axis';

describe('axisDollars', () => {
  it.each([
    [0, '$0.00'],
    [-8.6, '−$8.60'],
    [12_345.678, '$12,345.68'],
    [-120_000, '−$120K'],
    [192_000_000.059, '$192M'],
    [192_123_456, '$192.123M'],
  ])('%d is %s', (dollars, shown) => {
    expect(axisDollars(dollars)).toBe(shown);
  });
});

describe('the axis of profits', () => {
  it.each([
    ['gains', 2, 10, [0, 11]],
    ['losses', -10, -2, [-11, 0]],
    ['both', -5, 5, [-6, 6]],
    ['no data', null, null, [null, null]],
  ])('contains zero and the line: %s', (_what, least, most, range) => {
    expect(profitRange(least, most)).toEqual(range);
  });
});
