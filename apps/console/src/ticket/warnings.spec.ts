import { planned, TICKET_FIELDS, TICKET_MARKET } from '../testing/ticket-example';
import { warningsOf } from './warnings';

const MARKET = {
  ...TICKET_MARKET,
  fee: null,
  asks: [
    { price: '0.30', size: '100' },
    { price: '0.13', size: '10' },
  ],
};

describe('warningsOf', () => {
  it('says that a market order cannot fill in an empty book, not that cents are missing', () => {
    const fields = { ...TICKET_FIELDS, kind: 'market', cents: '' } as const;
    expect(warningsOf(fields, TICKET_MARKET, { plan: null, availableMicros: null })).toEqual([
      'The book has no asks, so a market order cannot fill. Place a limit order.',
    ]);
  });

  it('says what is missing before the order is reviewed', () => {
    const fields = { ...TICKET_FIELDS, amount: '100', cents: '13' };
    const plan = planned(fields, MARKET);
    expect(warningsOf(fields, MARKET, { plan, availableMicros: 12_000_000n })).toEqual([
      'Not enough: this order needs $13.00, and you have $12.00.',
    ]);
    expect(warningsOf(fields, MARKET, { plan, availableMicros: 13_000_000n })).toEqual([]);
    const sale = { ...fields, side: 'SELL' } as const;
    expect(warningsOf(sale, MARKET, { plan: planned(sale, MARKET), availableMicros: 5_000_000n })).toEqual([
      'Not enough: this order needs 100 shares, and you have 5 shares.',
    ]);
  });

  it('says how far a thin book moves', () => {
    const fields = { ...TICKET_FIELDS, amount: '20', cents: '30' };
    expect(warningsOf(fields, MARKET, { plan: planned(fields, MARKET), availableMicros: null })).toEqual([
      'Price impact: it takes the book from 13¢ to 30¢, 21.5¢ on average.',
    ]);
  });
});
