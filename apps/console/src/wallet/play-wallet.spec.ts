import type { ExchangeTerms } from '@foretell/contracts';
import { playKey, storedPlayKey, storePlayKey } from './play-wallet';

const CLOB = 'http://clob.example';
const NAME = `foretell.play-wallet:${CLOB}`;
const PRIVATE_KEY = `0x${'34'.repeat(32)}`;
const SANDBOX = { sandbox_credit: '10000' } as ExchangeTerms;
const REAL = { sandbox_credit: null } as ExchangeTerms;

describe('the private key of a play wallet', () => {
  beforeEach(() => window.localStorage.clear());

  it('is stored with its purpose', () => {
    storePlayKey(CLOB, PRIVATE_KEY);
    expect(JSON.parse(String(window.localStorage.getItem(NAME)))).toEqual({
      use: 'play wallet, for testing; not for real money',
      privateKey: PRIVATE_KEY,
    });
    expect(storedPlayKey(CLOB, SANDBOX)).toBe(PRIVATE_KEY);
  });

  it('is neither created nor read where the money is real', () => {
    storePlayKey(CLOB, PRIVATE_KEY);
    const read = jest.spyOn(Storage.prototype, 'getItem');
    try {
      for (const keyOf of [storedPlayKey, playKey]) expect(() => keyOf(CLOB, REAL)).toThrow(/real/);
      expect(read).not.toHaveBeenCalled();
    } finally {
      read.mockRestore();
    }
  });

  it('is the stored one while it exists', () => {
    expect(playKey(CLOB, SANDBOX)).toMatch(/^0x[0-9a-f]{64}$/);
    storePlayKey(CLOB, PRIVATE_KEY);
    expect(playKey(CLOB, SANDBOX)).toBe(PRIVATE_KEY);
    window.localStorage.setItem(NAME, '{"privateKey":"0x12"}');
    expect(storedPlayKey(CLOB, SANDBOX)).toBeNull();
  });
});
