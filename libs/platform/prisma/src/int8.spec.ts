import * as fc from 'fast-check';
import { INT8_AS_NUMBER, parseInt8 } from './int8';

describe('BIGINT columns', () => {
  it('are read back as the number that was written', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => parseInt8(String(value)) === value));
  });

  it.each(['9007199254740992', '-9007199254740992', '9007199254740993', '9223372036854775807'])(
    'refuses %s, which a number cannot hold',
    (text) => {
      expect(() => parseInt8(text)).toThrow(`bigint ${text} does not fit a safe integer`);
    },
  );

  it('reads arrays of them, with nulls', () => {
    const parse = INT8_AS_NUMBER.getTypeParser(1016, 'text');
    expect([parse('{}'), parse('{1,NULL,-3}')]).toEqual([[], [1, null, -3]]);
  });

  it('leaves other types to pg', () => {
    expect(INT8_AS_NUMBER.getTypeParser(16, 'text')('t')).toBe(true);
  });
});
