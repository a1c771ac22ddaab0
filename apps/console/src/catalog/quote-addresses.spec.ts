import { lastTradeAddresses, priceAddresses } from './quote-addresses';

const SITE = { clob: 'https://clob.example.org', gamma: '', data: '', chain: null, pictures: [] };
const tokens = (count: number): string[] => Array.from({ length: count }, (_, at) => String(10n ** 76n + BigInt(at)));

describe('the addresses of prices', () => {
  it.each([priceAddresses, lastTradeAddresses])(
    'ask for every token of an event with 300 markets, each below 8 kB',
    (addresses) => {
      const ids = tokens(300);
      const asked = addresses(SITE, ids);
      expect(Math.max(...asked.map(({ length }) => length))).toBeLessThan(8_000);
      const named = asked.flatMap((each) => (new URL(each).searchParams.get('token_ids') ?? '').split(','));
      expect([...new Set(named)]).toEqual(ids);
    },
  );

  it('name each token once a side, and nothing for no tokens', () => {
    const [address = ''] = priceAddresses(SITE, ['7', '8']);
    const { searchParams } = new URL(address);
    expect([searchParams.get('token_ids'), searchParams.get('sides')]).toEqual(['7,7,8,8', 'BUY,SELL,BUY,SELL']);
    expect(priceAddresses(SITE, [])).toEqual([]);
  });
});
