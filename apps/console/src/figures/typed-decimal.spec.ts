import { typedDecimal, type Sign } from './typed-decimal';

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
    ['0,5', '0.5'],
    ['12,50', '12.50'],
    ['0,125', '0.125'],
    ['1234,5', '1234.5'],
  ])('%j is %s in any language', (text, decimal) => {
    expect([typedDecimal(text, null, false), typedDecimal(text, null, true)]).toEqual([{ decimal }, { decimal }]);
  });

  it('may have the sign of its field, before or after it as people write it', () => {
    expect(['$1,234.5', '1234.5 $', '1234.5'].map((text) => typedDecimal(text, '$'))).toEqual(
      Array(3).fill({ decimal: '1234.5' }),
    );
    expect(['42.5¢', '42.5 ¢', '42.5'].map((text) => typedDecimal(text, '¢'))).toEqual(Array(3).fill({ decimal: '42.5' }));
  });

  it.each<[string, Sign | null, Sign]>([
    ['$0.50', '¢', '$'],
    ['0.50$', '¢', '$'],
    ['$50¢', '¢', '$'],
    ['50¢', '$', '¢'],
    ['$50¢', '$', '¢'],
    ['$10', null, '$'],
    ['10 ¢', null, '¢'],
  ])('%j in a field of %j has a sign of another unit', (text, own, foreign) => {
    expect([typedDecimal(text, own, false), typedDecimal(text, own, true)]).toEqual([{ foreign }, { foreign }]);
  });

  it('with a point is read as the page writes it, where a point is the decimal point', () => {
    expect(typedDecimal('1.000', null, false)).toEqual({ decimal: '1.000' });
  });

  it('is ambiguous where two readers would read two numbers', () => {
    const readings = { readings: ['1000', '1.000'] };
    expect([typedDecimal('1,000', null, false), typedDecimal('1,000', null, true)]).toEqual([readings, readings]);
    expect(typedDecimal('1.000', null, true)).toEqual(readings);
    expect(typedDecimal('$12,345', '$', false)).toEqual({ readings: ['12345', '12.345'] });
  });

  it.each(['', 'x', '-1', '1e5', '0.1+0.2', '1,00,000', '1,2,3', '1.2.3', '1.000,5,5', '١٠', '.', ','])(
    '%j is invalid',
    (text) => {
      expect([typedDecimal(text, null, false), typedDecimal(text, null, true)]).toEqual([null, null]);
    },
  );
});
