import {
  ClobAuthHasher,
  DEPOSIT_WALLET_SIGNATURE_BYTES,
  EXCHANGE_PRESETS,
  ORDER_V1_TYPE,
  ORDER_V2_TYPE,
  OrderHasher,
  POLYMARKET_V1,
  checksumAddress,
  depositWalletSignature,
  hexOf,
  recoverSignerOfHex,
} from './index';
import { utf8 } from './domain';
import { createNativePorts } from './testing/native-ports';
import { DEPOSIT_WALLET, ORDER_TYPE_3, ORDER_V1, ORDER_V2, TEST_ADDRESS, testKey } from './testing/vectors';

const ports = createNativePorts();

it.each([
  [ORDER_V2_TYPE, '0xbb86318a2138f5fa8ae32fbe8e659f8fcf13cc6ae4014a707893055433818589'],
  [ORDER_V1_TYPE, '0xa852566c4e14d00869b6db0220888a9090a13eccdaea03713ff0a3d27bf9767c'],
  [
    'ClobAuth(address address,string timestamp,uint256 nonce,string message)',
    '0x52578c5c725a28a84fedc8c22aa47947822942f35b4dc350db028e45320e035c',
  ],
])('the type hash of %s is the published one', (type, hash) => {
  expect(hexOf(ports.keccak(utf8(type)))).toBe(hash);
});

describe.each([
  {
    name: 'Polymarket V1',
    domain: POLYMARKET_V1,
    order: ORDER_V1,
    separator: '0x1a573e3617c78403b5b4b892827992f027b03d4eaf570048b8ee8cdd84d151be',
    orderHash: '0x692d8da68f4391cae3626b5520cacb0fb7631b4257113e8f9239f073f7808591',
    signature:
      '0xda00acdae1041b9604820e0225a83bd2580aaef3c2a7ffcf21868b9c04e9db134c73914543d0929cc435fb3885e8a45c747b7d1922c1d37431716d70b6ad4eee1b',
  },
  {
    name: 'Polymarket V2',
    domain: EXCHANGE_PRESETS['polymarket-v2'],
    order: ORDER_V2,
    separator: '0x3264e159346253e26a64e00b69032db0e7d32f94628de3e6eecb50304d7af3d2',
    orderHash: '0xb23bcef0f986361985fb2351f4b9f734582c8d1031d73e2de0441a65720753c1',
    signature:
      '0x86e196e1ec33eedf1ff529399e3b5a26e5722a89cefc39c7efe1d19b7411ebeb078883dc93c5f067353bdff3a512b9a736ca53514fc130e8562814ef15a45c8d1b',
  },
  {
    name: 'Kuest V2',
    domain: EXCHANGE_PRESETS['kuest-v2'],
    order: ORDER_V2,
    separator: '0x6b54844db5fd1885336a022ceebb3742c166b32d931d990724af149a4d3f67f5',
    orderHash: '0x4a57b594c5bbe8c6b4e1b19511702df671a067dad6acf6a3bba906c5b8be5ff2',
    signature:
      '0x7068ed5f84dfe38327ec0c638dcdcfbb8b0a8b5ddaedf14ca2f9e8b5e7b118c4440f38fffc947b55cba50b07f0d434c609e347a7af43e98133a0ef9fbfd80a231b',
  },
])('$name', ({ domain, order, separator, orderHash, signature }) => {
  it('has the published domain separator', () => {
    expect(hexOf(new OrderHasher(ports.keccak, domain).separator(false))).toBe(separator);
  });

  it('gives the order the published hash', () => {
    expect(hexOf(new OrderHasher(ports.keccak, domain).orderHash(order, false))).toBe(orderHash);
  });

  it('is signed as published, and its signer is recovered', () => {
    const digest = new OrderHasher(ports.keccak, domain).orderHash(order, false);
    expect(hexOf(ports.sign(digest, testKey()))).toBe(signature);
    expect(recoverSignerOfHex(signature, digest, ports)).toEqual({ ok: true, recovered: TEST_ADDRESS });
  });
});

describe('a deposit wallet order (type 3)', () => {
  const inner =
    '0x67ae4427f27e059ca177ed8995719f6e8c2a650d7a38233e45b39036a6cee96b39baf401fb6055b6a20b69bea8d1d3bfe18c7f494a363cadf45aeabfbca87dca1c';

  it('has the published order hash', () => {
    const hasher = new OrderHasher(ports.keccak, EXCHANGE_PRESETS['polymarket-v2']);
    expect(hexOf(hasher.orderHash(ORDER_TYPE_3, false))).toBe(
      '0x5ba5c5246efa8c5c4627bc54e5736b7fa32957385860c414f94571e222fd5f08',
    );
  });

  it('is signed by the owner as published', () => {
    const hasher = new OrderHasher(ports.keccak, EXCHANGE_PRESETS['polymarket-v2']);
    const digest = hasher.depositWalletDigest(hasher.structHash(ORDER_TYPE_3), DEPOSIT_WALLET, false);
    expect(hexOf(ports.sign(digest, testKey()))).toBe(inner);
    expect(recoverSignerOfHex(inner, digest, ports)).toEqual({ ok: true, recovered: TEST_ADDRESS });
  });

  it('carries 317 bytes that end in the length of the type string', () => {
    const hasher = new OrderHasher(ports.keccak, EXCHANGE_PRESETS['polymarket-v2']);
    const bytes = depositWalletSignature(new Uint8Array(65), hasher.separator(false), hasher.structHash(ORDER_TYPE_3));
    expect(bytes).toHaveLength(317);
    expect(DEPOSIT_WALLET_SIGNATURE_BYTES).toBe(317);
    expect(hexOf(bytes.subarray(315))).toBe('0x00ba');
  });
});

it('ClobAuth has the published hash and signature', () => {
  const digest = new ClobAuthHasher(ports.keccak, 137).digest({ address: TEST_ADDRESS, timestamp: '1735689600', nonce: 0n });
  expect(hexOf(digest)).toBe('0x9219e05e971e95c93c6b66feeeb245cf2c19ec67c8dc7f186becaaf2ca62d702');
  expect(hexOf(ports.sign(digest, testKey()))).toBe(
    '0xcdd37562618c1b5a87c21ec0631104d1caa4ec8b83423eeb5322a96152b13ca460c092a23d8c6d90725fa5bd59259360a9cdae4da81758ec2cddd1a8b8357a421b',
  );
});

it.each([
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0xE111180000d2663C0091e4f400237545B87B996B',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
])('the checksummed form of %s is unchanged', (mixed) => {
  const lower = mixed.toLowerCase() as typeof TEST_ADDRESS;
  expect(checksumAddress(lower, ports.keccak)).toBe(mixed);
});
