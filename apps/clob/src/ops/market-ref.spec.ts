import type { MarketEntry } from '../market-directory/market-directory';
import { resolutionOf } from './market-ref';

const withOutcomes = (...outcomes: [string, string]) => ({ outcomes }) as unknown as MarketEntry;

describe('the winner that an operator names', () => {
  it.each([
    ['yes', 'outcome0'],
    ['NO', 'outcome1'],
    ['0', 'outcome0'],
    ['1', 'outcome1'],
    ['half', 'half'],
    ['50/50', 'half'],
    ['HALF', 'half'],
  ] as const)('is %s', (winner, result) => {
    expect(resolutionOf(withOutcomes('Yes', 'No'), winner)).toBe(result);
  });

  it.each([
    [['1', '0'], '0', 'outcome1'],
    [['1', '0'], '1', 'outcome0'],
    [['Half', 'Whole'], 'half', 'outcome0'],
    [['Other', '50/50'], '50/50', 'outcome1'],
  ] as const)('is the outcome with that label first, of %s %s', ([first, second], winner, result) => {
    expect(resolutionOf(withOutcomes(first, second), winner)).toBe(result);
  });

  it.each(['maybe', 'refund'])('must be one of them, not %s', (winner) => {
    const refusal = `the winner must be "Yes", "No" or half, not "${winner}"`;
    expect(() => resolutionOf(withOutcomes('Yes', 'No'), winner)).toThrow(refusal);
  });
});
