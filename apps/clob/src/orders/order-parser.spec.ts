import type { PlaceOrderItem } from '@foretell/contracts';
import { ZERO_BYTES32 } from '@foretell/signing';
import { marketEntry } from '../testing/market-entry';
import { parseOrder } from './order-parser';

const WALLET = `0x${'aB'.repeat(20)}`;
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;
const token = { entry: marketEntry(), outcome: 0 } as const;

function item(order: Partial<PlaceOrderItem['order']> = {}, more: Partial<PlaceOrderItem> = {}): PlaceOrderItem {
  const signed = {
    tokenId: token.entry.tokenIds[0],
    maker: WALLET,
    signer: WALLET,
    makerAmount: '4000000',
    takerAmount: '10000000',
    salt: 5,
    signatureType: 0,
    signature: '0x',
  };
  return { order: { ...signed, side: 'BUY', timestamp: '1', ...order }, orderType: 'GTC', owner: 'key', ...more };
}
const parsed = (...args: Parameters<typeof item>) => parseOrder(item(...args), token);

describe('parsing an order', () => {
  it.each([
    ['BUY', { collateralMicros: 4_000_000, sizeMicros: 10_000_000 }],
    ['SELL', { collateralMicros: 10_000_000, sizeMicros: 4_000_000 }],
  ] as const)('reads collateral and shares of a %s from the amounts of its side', (side, amounts) => {
    expect(parsed({ side })).toMatchObject(amounts);
  });

  it.each([
    [{ makerAmount: '1000000000000001' }, 'amount_too_large', 'makerAmount'],
    [{ takerAmount: '9007199254740993' }, 'amount_too_large', 'takerAmount'],
    [{ makerAmount: '0' }, 'amount_not_positive', 'makerAmount'],
    [{ takerAmount: '0' }, 'amount_not_positive', 'takerAmount'],
    [{ takerAmount: '0', side: 'SELL' as const }, 'amount_not_positive', 'takerAmount'],
  ])('refuses %j as %s of %s', (order, code, field) => {
    expect(parsed(order)).toMatchObject({ code, details: { field } });
  });

  it('accepts the largest amount', () => {
    expect(parsed({ makerAmount: '1000000000000000' })).toMatchObject({ collateralMicros: 1_000_000_000_000_000 });
  });

  it.each([
    ['GTC', undefined, null],
    ['FOK', '0', null],
    ['GTD', '1800000000', 1_800_000_000_000],
  ] as const)('of type %s with expiration %s expires at %s', (orderType, expiration, expiresAt) => {
    expect(parsed(expiration === undefined ? {} : { expiration }, { orderType })).toMatchObject({ expiresAt });
  });

  it.each([
    ['GTC', '1800000000'],
    ['FAK', '1'],
    ['GTD', '253402300800'],
    ['GTD', '99999999999999999999'],
  ] as const)('refuses an expiration that would not be honoured: %s %s', (orderType, expiration) => {
    expect(parsed({ expiration }, { orderType })).toMatchObject({ code: 'invalid_expiration', error: 'invalid expiration' });
  });

  it.each([
    ['GTC', '"0" or none unless the order is GTD'],
    ['GTD', 'Unix seconds'],
  ] as const)('says what a %s order’s expiration must be, given milliseconds', (orderType, expected) => {
    expect(parsed({ expiration: '1800000000000' }, { orderType })).toMatchObject({ details: { expected } });
  });

  it('is of version 1 when it names taker, nonce and fee rate and no timestamp', () => {
    const { timestamp: _timestamp, ...untimed } = item({ taker: ZERO_ADDRESS, nonce: '7', feeRateBps: '0' }).order;
    expect(parseOrder({ ...item(), order: untimed }, token)).toMatchObject({
      signable: { version: 1, nonce: 7n, taker: ZERO_ADDRESS },
      builder: ZERO_BYTES32,
    });
    expect(parsed({ taker: WALLET, nonce: '7', feeRateBps: '0' })).toMatchObject({ signable: { version: 2 } });
    expect(parsed()).toMatchObject({
      signable: {
        version: 2,
        timestamp: 1n,
        salt: 5n,
        metadata: ZERO_BYTES32,
        builder: ZERO_BYTES32,
        maker: WALLET.toLowerCase(),
      },
    });
  });

  it('refuses a version 1 order that is signed for one taker: every order is for everybody', () => {
    const { timestamp: _timestamp, ...untimed } = item({ taker: WALLET, nonce: '0', feeRateBps: '0' }).order;
    expect(parseOrder({ ...item(), order: untimed }, token)).toMatchObject({
      code: 'invalid_payload',
      error: expect.stringContaining('order.taker must be the zero address'),
    });
  });

  it('keeps the builder that the order names', () => {
    const builder = `0x${'0b'.repeat(32)}`;
    expect(parsed({ builder })).toMatchObject({ builder, signable: { builder } });
  });

  it.each([{ salt: String(2n ** 256n) }, { timestamp: String(2n ** 256n) }, { signatureType: 4 }, { builder: '0x1' }])(
    'refuses %j, which no signature can cover',
    (order) => {
      expect(parsed(order)).toMatchObject({ code: 'invalid_payload' });
    },
  );
});
