import fc from 'fast-check';
import { decimalOfMicros, microsOf, signedDecimal, signedMicros } from './micros';

describe('micros', () => {
  it.each([
    ['0', 0n],
    ['12.5', 12_500_000n],
    ['0.000001', 1n],
    ['123456789012345678901234567890.123456', 123456789012345678901234567890123456n],
  ])('reads %s to the last digit', (text, micros) => {
    expect(microsOf(text)).toBe(micros);
    expect(decimalOfMicros(micros)).toBe(text);
  });

  it.each(['', '-1', '1e5', '.5', '1.', '0.0000001', 'x'])('refuses %j', (text) => {
    expect(microsOf(text)).toBeNull();
  });

  it('round-trips', () => {
    fc.assert(fc.property(fc.bigInt({ min: 0n }), (micros) => microsOf(decimalOfMicros(micros)) === micros));
  });

  it('keeps the sign', () => {
    expect([signedDecimal(-700_001n), signedDecimal(0n), signedMicros(-12.5)]).toEqual(['-0.700001', '0', -12_500_000n]);
  });
});
