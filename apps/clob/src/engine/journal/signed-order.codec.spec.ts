import * as fc from 'fast-check';
import { address, bytes32Of, hexOf, ZERO_BYTES32, type SignableOrder } from '@foretell/signing';
import { decodeSignedOrder, encodeSignedOrder } from './signed-order.codec';

const hexOfLength = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const anyAddress = hexOfLength(20).map((bytes) => address(hexOf(bytes)));
const bytes32 = fc.oneof(fc.constant(ZERO_BYTES32), hexOfLength(32).map(bytes32Of));
const uint = fc.oneof(fc.constantFrom(0n, 1n, 255n, 256n, 2n ** 256n - 1n), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }));
const signature = fc.uint8Array({ minLength: 0, maxLength: 1_000 }).map(hexOf);

const common = {
  salt: uint,
  maker: anyAddress,
  signer: anyAddress,
  tokenId: uint,
  makerAmount: uint,
  takerAmount: uint,
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  signatureType: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
};
const first = fc.record({
  ...common,
  version: fc.constant(1 as const),
  taker: anyAddress,
  expiration: uint,
  nonce: uint,
  feeRateBps: uint,
});
const second = fc.record({ ...common, version: fc.constant(2 as const), timestamp: uint, metadata: bytes32, builder: bytes32 });
const order: fc.Arbitrary<SignableOrder> = fc
  .tuple(fc.oneof(first, second), fc.boolean())
  .map(([any, isOwnSigner]) => (isOwnSigner ? { ...any, signer: any.maker } : any));

describe('a signed order as bytes', () => {
  it('decodes with its signature', () => {
    fc.assert(
      fc.property(order, signature, (any, by) => {
        expect(decodeSignedOrder(encodeSignedOrder(any, by))).toEqual({ order: any, signature: by });
      }),
    );
  });

  it('takes about 150 bytes', () => {
    const maker = address(`0x${'a1'.repeat(20)}`);
    const plain: SignableOrder = {
      version: 2,
      salt: 763_713_635_560n,
      maker,
      signer: maker,
      tokenId: 2n ** 256n - 1n,
      makerAmount: 2_331_000n,
      takerAmount: 5_550_000n,
      side: 'BUY',
      signatureType: 0,
      timestamp: 1_735_689_600_000n,
      metadata: ZERO_BYTES32,
      builder: ZERO_BYTES32,
    };
    expect(encodeSignedOrder(plain, `0x${'5a'.repeat(65)}`)).toHaveLength(141);
  });

  it.each(['', '0x5', '0xzz', `0x${'00'.repeat(1_001)}`])('is refused with the signature %s', (by) => {
    fc.assert(
      fc.property(order, (any) => expect(() => encodeSignedOrder(any, by)).toThrow(RangeError)),
      { numRuns: 5 },
    );
  });

  it('is refused in another layout, or when truncated', () => {
    expect(() => decodeSignedOrder(Buffer.of(9, 0))).toThrow('a signed order of layout 9; this service reads layout 1');
    fc.assert(
      fc.property(order, (any) => {
        const bytes = encodeSignedOrder(any, '0x');
        // One expectation for all lengths: `toThrow` computes the stack of each error.
        const truncated = Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length));
        expect(truncated.filter((part) => !isRefused(part))).toEqual([]);
      }),
    );
  });
});

function isRefused(bytes: Uint8Array): boolean {
  try {
    decodeSignedOrder(bytes);
    return false;
  } catch (error) {
    return error instanceof RangeError;
  }
}
