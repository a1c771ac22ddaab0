import type { Fields } from '@foretell/platform-server';
import { readResult } from './result';
import { RowReader } from './row-reader';

const of = (row: Fields) => readResult(new RowReader(row));
const closed = (outcomePrices: unknown, more: Fields = {}) => of({ closed: true, outcomePrices, ...more }).result;

describe("the result in a market's row", () => {
  it.each([
    ['["1", "0"]', 'outcome0'],
    ['["0", "1"]', 'outcome1'],
    ['["0.5", "0.5"]', 'half'],
    [[1, 0], 'outcome0'],
    [['0', '1.0'], 'outcome1'],
    // The last price of a pool, closer to 0 or 1 than any tradable price.
    ['["0.0000007842500538", "0.9999992157499461"]', 'outcome1'],
    ['["0.99995", "0.00005"]', 'outcome0'],
  ])('of a closed market with prices %j is %s', (prices, result) => {
    expect(closed(prices)).toBe(result);
  });

  it.each(['["0.9999", "0.0001"]', '["0.58", "0.42"]', '["0", "0"]', '["1", "1"]', '["0.5", "0.4"]'])(
    'is none with the prices %s, which are stored',
    (prices) => {
      expect(of({ closed: true, outcomePrices: prices })).toEqual({
        result: null,
        closingPricesMicros: JSON.parse(prices).map((price: string) => Number(price) * 1e6),
      });
    },
  );

  it.each([undefined, null, '', 'soon', '[]', '["1"]', '["1", "0", "0"]', '["", "1"]', '["2", "-1"]', {}, 5])(
    'is not derived from %j in place of prices',
    (prices) => {
      expect(closed(prices)).toBeUndefined();
    },
  );

  it('follows from a resolution status before the market is closed, but not from a proposed one', () => {
    expect(of({ closed: false, umaResolutionStatus: 'resolved', outcomePrices: ['1', '0'] }).result).toBe('outcome0');
    expect(of({ closed: false, umaResolutionStatus: 'proposed', outcomePrices: ['1', '0'] }).result).toBeNull();
    expect(of({ umaResolutionStatus: 'disputed', outcomePrices: ['1', '0'] }).result).toBeUndefined();
  });

  it('is withdrawn by a row that says that the market is open', () => {
    expect(of({ closed: false, outcomePrices: ['1', '0'] })).toEqual({ result: null, closingPricesMicros: null });
    expect(of({ outcomePrices: ['1', '0'] })).toEqual({ result: undefined, closingPricesMicros: undefined });
  });
});
