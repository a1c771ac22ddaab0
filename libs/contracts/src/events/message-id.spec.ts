import fc from 'fast-check';
import { messageId, parseMessageId } from './message-id';

describe('message ids', () => {
  it('contain the source and both ends', () => {
    expect(messageId('clob', { firstSequence: 7, lastSequence: 9 })).toBe('clob-7-9');
  });

  it('are parsed back into the range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.integer({ min: 0, max: 255 }), (firstSequence, more) => {
        const range = { firstSequence, lastSequence: firstSequence + more };
        expect(parseMessageId(messageId('gamma', range))).toEqual(range);
      }),
    );
  });

  it.each(['', 'clob', 'clob-1', 'clob-0-1', 'clob-3-2', 'clob-1-9999999999999999', 'clob-1-2-3', 'CLOB-1-2'])(
    'refuse %p',
    (id) => {
      expect(parseMessageId(id)).toBeNull();
    },
  );
});
