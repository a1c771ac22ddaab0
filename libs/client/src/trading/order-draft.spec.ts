import { limitOrder, marketBuy } from './order-draft';

describe('limitOrder', () => {
  it.each([
    ['BUY', '5.55', '0.42', 2_331_000n, 5_550_000n],
    ['SELL', '10', '0.42', 10_000_000n, 4_200_000n],
    ['BUY', '0.01', '0.0001', 1n, 10_000n],
  ] as const)(
    '%s of %s shares at %s has the amounts that published clients compute',
    (side, size, price, makerAmount, takerAmount) => {
      const draft = limitOrder({ tokenId: '1', side, price, size });
      expect(draft).toEqual({ tokenId: '1', side, orderType: 'GTC', makerAmount, takerAmount });
    },
  );

  it('refuses a size whose cost is not an integer of micros', () => {
    expect(() => limitOrder({ tokenId: '1', side: 'BUY', price: '0.4201', size: '0.001' })).toThrow(RangeError);
  });

  it.each([
    [{ price: '1' }, 'price "1" is out of range'],
    [{ price: '0.00001' }, 'price "0.00001" is too precise'],
    [{ size: '-5' }, 'size "-5" is malformed'],
    [{ size: '1e3' }, 'size "1e3" is malformed'],
  ])('refuses %p and names the field', (wrong, message) => {
    expect(() => limitOrder({ tokenId: '1', side: 'BUY', price: '0.5', size: '5', ...wrong })).toThrow(message);
  });

  it('keeps the optional fields of the order', () => {
    const extras = { isNegRisk: true, postOnly: true, builder: `0x${'ab'.repeat(32)}` };
    expect(limitOrder({ tokenId: '1', side: 'BUY', price: '0.5', size: '5', ...extras })).toMatchObject(extras);
  });
});

it('marketBuy requests the number of shares that published clients request', () => {
  const draft = marketBuy({ tokenId: '1', spend: '10', worstPrice: '0.42', orderType: 'FOK' });
  expect(draft).toEqual({ tokenId: '1', side: 'BUY', orderType: 'FOK', makerAmount: 10_000_000n, takerAmount: 23_809_500n });
});
