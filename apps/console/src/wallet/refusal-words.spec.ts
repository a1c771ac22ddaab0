import { wordsOf, wordsOfFault } from './refusal-words';

describe('the words of a refusal', () => {
  it('are a sentence, and the service’s details line by line', () => {
    expect(wordsOf('not_enough_balance', 'not enough balance / allowance', { have: '1', need: '4.37' })).toEqual({
      sentence: 'You do not have enough for this order.',
      advice: ['You have $1.00.', 'It needs $4.37.'],
    });
  });

  it('are the service’s own for an unknown code', () => {
    expect(wordsOf('teapot', 'i am a teapot').sentence).toBe('I am a teapot.');
  });

  it('say what a wallet may still do that may only close positions', () => {
    expect(wordsOf('closed_only', '').sentence).toBe('This wallet may only sell, merge and cancel.');
  });

  it('name the user’s own refusal in the wallet', () => {
    expect(wordsOfFault(Object.assign(new Error('User rejected'), { code: 4001 })).sentence).toMatch(/You declined/);
    expect(wordsOfFault('broken').sentence).toBe('Broken.');
  });

  it.each([
    [
      'not_enough_balance',
      'BUY',
      { have: '9995.8', locked: '100.000001', need: '420000' },
      ['You have $9,995.80, of which open orders hold $100.000001.', 'It needs $420,000.00.'],
    ],
    ['not_enough_balance', 'SELL', { have: '1', locked: '0', need: '10.5' }, ['You have 1 share.', 'It needs 10.5 shares.']],
    ['size_too_small', 'BUY', { size: '1', minimum: '5' }, ['It is 1 share, the minimum is 5 shares.']],
    ['size_too_small', 'BUY', { budget: '0.5', minimum: '1' }, ['It is $0.50, the minimum is $1.00.']],
    [
      'size_too_large',
      'SELL',
      { size: '2000000000', maximum: '1000000000' },
      ['It is 2,000,000,000 shares, the maximum is 1,000,000,000 shares.'],
    ],
    [
      'price_off_tick',
      'BUY',
      { price: '0.424', tick: '0.01', nearest: '0.42' },
      ['42.4¢ is no multiple of 1¢.', 'The nearest price is 42¢.'],
    ],
    ['invalid_price', 'BUY', { price: '0', minimum: '0.01', maximum: '0.99' }, ['0¢ is not between 1¢ and 99¢.']],
    ['post_only_crosses', 'BUY', { price: '0.42' }, ['Its price is 42¢.']],
    ['too_many_open_orders', 'BUY', { open: 5000, maximum: 5000 }, ['You have 5,000 open, the maximum is 5,000.']],
    ['market_resolved', 'BUY', { conditionId: '0x1', status: 'resolved' }, []],
    ['invalid_l2', undefined, { part: 'api_key', serverTimeSeconds: 1 }, []],
    ['teapot', 'BUY', { fillsMax: 3 }, ['Fills max: 3']],
  ] as const)('have units: %s of a %s', (code, side, details, advice) => {
    expect(wordsOf(code, 'no', details, side).advice).toEqual(advice);
  });

  it('show times, and say whose clock is wrong', () => {
    expect(wordsOf('invalid_expiration', '', { expiresAt: '1', earliest: '1800000000' }).advice).toEqual([
      expect.stringMatching(/^The earliest expiration is .*2027.*\.$/),
    ]);
    expect(wordsOf('invalid_l2', '', { part: 'timestamp', serverTimeSeconds: 1_800_000_000 }).advice[0]).toBe(
      'The clock of this device is wrong.',
    );
  });
});
