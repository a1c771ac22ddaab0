import { axisDollars } from './profit-axis';

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
