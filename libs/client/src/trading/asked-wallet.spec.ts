import { SCRIPT_CRYPTO, walletFromPrivateKey } from '@foretell/crypto/browser';
import { EXCHANGE_PRESETS, ZERO_BYTES32, address, type OrderV2, type SignatureType } from '@foretell/signing';
import { privateKeyToAccount } from 'viem/accounts';
import { ClientError } from '../http/client-error';
import { AskedWallet } from './asked-wallet';
import { limitOrder } from './order-draft';
import { AskedOrderSigner } from './order-signer';
import type { TypedData } from './typed-data';

/** The first account of a public test mnemonic; it protects nothing. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const ACCOUNT = privateKeyToAccount(KEY);
const DOMAIN = EXCHANGE_PRESETS['polymarket-v2'];
const ORDER: OrderV2 = {
  version: 2,
  salt: 123_456_789_012n,
  maker: address(ACCOUNT.address),
  signer: address(ACCOUNT.address),
  tokenId: 71321045679252212594626385532706912750332728571942532289631379312455583992563n,
  makerAmount: 42_000_000n,
  takerAmount: 100_000_000n,
  side: 'SELL',
  signatureType: 0,
  timestamp: 1_735_689_600_000n,
  metadata: ZERO_BYTES32,
  builder: `0x${'ab'.repeat(32)}` as typeof ZERO_BYTES32,
};

/** Signs as a browser's wallet does: it hashes any typed data (EIP-712) and has no code for orders. */
const asked = (signTypedData = (typed: TypedData) => ACCOUNT.signTypedData(typed as never) as Promise<string>) =>
  new AskedWallet(ACCOUNT.address, signTypedData, SCRIPT_CRYPTO.keccak);

describe('AskedWallet', () => {
  it.each([
    ['a plain key', 0, false],
    ['a plain key, on the other exchange', 0, true],
    ['a deposit wallet', 3, false],
    ['a deposit wallet, on the other exchange', 3, true],
  ] as const)('signs orders of %s as the key itself does', async (_whose, signatureType: SignatureType, isNegRisk) => {
    const own = await walletFromPrivateKey(KEY);
    const maker = signatureType === 3 ? address('0x5FbDB2315678afecb367f032d93F642f64180aa3') : ORDER.maker;
    const order = { ...ORDER, signatureType, maker, signer: maker };
    expect(await asked().signOrderV2(order, DOMAIN, isNegRisk)).toBe(own.signOrderV2(order, DOMAIN, isNegRisk));
    expect(asked().orderHash(order, DOMAIN, isNegRisk)).toBe(own.orderHash(order, DOMAIN, isNegRisk));
  });

  it('signs the statement for an API key as the key itself does', async () => {
    const own = await walletFromPrivateKey(KEY);
    const auth = { timestamp: '1735689600', nonce: 7n };
    expect(await asked().signClobAuth(auth, 137)).toBe(own.signClobAuth(auth, 137));
    expect(asked().checksummedAddress).toBe(own.checksummedAddress);
  });

  it('turns drafts into orders that carry the values that were signed', async () => {
    const typed: TypedData[] = [];
    const signer = new AskedOrderSigner(
      asked(async (data) => {
        typed.push(data);
        return ACCOUNT.signTypedData(data as never);
      }),
      {},
    );
    const draft = limitOrder({ tokenId: '12', side: 'BUY', price: '0.42', size: '10' });
    const { orderId, item } = await signer.sign(draft, 'owner', 1_735_689_600_000);
    const { salt, signature, ...rest } = item.order;
    expect(typed[0]?.message).toMatchObject({ salt, makerAmount: '4200000', takerAmount: '10000000', side: 0 });
    expect(rest).toMatchObject({ maker: ORDER.maker, side: 'BUY', makerAmount: '4200000' });
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/);
    expect(orderId).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it('passes a refusal on, and refuses an invalid signature', async () => {
    const refusal = Object.assign(new Error('User rejected the request.'), { code: 4001 });
    await expect(asked(() => Promise.reject(refusal)).signOrderV2(ORDER, DOMAIN)).rejects.toBe(refusal);
    for (const answer of ['', '0x', `0x${'00'.repeat(64)}`, 'no hex']) {
      const given = asked(async () => answer).signClobAuth({ timestamp: '1', nonce: 0n }, 137);
      await expect(given).rejects.toMatchObject({ code: 'no_signature' });
      await expect(given).rejects.toBeInstanceOf(ClientError);
    }
    expect(() => new AskedWallet('0x12', async () => '', SCRIPT_CRYPTO.keccak)).toThrow(RangeError);
  });
});
