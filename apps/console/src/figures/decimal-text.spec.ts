import { chanceOf, compactDecimal, centsOf, groupedDecimal, inCents, isNegative } from './decimal-text';

describe('groupedDecimal', () => {
  it.each([
    ['0', 0, '0'],
    ['1234567.000001', 0, '1,234,567.000001'],
    ['999', 2, '999.00'],
    ['1000.5', 2, '1,000.50'],
    ['-1234.567', 2, '-1,234.567'],
    ['123456789012345678901234567890.123456', 2, '123,456,789,012,345,678,901,234,567,890.123456'],
    [2251799813.685247, 2, '2,251,799,813.685247'],
    [0.000001, 2, '0.000001'],
    [1e-7, 0, '0.0000001'],
    [1.5e21, 0, '1,500,000,000,000,000,000,000'],
  ])('shows %s, at least %i places, as %s', (said, places, shown) => {
    expect(groupedDecimal(said, places)).toBe(shown);
  });

  it('returns a text that is not a decimal unchanged', () => {
    expect(groupedDecimal('unknown', 2)).toBe('unknown');
  });
});

describe('inCents', () => {
  it.each([
    ['1.574999', '1.57'],
    ['1.575', '1.58'],
    ['-1.575', '-1.58'],
    ['0.995', '1.00'],
    ['-0.000001', '-0.00'],
    ['999999999.999', '1000000000.00'],
    ['12', '12.00'],
    ['0.5', '0.50'],
    [1e-7, '0.00'],
    ['123456789012345678901234567890.125', '123456789012345678901234567890.13'],
    ['unknown', 'unknown'],
  ])('%s is %s', (said, cents) => {
    expect(inCents(said)).toBe(cents);
  });
});

describe('centsOf', () => {
  it.each([
    ['0.5', '50'],
    ['0.07', '7'],
    ['0.425', '42.5'],
    ['0.0001', '0.01'],
    ['1', '100'],
    ['0', '0'],
    [0.999, '99.9'],
  ])('moves the decimal point of %s to %s', (price, cents) => {
    expect(centsOf(price)).toBe(cents);
  });
});

describe('isNegative', () => {
  it('depends on the sign only', () => {
    expect([isNegative('-0.1'), isNegative('0.1'), isNegative(-3)]).toEqual([true, false, true]);
  });
});

describe('chanceOf', () => {
  it.each([
    ['0.435', '44%'],
    ['0.5', '50%'],
    [0, '0%'],
    ['0.004', '<1%'],
    ['0.996', '>99%'],
    ['1', '100%'],
  ])('shows a price of %s as %s', (price, chance) => {
    expect(chanceOf(price)).toBe(chance);
  });
});

describe('compactDecimal', () => {
  it.each([
    ['0', '0'],
    ['7.256', '7.26'],
    ['227.4', '227'],
    ['9999.5', '10,000'],
    ['29840', '29.8K'],
    ['135148.11585999947', '135.1K'],
    [1_000_000, '1M'],
    ['18057561', '18.1M'],
    ['881000000', '881M'],
    ['-12345678901', '-12.3B'],
  ])('shows %s as %s', (amount, compact) => {
    expect(compactDecimal(amount)).toBe(compact);
  });
});
