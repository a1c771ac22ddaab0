import fc from 'fast-check';
import { END_CURSOR, FIRST_CURSOR, decodeCursor, encodeCursor } from './cursor';

describe('a cursor', () => {
  it('of the first page is MA==, of the end LTE=', () => {
    expect([encodeCursor(0), encodeCursor(-1), encodeCursor(100)]).toEqual([FIRST_CURSOR, END_CURSOR, 'MTAw']);
    expect([decodeCursor(undefined), decodeCursor('MA=='), decodeCursor('LTE=')]).toEqual([0, 0, -1]);
  });

  it('comes back as the offset that went in, with or without padding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (offset) => {
        expect(decodeCursor(encodeCursor(offset))).toBe(offset);
        expect(decodeCursor(encodeCursor(offset).replace(/=+$/, ''))).toBe(offset);
      }),
    );
  });

  it.each([
    '',
    ' ',
    '=',
    '====',
    'MA==\n',
    'LTI=',
    'MDA=',
    'MS4w',
    'MWUz',
    'YWJj',
    '\u0661',
    'A'.repeat(100),
    encodeCursor(1e15),
  ])('is refused as %j', (text) => {
    expect(decodeCursor(text)).toBeUndefined();
  });
});
