import { typedDecimal } from './typed-decimal';

describe('a typed figure', () => {
  it.each([
    ['10', '10'],
    [' 10 ', '10'],
    ['0.3', '0.3'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['1,000.50', '1000.50'],
    ['1,000,000', '1000000'],
    ['1.000.000,5', '1000000.5'],
    ['1.000,50', '1000.50'],
    ['1 000,50', '1000.50'],
    ['1\u202f000\u00a0000.25', '1000000.25'],
    ['1’000.50', '1000.50'],
    ['$1,234.5', '1234.5'],
    ['42.5¢', '42.5'],
    ['0,5', '0.5'],
    ['12,50', '12.50'],
    ['0,125', '0.125'],
    ['1234,5', '1234.5'],
  ])('%j is %s in any language', (text, decimal) => {
    expect([typedDecimal(text, false), typedDecimal(text, true)]).toEqual([{ decimal }, { decimal }]);
  });

  it('is read as the page writes it where a comma groups', () => {
    expect([typedDecimal('1,000', false), typedDecimal('1.000', false)]).toEqual([{ decimal: '1000' }, { decimal: '1.000' }]);
  });

  it('is ambiguous where a comma is a decimal point', () => {
    expect(typedDecimal('1,000', true)).toEqual({ readings: ['1000', '1.000'] });
    expect(typedDecimal('1.000', true)).toEqual({ readings: ['1000', '1.000'] });
  });

  it.each(['', 'x', '-1', '1e5', '0.1+0.2', '1,00,000', '1,2,3', '1.2.3', '1.000,5,5', '١٠', '.', ','])(
    '%j is invalid',
    (text) => {
      expect([typedDecimal(text, false), typedDecimal(text, true)]).toEqual([null, null]);
    },
  );
});
