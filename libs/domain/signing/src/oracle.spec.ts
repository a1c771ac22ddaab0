import * as fc from 'fast-check';
import { hashTypedData, recoverTypedDataAddress } from 'viem';
import type { Hex } from 'viem';
import {
  EXCHANGE_PRESETS,
  ClobAuthHasher,
  CLOB_AUTH_TERMS,
  OrderHasher,
  POLYMARKET_V1,
  bytes32Of,
  hexOf,
  parseAddress,
} from './index';
import type { Address, Bytes32, SignableOrder } from './index';
import { createNativePorts } from './testing/native-ports';
import { TEST_ADDRESS, testKey } from './testing/vectors';

// viem hashes and recovers independently of this package; it is slow, so the number of runs is low.
const RUNS = { numRuns: 50 };

const ports = createNativePorts();

const anyAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes): Address => {
  const parsed = parseAddress(hexOf(bytes));
  if (parsed === undefined) throw new Error('20 bytes are an address');
  return parsed;
});
const anyBytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes): Bytes32 => bytes32Of(bytes));
const anyUint = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.bigInt({ min: 0n, max: 2n ** 64n }));
const signedFields = {
  salt: anyUint,
  maker: anyAddress,
  signer: anyAddress,
  tokenId: anyUint,
  makerAmount: anyUint,
  takerAmount: anyUint,
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  signatureType: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
};
const anyOrder: fc.Arbitrary<SignableOrder> = fc.oneof(
  fc.record({ ...signedFields, version: fc.constant(2 as const), timestamp: anyUint, metadata: anyBytes32, builder: anyBytes32 }),
  fc.record({
    ...signedFields,
    version: fc.constant(1 as const),
    taker: anyAddress,
    expiration: anyUint,
    nonce: anyUint,
    feeRateBps: anyUint,
  }),
);

const HEAD = ['uint256 salt', 'address maker', 'address signer'];
const AMOUNTS = ['uint256 tokenId', 'uint256 makerAmount', 'uint256 takerAmount'];
const FIELDS = {
  1: [
    ...HEAD,
    'address taker',
    ...AMOUNTS,
    'uint256 expiration',
    'uint256 nonce',
    'uint256 feeRateBps',
    'uint8 side',
    'uint8 signatureType',
  ],
  2: [...HEAD, ...AMOUNTS, 'uint8 side', 'uint8 signatureType', 'uint256 timestamp', 'bytes32 metadata', 'bytes32 builder'],
};

function fieldsOf(version: 1 | 2): { type: string; name: string }[] {
  return FIELDS[version].map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { type, name };
  });
}

// Wide on purpose: otherwise viem tries to infer the message's type from the struct's text.
type StructTypes = Record<string, { type: string; name: string }[]>;

function typedData(order: SignableOrder, isNegRisk: boolean) {
  const domain = order.version === 1 ? POLYMARKET_V1 : EXCHANGE_PRESETS['polymarket-v2'];
  const types: StructTypes = { Order: fieldsOf(order.version) };
  return {
    domain: {
      name: domain.name,
      version: domain.version,
      chainId: domain.chainId,
      verifyingContract: (isNegRisk ? domain.negRiskExchange : domain.exchange) as Hex,
    },
    types,
    primaryType: 'Order',
    message: { ...order, side: order.side === 'BUY' ? 0 : 1 },
  };
}

function hasherOf(order: SignableOrder): OrderHasher {
  return new OrderHasher(ports.keccak, order.version === 1 ? POLYMARKET_V1 : EXCHANGE_PRESETS['polymarket-v2']);
}

it('hashes any order as viem does, one hasher for many orders', () => {
  const hashers = {
    1: new OrderHasher(ports.keccak, POLYMARKET_V1),
    2: new OrderHasher(ports.keccak, EXCHANGE_PRESETS['polymarket-v2']),
  };
  fc.assert(
    fc.property(anyOrder, fc.boolean(), (order, isNegRisk) => {
      expect(hexOf(hashers[order.version].orderHash(order, isNegRisk))).toBe(hashTypedData(typedData(order, isNegRisk)));
    }),
    RUNS,
  );
});

it('viem recovers the signer of any order signed over our hash', async () => {
  await fc.assert(
    fc.asyncProperty(anyOrder, fc.boolean(), async (order, isNegRisk) => {
      const signature = hexOf(ports.sign(hasherOf(order).orderHash(order, isNegRisk), testKey())) as Hex;
      const recovered = await recoverTypedDataAddress({ ...typedData(order, isNegRisk), signature });
      expect(recovered.toLowerCase()).toBe(TEST_ADDRESS);
    }),
    { numRuns: 20 },
  );
});

it('hashes the nested struct of a deposit wallet as viem does', () => {
  fc.assert(
    fc.property(anyOrder, fc.boolean(), (order, isNegRisk) => {
      fc.pre(order.version === 2);
      const plain = typedData(order, isNegRisk);
      const nested: { domain: typeof plain.domain; types: StructTypes; primaryType: string; message: Record<string, unknown> } = {
        domain: plain.domain,
        types: {
          ...plain.types,
          TypedDataSign: [
            { type: 'Order', name: 'contents' },
            { type: 'string', name: 'name' },
            { type: 'string', name: 'version' },
            { type: 'uint256', name: 'chainId' },
            { type: 'address', name: 'verifyingContract' },
            { type: 'bytes32', name: 'salt' },
          ],
        },
        primaryType: 'TypedDataSign',
        message: {
          contents: plain.message,
          name: 'DepositWallet',
          version: '1',
          chainId: 137n,
          verifyingContract: order.signer,
          salt: `0x${'0'.repeat(64)}`,
        },
      };
      const hasher = hasherOf(order);
      expect(hexOf(hasher.depositWalletDigest(hasher.structHash(order), order.signer, isNegRisk))).toBe(hashTypedData(nested));
    }),
    RUNS,
  );
});

it('hashes any ClobAuth as viem does', () => {
  fc.assert(
    fc.property(anyAddress, fc.nat(), anyUint, (address, seconds, nonce) => {
      const expected = hashTypedData({
        domain: { name: 'ClobAuthDomain', version: '1', chainId: 80002 },
        types: {
          ClobAuth: [
            { type: 'address', name: 'address' },
            { type: 'string', name: 'timestamp' },
            { type: 'uint256', name: 'nonce' },
            { type: 'string', name: 'message' },
          ],
        },
        primaryType: 'ClobAuth',
        message: { address: address as Hex, timestamp: String(seconds), nonce, message: CLOB_AUTH_TERMS.message },
      });
      expect(hexOf(new ClobAuthHasher(ports.keccak, 80002).digest({ address, timestamp: String(seconds), nonce }))).toBe(
        expected,
      );
    }),
    RUNS,
  );
});
