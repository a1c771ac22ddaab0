import * as fc from 'fast-check';
import { decimalOf, fromMicros, percent } from './json-numbers';

describe('JSON numbers', () => {
  it('never have a float artefact: at most six decimals, all of them exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (micros) => {
        const text = JSON.stringify(fromMicros(micros));
        const [whole = '', fraction = ''] = text.replace('-', '').split('.');
        expect(text).not.toContain('e-1');
        if (!text.includes('e')) expect(BigInt(whole + fraction.padEnd(6, '0'))).toBe(BigInt(Math.abs(micros)));
      }),
    );
  });

  it('are the floats of their decimal texts, however large', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (micros) => Object.is(fromMicros(micros), Number(decimalOf(micros)))));
  });

  it.each([
    [1, 3, 33.3333],
    [-10_000_000, 62_500_000, -16],
    [2, 3, 66.6667],
    [5, 0, 0],
  ])('%s of %s is %s per cent', (part, whole, expected) => {
    expect(percent(part, whole)).toBe(expected);
  });
});
