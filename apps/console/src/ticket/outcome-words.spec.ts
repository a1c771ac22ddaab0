import type { PlaceOrderResult } from '@foretell/contracts';
import { outcomeWords, shownFee } from './outcome-words';
import { isUnknown } from './placement';

const result = (status: string, takingAmount = '', makingAmount = ''): PlaceOrderResult => ({
  success: true,
  errorMsg: '',
  orderID: `0x${'ab'.repeat(32)}`,
  status,
  takingAmount,
  makingAmount,
});

describe('the result of an order', () => {
  it('is shown in shares and dollars, for either side', () => {
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

  it('includes the fee that the service returns', () => {
    expect(outcomeWords('BUY', { ...result('matched', '100', '42'), feeUsd: '1.7052' }, false, 1_705_200n)).toBe(
      'You bought 100 shares for $43.7052 at once, a fee of $1.7052 included.',
    );
    expect(outcomeWords('SELL', { ...result('matched', '42', '100'), feeUsd: '1.7052' }, false)).toBe(
      'You sold 100 shares for $40.2948 at once, fee included.',
    );
  });

  it('names the fee where it is known', () => {
    const bought = result('matched', '100', '43.7052');
    expect(outcomeWords('BUY', bought, true, 1_705_200n)).toBe(
      'It would buy 100 shares for $43.7052 at once, a fee of $1.7052 included.',
    );
    expect(outcomeWords('SELL', result('matched', '40.2948', '100'), false, 1_705_200n)).toBe(
      'You sold 100 shares for $40.2948 at once, a fee of $1.7052 taken off.',
    );
    expect(outcomeWords('BUY', bought, false, 0n)).toBe('You bought 100 shares for $43.7052 at once, without a fee.');
  });

  it('names the fee where the exchange returns exactly the estimate', () => {
    const estimated = { sharesMicros: 100_000_000n, usdcMicros: 42_000_000n, feeMicros: 1_705_200n };
    expect(shownFee('BUY', estimated, result('matched', '100', '43.7052'))).toBe(1_705_200n);
    expect(shownFee('SELL', estimated, result('matched', '40.2948', '100'))).toBe(1_705_200n);
    expect(shownFee('BUY', estimated, result('matched', '100', '43.70521'))).toBeNull();
    expect(shownFee('BUY', estimated, result('live', '99', '43.7052'))).toBeNull();
  });

  it('claims no absence of a fee without a trade, unless it was estimated', () => {
    const nothing = { sharesMicros: 0n, usdcMicros: 0n, feeMicros: 0n };
    expect(shownFee('BUY', nothing, result('live'))).toBe(0n);
    expect(shownFee('BUY', { ...nothing, sharesMicros: 1n }, result('live'))).toBeNull();
  });

  it('shows the resting part', () => {
    expect(outcomeWords('BUY', result('live'), false)).toBe('It rests in the book.');
    expect(outcomeWords('BUY', result('live', '3', '1.2'), true)).toBe(
      'It would buy 3 shares for $1.20 at once, fee included. The rest would stand in the book.',
    );
    expect(outcomeWords('BUY', result('delayed'), true)).toBe('It would wait for the market’s delay before it trades.');
  });
});

describe('an order without a response', () => {
  it.each([
    { status: 0, code: 'ETIMEDOUT' },
    { status: 503, code: 'outcome_unknown' },
    { status: 504, code: 'http_504' },
  ])('may have been accepted: %j', (fault) => {
    expect(isUnknown(fault)).toBe(true);
  });

  it.each([{ status: 400, code: 'invalid_payload' }, { status: 503, code: 'engine_busy' }, new Error('declined'), null])(
    'was not accepted after: %j',
    (fault) => {
      expect(isUnknown(fault)).toBe(false);
    },
  );
});
