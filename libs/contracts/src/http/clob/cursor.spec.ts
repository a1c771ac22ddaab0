import fc from 'fast-check';
import { END_CURSOR, END_PLACE, FIRST_CURSOR, FIRST_PLACE, OFFSET_MAX, decodeCursor, encodeCursor } from './cursor';

const offset = (text: string) => Buffer.from(text, 'latin1').toString('base64');

describe('a cursor', () => {
  it('of the first page is MA==, of the end LTE=', () => {
    expect([offset('0'), offset('-1')]).toEqual([FIRST_CURSOR, END_CURSOR]);
    expect([decodeCursor(FIRST_CURSOR), decodeCursor(END_CURSOR)]).toEqual([FIRST_PLACE, END_PLACE]);
  });

  it('is decoded to the number that was encoded, with or without padding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (after) => {
        const place = { after, skip: 0 };
        expect(decodeCursor(encodeCursor(after))).toEqual(place);
        expect(decodeCursor(encodeCursor(after).replace(/=+$/, ''))).toEqual(place);
      }),
    );
  });

  it('computed by a client is an offset in rows, and never equals a returned cursor', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: OFFSET_MAX }), (skip) => {
        expect(decodeCursor(offset(String(skip)))).toEqual({ after: 0, skip });
        expect(encodeCursor(skip)).not.toBe(offset(String(skip)));
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
    offset('@01'),
    offset(String(OFFSET_MAX + 1)),
  ])('is refused as %j', (text) => {
    expect(decodeCursor(text)).toBeUndefined();
  });
});
