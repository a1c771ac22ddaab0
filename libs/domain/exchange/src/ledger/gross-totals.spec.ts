import { MAX_AMOUNT_MICROS, usdcMicros, unixMillis, type UsdcMicros } from '@foretell/units';
import { restoreExchange } from '../create-exchange';
import { USUAL_BOUNDS } from '../exchange';
import { NaiveExchange } from '../model/naive-exchange';
import { CARRIED_MICROS, FUNDS_MAX_MICROS } from './gross-totals';

const RULES = { gtdMinimumMillis: 60_000, bounds: USUAL_BOUNDS };
const AT = unixMillis(1);
const ALICE = 'alice';
const MOST = usdcMicros(MAX_AMOUNT_MICROS);
/** Of a billion USDC each: in total several times the largest safe integer of micros. */
const MOVEMENTS = 60;
const DONE = { type: 'done' };

const exchange = (credited = 0, debited = 0) =>
  restoreExchange(
    {
      markets: [],
      balances: [
        { wallet: ALICE, conditionId: null, outcome: null, availableMicros: Math.min(credited - debited, 1), lockedMicros: 0 },
      ],
      orders: [],
      totals: {
        creditedMicros: usdcMicros(credited),
        debitedMicros: usdcMicros(debited),
        feesMicros: usdcMicros(Math.max(credited - debited - 1, 0)),
        tradeNumber: 0,
        priority: 0,
        at: AT,
      },
    },
    RULES,
  );
const move = (type: 'credit' | 'debit', amountMicros: UsdcMicros, wallet = ALICE) => ({ type, at: AT, wallet, amountMicros });

describe('N7: credits and debits over the life of an exchange', () => {
  it('have no end: beyond a safe integer the same amount is subtracted from both, in the reference model too', () => {
    const core = exchange();
    const naive = new NaiveExchange(RULES);
    let [credited, debited] = [0n, 0n];
    for (let count = 0; count < MOVEMENTS; count += 1) {
      for (const type of ['credit', 'debit'] as const) {
        const outcomes = [core.apply(move(type, MOST)), naive.apply(move(type, MOST))];
        expect(outcomes).toEqual([DONE, DONE]);
        core.checkInvariants();
        naive.checkInvariants();
        if (type === 'credit') credited += BigInt(MOST);
        else debited += BigInt(MOST);
        const { totals } = core.snapshot();
        expect(naive.snapshot().totals).toEqual(totals);
        const carried = credited - BigInt(totals.creditedMicros);
        expect([carried % BigInt(CARRIED_MICROS), debited - BigInt(totals.debitedMicros)]).toEqual([0n, carried]);
      }
    }
    expect(credited > 6n * BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
  });

  it('leave room for 10^15 USDC in and out, a billion at a time', () => {
    const near = Number.MAX_SAFE_INTEGER - 5;
    const core = exchange(near, near - 1);
    expect(core.apply(move('credit', usdcMicros(6)))).toEqual(DONE);
    const { creditedMicros, debitedMicros } = core.snapshot().totals;
    expect([creditedMicros, debitedMicros]).toEqual([near + 6 - CARRIED_MICROS, near - 1 - CARRIED_MICROS]);
    core.checkInvariants();
  });

  it('refuse a credit only when the exchange would hold more at once than it can count', () => {
    const core = exchange(FUNDS_MAX_MICROS, 0);
    expect(core.apply(move('credit', usdcMicros(1)))).toMatchObject({ type: 'rejected', reason: 'size_too_large' });
    expect(core.apply(move('debit', usdcMicros(1)))).toEqual(DONE);
    expect(core.apply(move('credit', usdcMicros(1)))).toEqual(DONE);
    core.checkInvariants();
  });

  it('can be carried at any value: what the exchange holds leaves enough room in the debits', () => {
    for (const held of [1, MAX_AMOUNT_MICROS, FUNDS_MAX_MICROS - MAX_AMOUNT_MICROS]) {
      const core = exchange(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - held);
      expect(core.apply(move('credit', MOST, 'bob'))).toEqual(DONE);
      expect(core.snapshot().totals.debitedMicros).toBeGreaterThanOrEqual(0);
      core.checkInvariants();
    }
  });
});
