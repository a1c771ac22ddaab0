/** @jest-environment node */
import fc from 'fast-check';
import { microsOf } from '../figures/micros';
import { TICKET_FIELDS, TICKET_MARKET, planned } from '../testing/ticket-example';
import { maxOrder } from './max-order';
import type { TicketMarket } from './plan';

const MARKET: TicketMarket = {
  ...TICKET_MARKET,
  asks: [
    { price: '0.6', size: '5000' },
    { price: '0.45', size: '10.5' },
    { price: '0.42', size: '7.77' },
  ],
};
const available = fc.bigInt({ min: 10_000_000n, max: 1_000_000_000n });

describe('the largest order', () => {
  it.each([
    ['a limit BUY', {}],
    ['a limit BUY by dollars, which becomes one by shares', { unit: 'dollars' }],
    ['a limit BUY that only rests', { postOnly: true }],
    ['a market BUY', { kind: 'market', cents: '60' }],
  ] as const)('%s is affordable with its fee, and one step more is not', (_what, changes) => {
    fc.assert(
      fc.property(available, (micros) => {
        const most = maxOrder({ ...TICKET_FIELDS, ...changes }, MARKET, micros);
        if (most === null) throw new Error('nothing is affordable');
        const fields = { ...TICKET_FIELDS, ...changes, ...most };
        expect(planned(fields, MARKET).worstMicros).toBeLessThanOrEqual(micros);
        const more = (microsOf(most.amount) ?? 0n) + 10_000n;
        const beyond = { ...fields, amount: `${more / 1_000_000n}.${String(more % 1_000_000n).padStart(6, '0')}` };
        expect(planned(beyond, MARKET).worstMicros).toBeGreaterThan(micros);
      }),
    );
  });

  it('a market BUY whose worst price is suggested counts with the depth that all of it needs', () => {
    const offered = { ...TICKET_FIELDS, kind: 'market', amount: '1', cents: '' } as const;
    const most = maxOrder(offered, MARKET, 100_000_000n);
    expect(most).toEqual(maxOrder({ ...offered, cents: '62' }, MARKET, 100_000_000n));
    expect(most).not.toEqual(maxOrder({ ...offered, cents: '44' }, MARKET, 100_000_000n));
  });

  it('a SELL is of all shares that the price allows', () => {
    expect(maxOrder({ ...TICKET_FIELDS, side: 'SELL' }, MARKET, 41_977_777n)).toEqual({ amount: '41.97775', unit: 'shares' });
    expect(maxOrder({ ...TICKET_FIELDS, side: 'SELL', kind: 'market', cents: '1' }, MARKET, 41_977_777n)?.amount).toBe('41.9777');
  });

  it('is null without a price, and without money', () => {
    expect(maxOrder({ ...TICKET_FIELDS, cents: '' }, MARKET, 1_000_000n)).toBeNull();
    expect(maxOrder(TICKET_FIELDS, MARKET, 0n)).toBeNull();
  });
});
