import { pricePips, sizeMicros, usdcMicros } from '@foretell/units';
import { limitDraft, spendDraft } from './order-draft';

describe('a limit order', () => {
  it.each([
    ['BUY', 5_550_000, 4_200, 2_331_000n, 5_550_000n],
    ['SELL', 10_000_000, 4_200, 10_000_000n, 4_200_000n],
    ['BUY', 10_000, 1, 1n, 10_000n],
  ] as const)(
    '%s of %d micros at %d pips gives and takes what published clients compute',
    (side, size, price, makerAmount, takerAmount) => {
      const draft = limitDraft({ tokenId: '1', side, pricePips: pricePips(price), sizeMicros: sizeMicros(size) });
      expect(draft).toEqual({ tokenId: '1', side, orderType: 'GTC', makerAmount, takerAmount });
    },
  );

  it('refuses a size whose cost is no whole micro', () => {
    expect(() => limitDraft({ tokenId: '1', side: 'BUY', pricePips: pricePips(4_201), sizeMicros: sizeMicros(1_000) })).toThrow(
      RangeError,
    );
  });
});

it('a BUY for dollars asks for the shares that published clients ask for', () => {
  const draft = spendDraft({ tokenId: '1', spendMicros: usdcMicros(10_000_000), worstPips: pricePips(4_200), orderType: 'FOK' });
  expect(draft).toEqual({ tokenId: '1', side: 'BUY', orderType: 'FOK', makerAmount: 10_000_000n, takerAmount: 23_809_500n });
});
