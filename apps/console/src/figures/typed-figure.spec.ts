import { fieldTextOf, typedFigure } from './typed-figure';

describe('a figure in a field', () => {
  it.each([
    ['$12.5', 'dollars', 12_500_000n],
    ['12.5¢', 'cents', 12_500_000n],
    ['12.5', 'shares', 12_500_000n],
    ['12.5', 'sets', 12_500_000n],
    ['many', 'sets', null],
    ['', 'dollars', null],
  ] as const)('%j as %s is %s millionths', (text, unit, micros) => {
    expect(typedFigure(text, unit)).toBe(micros);
  });

  it.each([
    ['0.1234567', 'shares', 'At most six decimals.'],
    ['1,000', 'dollars', 'Is it 1000 or 1? Write 1000 or 1.'],
    ['12,340', 'sets', 'Is it 12340 or 12.34? Write 12340 or 12.34.'],
    ['12,345', 'shares', 'Is it 12345 or 12.345? Write 12345 or 12.3450.'],
    ['$0.50', 'cents', 'This is in cents. For $0.50 write 50.'],
    ['50¢', 'dollars', 'This is in dollars. For 50¢ write 0.50.'],
    ['$10', 'shares', 'This is a number of shares, without $ or ¢.'],
    ['10¢', 'sets', 'This is a number of sets, without $ or ¢.'],
  ] as const)('%j as %s is refused', (text, unit, sentence) => {
    expect(typedFigure(text, unit)).toBe(sentence);
  });

  it('that the page writes is read back, in any language', () => {
    expect([fieldTextOf(12_345_000n, false), fieldTextOf(12_345_000n, true)]).toEqual(['12.345', '12.3450']);
    expect([fieldTextOf(12_340_000n, true), fieldTextOf(1_000_000_000n, true)]).toEqual(['12.34', '1000']);
  });
});
