import * as fc from 'fast-check';
import { tradeIdOf, transactionHashOf } from './trade-id';

describe('trade id', () => {
  it('has the form of a ULID', () => {
    expect(tradeIdOf(1_469_918_176_385, 33)).toBe('01ARYZ6S410000000000000011');
  });

  it('sorts by time of trade, and is unique', () => {
    const trade = fc.tuple(
      fc.integer({ min: 0, max: 253_402_300_799_999 }),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    );
    fc.assert(
      fc.property(trade, trade, ([at, number], [otherAt, otherNumber]) => {
        const [one, two] = [tradeIdOf(at, number), tradeIdOf(otherAt, otherNumber)];
        expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
        expect(Math.sign(one < two ? -1 : one > two ? 1 : 0)).toBe(Math.sign(at - otherAt || number - otherNumber));
      }),
    );
  });

  it('derives a 32-byte hash from the id alone', () => {
    expect(transactionHashOf('a')).toBe('0xca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');
  });
});
