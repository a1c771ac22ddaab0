import {
  EXCHANGE_PRESETS,
  OrderHasher,
  OrderSignatureChecker,
  POLYMARKET_V1,
  POLYMARKET_V3,
  SIGNATURE_REFUSALS,
  depositWalletSignature,
  hexOf,
} from './index';
import type { Address, OrderV2, SignableOrder, SignatureRefusal, SignatureRules, SignatureType, WalletOwner } from './index';
import { createNativePorts } from './testing/native-ports';
import { DEPOSIT_WALLET, ORDER_TYPE_3, ORDER_V1, ORDER_V2, OTHER_ADDRESS, TEST_ADDRESS, testKey } from './testing/vectors';

const V2 = EXCHANGE_PRESETS['polymarket-v2'];
const RULES: SignatureRules = { v2: V2, v1: POLYMARKET_V1, allowedSignatureTypes: [0, 1, 2, 3] };
const ORDER_OF_PROXY: OrderV2 = { ...ORDER_V2, maker: DEPOSIT_WALLET, signatureType: 1 };
const owned =
  (owner: Address, signatureType: SignatureType): WalletOwner =>
  () => ({ owner, signatureType });
const unlinked: WalletOwner = () => undefined;

const ports = createNativePorts();

function hasherOf(order: SignableOrder): OrderHasher {
  return new OrderHasher(ports.keccak, order.version === 1 ? POLYMARKET_V1 : V2);
}

function signed(order: SignableOrder, isNegRisk = false): Uint8Array {
  return ports.sign(hasherOf(order).orderHash(order, isNegRisk), testKey());
}

function signedByOwner(order: OrderV2, isNegRisk = false): Uint8Array {
  const hasher = hasherOf(order);
  const structHash = hasher.structHash(order);
  const inner = ports.sign(hasher.depositWalletDigest(structHash, order.signer, isNegRisk), testKey());
  return depositWalletSignature(inner, hasher.separator(isNegRisk), structHash);
}

function changed(bytes: Uint8Array, index: number, value: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[index] = value;
  return copy;
}

/** The other signature of the same key over the same digest: s mirrored at the order of the curve, v flipped. */
function highTwin(signature: Uint8Array): Uint8Array {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const s = order - BigInt(hexOf(signature.subarray(32, 64)));
  const hex = s.toString(16).padStart(64, '0');
  const twin = Uint8Array.from(signature);
  for (let index = 0; index < 32; index += 1) twin[32 + index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  twin[64] = signature[64] === 27 ? 28 : 27;
  return twin;
}

interface Case {
  readonly name: string;
  readonly order?: SignableOrder;
  readonly signature?: () => Uint8Array | string;
  readonly rules?: Partial<SignatureRules>;
  readonly caller?: Address;
  readonly owner?: WalletOwner;
  readonly isNegRisk?: boolean;
}

function check(row: Case) {
  const order = row.order ?? ORDER_V2;
  const raw = (row.signature ?? (() => signed(order)))();
  const checker = new OrderSignatureChecker(ports, { ...RULES, ...row.rules });
  return checker.check(
    { order, signature: typeof raw === 'string' ? raw : hexOf(raw), isNegRisk: row.isNegRisk ?? false },
    row.caller ?? TEST_ADDRESS,
    row.owner ?? owned(TEST_ADDRESS, order.signatureType),
  );
}

const accepted: Case[] = [
  { name: 'a key without a wallet contract', owner: unlinked },
  { name: 'v of 0 and 1', signature: () => changed(signed(ORDER_V2), 64, (signed(ORDER_V2)[64] ?? 0) - 27) },
  { name: 'upper-case hex digits', signature: () => `0x${hexOf(signed(ORDER_V2)).slice(2).toUpperCase()}` },
  { name: 'a neg-risk market', isNegRisk: true, signature: () => signed(ORDER_V2, true) },
  { name: 'the first version', order: ORDER_V1, signature: () => signed(ORDER_V1) },
  { name: 'a proxy of the signer', order: ORDER_OF_PROXY },
  { name: 'a safe of the signer', order: { ...ORDER_OF_PROXY, signatureType: 2 } },
  { name: 'a deposit wallet of the caller', order: ORDER_TYPE_3, signature: () => signedByOwner(ORDER_TYPE_3) },
];

it.each(accepted)('accepts $name', (row) => {
  const order = row.order ?? ORDER_V2;
  expect(check(row)).toEqual({
    ok: true,
    orderHash: hexOf(hasherOf(order).orderHash(order, row.isNegRisk ?? false)),
    recovered: TEST_ADDRESS,
  });
});

const refused: (Case & { readonly reason: SignatureRefusal })[] = [
  { reason: 'version_not_accepted', name: 'the first version when it is off', order: ORDER_V1, rules: { v1: null } },
  { reason: 'signature_type_not_allowed', name: 'a type that is not allowed', rules: { allowedSignatureTypes: [3] } },
  {
    reason: 'signature_type_not_allowed',
    name: 'a deposit wallet in the first version',
    order: { ...ORDER_V1, signatureType: 3 },
  },
  { reason: 'signer_is_not_caller', name: 'an order of another caller', caller: OTHER_ADDRESS },
  { reason: 'signer_is_not_caller', name: 'a proxy order of another caller', order: ORDER_OF_PROXY, caller: OTHER_ADDRESS },
  { reason: 'maker_is_not_signer', name: 'a key that signs for another maker', order: { ...ORDER_V2, maker: OTHER_ADDRESS } },
  { reason: 'maker_is_not_signer', name: 'a deposit wallet for another maker', order: { ...ORDER_TYPE_3, maker: OTHER_ADDRESS } },
  { reason: 'malformed_signature', name: 'no signature', signature: () => '' },
  { reason: 'malformed_signature', name: 'a signature without 0x', signature: () => hexOf(signed(ORDER_V2)).slice(2) },
  { reason: 'malformed_signature', name: 'a digit that is not hex', signature: () => `${hexOf(signed(ORDER_V2)).slice(0, -1)}g` },
  { reason: 'malformed_signature', name: '64 bytes', signature: () => signed(ORDER_V2).subarray(0, 64) },
  { reason: 'malformed_signature', name: '66 bytes', signature: () => Uint8Array.of(...signed(ORDER_V2), 0) },
  { reason: 'malformed_signature', name: 'v of 29', signature: () => changed(signed(ORDER_V2), 64, 29) },
  { reason: 'malformed_signature', name: 'v of 2', signature: () => changed(signed(ORDER_V2), 64, 2) },
  { reason: 'malformed_signature', name: 'a 65-byte signature for a deposit wallet', order: ORDER_TYPE_3 },
  {
    reason: 'malformed_signature',
    name: 'a wrong type string length',
    order: ORDER_TYPE_3,
    signature: () => changed(signedByOwner(ORDER_TYPE_3), 316, 185),
  },
  {
    reason: 'malformed_signature',
    name: 'another type string',
    order: ORDER_TYPE_3,
    signature: () => changed(signedByOwner(ORDER_TYPE_3), 130, 0x6f),
  },
  {
    reason: 'wrong_domain',
    name: 'a deposit wallet signature for the other exchange',
    order: ORDER_TYPE_3,
    signature: () => signedByOwner(ORDER_TYPE_3, true),
  },
  {
    reason: 'wrong_contents',
    name: 'a deposit wallet signature of another order',
    order: ORDER_TYPE_3,
    signature: () => signedByOwner({ ...ORDER_TYPE_3, salt: 2n }),
  },
  { reason: 'high_s', name: 'the malleable twin', signature: () => highTwin(signed(ORDER_V2)) },
  { reason: 'unrecoverable', name: 'r and s of zero', signature: () => changed(new Uint8Array(65), 64, 27) },
  {
    reason: 'unrecoverable',
    name: 'an r outside the field',
    signature: () => Uint8Array.of(...new Uint8Array(32).fill(255), ...signed(ORDER_V2).subarray(32)),
  },
  { reason: 'wrong_signer', name: 'a signature over another order', signature: () => signed({ ...ORDER_V2, salt: 2n }) },
  { reason: 'wrong_signer', name: 'a signature for the other exchange', signature: () => signed(ORDER_V2, true) },
  {
    reason: 'wrong_signer',
    name: 'a deposit wallet order signed by another key than the caller’s',
    order: ORDER_TYPE_3,
    signature: () => signedByOwner(ORDER_TYPE_3),
    caller: OTHER_ADDRESS,
  },
  { reason: 'wallet_not_linked', name: 'a proxy that is not linked', order: ORDER_OF_PROXY, owner: unlinked },
  {
    reason: 'wallet_not_linked',
    name: 'a safe that is not linked',
    order: { ...ORDER_OF_PROXY, signatureType: 2 },
    owner: unlinked,
  },
  {
    reason: 'wallet_not_linked',
    name: 'a deposit wallet linked to another',
    order: ORDER_TYPE_3,
    signature: () => signedByOwner(ORDER_TYPE_3),
    owner: owned(OTHER_ADDRESS, 3),
  },
  { reason: 'wallet_not_linked', name: 'a proxy linked to another', order: ORDER_OF_PROXY, owner: owned(OTHER_ADDRESS, 1) },
  { reason: 'wallet_of_another_kind', name: 'a proxy linked as a safe', order: ORDER_OF_PROXY, owner: owned(TEST_ADDRESS, 2) },
  {
    reason: 'wallet_of_another_kind',
    name: 'a deposit wallet linked as a proxy',
    order: ORDER_TYPE_3,
    signature: () => signedByOwner(ORDER_TYPE_3),
    owner: owned(TEST_ADDRESS, 1),
  },
  {
    reason: 'wallet_not_linked',
    name: 'a deposit wallet that is not linked',
    order: ORDER_TYPE_3,
    signature: () => signedByOwner(ORDER_TYPE_3),
    owner: unlinked,
  },
];

it.each(refused)('refuses $name: $reason', (row) => {
  expect(check(row)).toMatchObject({ ok: false, reason: row.reason });
});

it.each(refused)('returns the key that signed for $name only when there is one', (row) => {
  const isRecovered = ['wrong_signer', 'wallet_not_linked', 'wallet_of_another_kind'].includes(row.reason);
  expect('recovered' in check(row)).toBe(isRecovered);
});

it('returns the signing key of a wallet that is not linked, and another key for other contents', () => {
  expect(check({ name: '', order: ORDER_OF_PROXY, owner: unlinked })).toEqual({
    ok: false,
    reason: 'wallet_not_linked',
    recovered: TEST_ADDRESS,
  });
  const forged = check({ name: '', signature: () => signed({ ...ORDER_V2, salt: 2n }) });
  expect(forged).toEqual({ ok: false, reason: 'wrong_signer', recovered: expect.stringMatching(/^0x[0-9a-f]{40}$/) });
  expect(forged).not.toMatchObject({ recovered: TEST_ADDRESS });
});

it('has a row for each refusal', () => {
  expect(new Set(refused.map((row) => row.reason))).toEqual(new Set(SIGNATURE_REFUSALS));
});

it('refuses every signature with one bit of r or s flipped', () => {
  const good = signed(ORDER_V2);
  for (let index = 0; index < 64; index += 1) {
    expect(check({ name: '', signature: () => changed(good, index, (good[index] ?? 0) ^ 1) }).ok).toBe(false);
  }
});

describe('an order signed for the third exchange', () => {
  const third = new OrderHasher(ports.keccak, POLYMARKET_V3);
  const rules = { v3: POLYMARKET_V3 };

  it.each([false, true])('is accepted where its domain is configured, by its own hash; neg-risk %s', (isNegRisk) => {
    const hash = third.orderHash(ORDER_V2, isNegRisk);
    const signature = () => ports.sign(hash, testKey());
    expect(check({ name: '', signature, rules, isNegRisk })).toEqual({
      ok: true,
      orderHash: hexOf(hash),
      recovered: TEST_ADDRESS,
    });
    expect(check({ name: '', signature, isNegRisk })).toMatchObject({ ok: false, reason: 'wrong_signer' });
  });

  it('of a deposit wallet names its domain in its signature', () => {
    const structHash = third.structHash(ORDER_TYPE_3);
    const inner = ports.sign(third.depositWalletDigest(structHash, ORDER_TYPE_3.signer, false), testKey());
    const signature = () => depositWalletSignature(inner, third.separator(false), structHash);
    const row = { name: '', order: ORDER_TYPE_3, signature, owner: owned(TEST_ADDRESS, 3) };
    expect(check({ ...row, rules })).toMatchObject({ ok: true, orderHash: hexOf(third.orderHashOf(structHash, false)) });
    expect(check(row)).toMatchObject({ ok: false, reason: 'wrong_domain' });
  });

  it("by another wallet's key is refused as if there were no third domain", () => {
    const signature = () => ports.sign(third.orderHash({ ...ORDER_V2, salt: 5n }, false), testKey());
    expect(check({ name: '', signature, rules })).toEqual(check({ name: '', signature }));
    expect(check({ name: '', rules })).toMatchObject({ ok: true });
  });
});
