import type { PlaceOrderResult } from '@foretell/contracts';
import { outcomeWords } from './outcome-words';
import { isUnknown } from './use-placing';

const result = (status: string, takingAmount = '', makingAmount = ''): PlaceOrderResult => ({
  success: true,
  errorMsg: '',
  orderID: `0x${'ab'.repeat(32)}`,
  status,
  takingAmount,
  makingAmount,
});

describe('what became of an order', () => {
  it('is told in shares and dollars, whichever side', () => {
    expect(outcomeWords('BUY', result('matched', '10', '4.37'), false)).toBe(
      'You bought 10 shares for $4.37 at once, fee included.',
    );
    expect(outcomeWords('BUY', result('matched', '1234.5', '518.49001'), false)).toBe(
      'You bought 1,234.5 shares for $518.49001 at once, fee included.',
    );
    expect(outcomeWords('SELL', result('matched', '4.1', '10'), true)).toBe(
      'It would sell 10 shares for $4.10 at once, fee included.',
    );
  });

  it('tells of what rests', () => {
    expect(outcomeWords('BUY', result('live'), false)).toBe('It rests in the book.');
    expect(outcomeWords('BUY', result('live', '3', '1.2'), true)).toBe(
      'It would buy 3 shares for $1.20 at once, fee included. The rest would stand in the book.',
    );
    expect(outcomeWords('BUY', result('delayed'), true)).toBe('It would wait for the market’s delay before it trades.');
  });
});

describe('an order of which nothing was heard', () => {
  it.each([
    { status: 0, code: 'ETIMEDOUT' },
    { status: 503, code: 'outcome_unknown' },
    { status: 504, code: 'http_504' },
  ])('may have been taken: %j', (fault) => {
    expect(isUnknown(fault)).toBe(true);
  });

  it.each([{ status: 400, code: 'invalid_payload' }, { status: 503, code: 'engine_busy' }, new Error('declined'), null])(
    'was not taken when that was said: %j',
    (fault) => {
      expect(isUnknown(fault)).toBe(false);
    },
  );
});
