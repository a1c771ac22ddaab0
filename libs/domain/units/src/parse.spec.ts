import * as fc from 'fast-check';
import {
  formatMicros,
  formatPips,
  formatRate,
  microsToNumber,
  parseCentsDecimal,
  parsePriceDecimal,
  parseRateDecimal,
  parseSizeDecimal,
  parseSizeMicros,
  parseUnixSeconds,
  parseUsdcDecimal,
  parseUsdcMicros,
  pipsToNumber,
  pricePips,
  signedUsdcMicros,
  sizeMicros,
  usdcMicros,
} from './index';

const MAX = 1_000_000_000_000_000;
const anyAmount = fc.integer({ min: 0, max: MAX });

describe('base units', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['42000000', 42_000_000],
    ['1000000000000000', MAX],
  ])('reads %s', (text, value) => {
    expect(parseSizeMicros(text)).toEqual({ ok: true, value });
    expect(parseUsdcMicros(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['1000000000000001', 'too_large'],
    ['9007199254740993', 'too_large'],
    ['9'.repeat(500), 'too_large'],
    ['', 'malformed'],
    ['01', 'malformed'],
    ['-1', 'malformed'],
    ['+1', 'malformed'],
    ['1.0', 'malformed'],
    ['1e3', 'malformed'],
    ['0x10', 'malformed'],
    [' 1', 'malformed'],
    ['1\n', 'malformed'],
    ['\u0661', 'malformed'],
    [1, 'malformed'],
    [null, 'malformed'],
    [undefined, 'malformed'],
    [['1'], 'malformed'],
  ])('refuses %p as %s', (text, reason) => {
    expect(parseSizeMicros(text)).toEqual({ ok: false, reason });
    expect(parseUsdcMicros(text)).toEqual({ ok: false, reason });
  });
});

describe('decimals', () => {
  it.each([
    ['12.345678', 12_345_678],
    ['10', 10_000_000],
    ['0.000001', 1],
    ['0', 0],
    ['4.20', 4_200_000],
    ['4.2000000000', 4_200_000],
    ['1000000000', MAX],
  ])('reads %s', (text, value) => {
    expect(parseSizeDecimal(text)).toEqual({ ok: true, value });
    expect(parseUsdcDecimal(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['0.0000001', 'too_precise'],
    ['1000000000.000001', 'too_large'],
    ['99999999999999999999', 'too_large'],
    ['.5', 'malformed'],
    ['5.', 'malformed'],
    ['1e-6', 'malformed'],
    ['-0.5', 'malformed'],
    ['00.5', 'malformed'],
    ['1,5', 'malformed'],
    [0.5, 'malformed'],
  ])('refuses %p as %s', (text, reason) => {
    expect(parseSizeDecimal(text)).toEqual({ ok: false, reason });
  });

  it.each([
    ['0.42', { ok: true, value: 4200 }],
    ['0.0001', { ok: true, value: 1 }],
    ['0.9999', { ok: true, value: 9999 }],
    ['0', { ok: false, reason: 'out_of_range' }],
    ['1', { ok: false, reason: 'out_of_range' }],
    ['99999999999999999999', { ok: false, reason: 'out_of_range' }],
    ['0.00001', { ok: false, reason: 'too_precise' }],
    ['abc', { ok: false, reason: 'malformed' }],
  ])('reads the price %s as %p', (text, expected) => {
    expect(parsePriceDecimal(text)).toEqual(expected);
  });

  it.each([
    ['3.5', { ok: true, value: 350 }],
    ['0', { ok: true, value: 0 }],
    ['0.01', { ok: true, value: 1 }],
    ['100', { ok: true, value: 10_000 }],
    ['100.01', { ok: false, reason: 'out_of_range' }],
    ['99999999999999999999', { ok: false, reason: 'out_of_range' }],
    ['3.555', { ok: false, reason: 'too_precise' }],
    ['-1', { ok: false, reason: 'malformed' }],
    [3.5, { ok: false, reason: 'malformed' }],
  ])('reads a spread of %p cents as %p', (text, expected) => {
    expect(parseCentsDecimal(text)).toEqual(expected);
  });
});

describe('rates', () => {
  it.each([
    ['0', { ok: true, value: 0 }],
    ['0.07', { ok: true, value: 700 }],
    ['0.0441', { ok: true, value: 441 }],
    ['0.07000', { ok: true, value: 700 }],
    ['1', { ok: true, value: 10_000 }],
    ['1.0001', { ok: false, reason: 'out_of_range' }],
    ['99999999999999999', { ok: false, reason: 'out_of_range' }],
    ['0.00005', { ok: false, reason: 'too_precise' }],
    ['7%', { ok: false, reason: 'malformed' }],
    ['.07', { ok: false, reason: 'malformed' }],
    [0.07, { ok: false, reason: 'malformed' }],
  ])('reads a rate of %p as basis points: %p', (text, expected) => {
    expect(parseRateDecimal(text)).toEqual(expected);
  });

  it('formats basis points as a rate', () => {
    expect([0, 1, 441, 700, 2_500, 10_000].map(formatRate)).toEqual(['0', '0.0001', '0.0441', '0.07', '0.25', '1']);
  });
});

describe('instants', () => {
  it('reads seconds', () => {
    expect(parseUnixSeconds('1735689600')).toEqual({ ok: true, value: 1_735_689_600_000 });
  });

  it('refuses a year after 9999, which indicates another unit', () => {
    expect(parseUnixSeconds('1735689600000')).toEqual({ ok: false, reason: 'too_large' });
    expect(parseUnixSeconds('253402300799')).toEqual({ ok: true, value: 253_402_300_799_000 });
  });
});

describe('formatting', () => {
  it.each([
    [0, '0'],
    [1, '0.000001'],
    [4_200_000, '4.2'],
    [10_000_000, '10'],
    [MAX, '1000000000'],
  ])('formats %d micros as %s', (value, text) => {
    expect(formatMicros(sizeMicros(value))).toBe(text);
  });

  it('formats losses with a minus', () => {
    expect(formatMicros(signedUsdcMicros(-1_500_000))).toBe('-1.5');
    expect(microsToNumber(signedUsdcMicros(-1))).toBe(-0.000001);
  });

  it.each([
    [4200, '0.42'],
    [1, '0.0001'],
    [9999, '0.9999'],
  ])('formats %d pips as %s', (value, text) => {
    expect(formatPips(pricePips(value))).toBe(text);
    expect(JSON.stringify(pipsToNumber(pricePips(value)))).toBe(text);
  });

  it('is parsed back to the same amount, and as a JSON number prints the same text', () => {
    fc.assert(
      fc.property(anyAmount, (value) => {
        const text = formatMicros(usdcMicros(value));
        expect(parseUsdcDecimal(text)).toEqual({ ok: true, value });
        expect(JSON.stringify(microsToNumber(usdcMicros(value)))).toBe(text);
      }),
    );
  });
});
