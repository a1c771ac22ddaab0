import * as fc from 'fast-check';
import type { OrderV2, OwnedWallet, SignatureRules } from '@foretell/signing';
import { EXCHANGE_PRESETS, OrderSignatureChecker, POLYMARKET_V1, ZERO_BYTES32, address, hexOf } from '@foretell/signing';
import { walletFromPrivateKey as browserWallet } from './browser';
import { loadCrypto, walletFromPrivateKey } from './crypto';
import { SCRIPT_CRYPTO } from './script-crypto';
import { createCurve, nativeCurve, wasmCurve } from './secp256k1';

/** The first account of a well-known public test mnemonic; it protects nothing. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const OWNER = address('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
const DOMAIN = EXCHANGE_PRESETS['polymarket-v2'];
const ORDER: OrderV2 = {
  version: 2,
  salt: 1n,
  maker: OWNER,
  signer: OWNER,
  tokenId: 71321045679252212594626385532706912750332728571942532289631379312455583992563n,
  makerAmount: 42_000_000n,
  takerAmount: 100_000_000n,
  side: 'BUY',
  signatureType: 0,
  timestamp: 1_735_689_600_000n,
  metadata: ZERO_BYTES32,
  builder: ZERO_BYTES32,
};

describe('the curves', () => {
  const anyBytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

  it('sign alike and recover the signing key from each other', () => {
    const native = nativeCurve();
    const wasm = wasmCurve();
    fc.assert(
      fc.property(anyBytes, anyBytes, (digest, key) => {
        fc.pre(key.some((byte) => byte > 0) && key[0] !== 255);
        const signature = native.sign(digest, key);
        expect(hexOf(wasm.sign(digest, key))).toBe(hexOf(signature));
        expect(hexOf(SCRIPT_CRYPTO.sign(digest, key))).toBe(hexOf(signature));
        const recoveryId = signature[64] === 27 ? 0 : 1;
        const publicKey = hexOf(native.publicKeyOf(key));
        expect(hexOf(wasm.publicKeyOf(key))).toBe(publicKey);
        expect(hexOf(SCRIPT_CRYPTO.publicKeyOf(key))).toBe(publicKey);
        for (const curve of [native, wasm]) {
          const recovered = curve.recover(signature.subarray(0, 64), recoveryId, digest);
          expect(recovered === undefined ? undefined : hexOf(recovered)).toBe(publicKey);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('return nothing, rather than throw, for a signature that no key made', () => {
    for (const curve of [nativeCurve(), wasmCurve()]) {
      expect(curve.recover(new Uint8Array(64), 0, new Uint8Array(32))).toBeUndefined();
      expect(curve.recover(new Uint8Array(64).fill(255), 1, new Uint8Array(32))).toBeUndefined();
    }
  });

  it('prefer the native one if it is built', () => {
    expect(createCurve().name).toBe('native');
  });
});

describe.each([
  { name: 'Node', walletOf: walletFromPrivateKey },
  { name: 'a browser', walletOf: browserWallet },
])('a wallet of $name', ({ walletOf }) => {
  it('has the address of its key', async () => {
    const wallet = await walletOf(KEY);
    expect(wallet.address).toBe(OWNER);
    expect(wallet.checksummedAddress).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  });

  it('signs orders and L1 statements like the published vectors', async () => {
    const wallet = await walletOf(KEY);
    expect(wallet.signOrderV2(ORDER, DOMAIN)).toBe(
      '0x86e196e1ec33eedf1ff529399e3b5a26e5722a89cefc39c7efe1d19b7411ebeb078883dc93c5f067353bdff3a512b9a736ca53514fc130e8562814ef15a45c8d1b',
    );
    expect(wallet.orderHash(ORDER, DOMAIN)).toBe('0xb23bcef0f986361985fb2351f4b9f734582c8d1031d73e2de0441a65720753c1');
    expect(wallet.signClobAuth({ timestamp: '1735689600', nonce: 0n }, 137)).toBe(
      '0xcdd37562618c1b5a87c21ec0631104d1caa4ec8b83423eeb5322a96152b13ca460c092a23d8c6d90725fa5bd59259360a9cdae4da81758ec2cddd1a8b8357a421b',
    );
  });

  it('signs for a deposit wallet so that the checker accepts it from its owner', async () => {
    const wallet = await walletOf(KEY);
    const depositWallet = address('0x5FbDB2315678afecb367f032d93F642f64180aa3');
    const order: OrderV2 = { ...ORDER, maker: depositWallet, signer: depositWallet, signatureType: 3 };
    const signature = wallet.signOrderV2(order, DOMAIN, true);
    const rules: SignatureRules = { v2: DOMAIN, v1: POLYMARKET_V1, allowedSignatureTypes: [3] };
    const checker = new OrderSignatureChecker(await loadCrypto(), rules);
    expect(signature).toHaveLength(2 + 2 * 317);
    const owned: OwnedWallet = { owner: wallet.address, signatureType: 3 };
    expect(checker.check({ order, signature, isNegRisk: true }, wallet.address, () => owned)).toEqual({
      ok: true,
      orderHash: wallet.orderHash(order, DOMAIN, true),
      recovered: wallet.address,
    });
  });

  it('does not print its key, even when it refuses one', async () => {
    const wallet = await walletOf(KEY);
    expect(JSON.stringify(wallet, (_name, value: unknown) => (typeof value === 'function' ? undefined : value))).not.toContain(
      'ac0974',
    );
    await expect(walletOf(`${KEY}00`)).rejects.toThrow(/^a private key is 32 bytes, as 0x hex or bytes$/);
  });
});
