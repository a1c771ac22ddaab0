import type {
  Address,
  Bytes32,
  ClobAuth,
  ClobAuthTerms,
  ExchangeDomain,
  OrderV1,
  OrderV2,
  SignableOrder,
} from '@foretell/signing';
import {
  ClobAuthHasher,
  OrderHasher,
  addressOfPublicKey,
  bytes32Of,
  checksumAddress,
  depositWalletSignature,
  hexOf,
  parseHex,
} from '@foretell/signing';
import type { SigningCrypto } from './signing-curve';

/** A key that signs like public clients. For demonstrations, load generators and tests: the services have no keys. */
export class Wallet {
  readonly address: Address;
  private readonly hashers = new Map<ExchangeDomain, OrderHasher>();
  readonly #privateKey: Uint8Array;

  constructor(
    privateKey: Uint8Array,
    private readonly crypto: SigningCrypto,
  ) {
    this.#privateKey = privateKey;
    this.address = addressOfPublicKey(crypto.publicKeyOf(privateKey), crypto.keccak);
  }

  /** The address in EIP-55 mixed case, as clients send it in headers. */
  get checksummedAddress(): string {
    return checksumAddress(this.address, this.crypto.keccak);
  }

  /** The order's signature as 0x hex: 65 bytes, or for a deposit wallet (type 3) the 317 bytes that wrap them. */
  signOrderV2(order: OrderV2, domain: ExchangeDomain, isNegRisk = false): string {
    const hasher = this.hasherOf(domain);
    if (order.signatureType !== 3) return hexOf(this.sign(hasher.orderHash(order, isNegRisk)));
    const structHash = hasher.structHash(order);
    const inner = this.sign(hasher.depositWalletDigest(structHash, order.signer, isNegRisk));
    return hexOf(depositWalletSignature(inner, hasher.separator(isNegRisk), structHash));
  }

  /** The signature of a first-version order as 0x hex of 65 bytes. */
  signOrderV1(order: OrderV1, domain: ExchangeDomain, isNegRisk = false): string {
    return hexOf(this.sign(this.hasherOf(domain).orderHash(order, isNegRisk)));
  }

  /** The order's hash, which the trading service returns as orderID. */
  orderHash(order: SignableOrder, domain: ExchangeDomain, isNegRisk = false): Bytes32 {
    return bytes32Of(this.hasherOf(domain).orderHash(order, isNegRisk));
  }

  /** The L1 signature that requests an API key, as 0x hex; with the published terms by default. */
  signClobAuth(auth: Omit<ClobAuth, 'address'>, chainId: number, terms?: ClobAuthTerms): string {
    return hexOf(this.sign(new ClobAuthHasher(this.crypto.keccak, chainId, terms).digest({ ...auth, address: this.address })));
  }

  private sign(digest: Uint8Array): Uint8Array {
    return this.crypto.sign(digest, this.#privateKey);
  }

  private hasherOf(domain: ExchangeDomain): OrderHasher {
    const known = this.hashers.get(domain);
    if (known !== undefined) return known;
    const hasher = new OrderHasher(this.crypto.keccak, domain);
    this.hashers.set(domain, hasher);
    return hasher;
  }
}

/** The wallet of a private key of 32 bytes, as 0x hex or bytes. Throws for an invalid key, without printing it. */
export function walletOf(privateKey: string | Uint8Array, crypto: SigningCrypto): Wallet {
  const bytes = typeof privateKey === 'string' ? parseHex(privateKey, 32) : privateKey;
  if (bytes?.length !== 32) throw new RangeError('a private key is 32 bytes, as 0x hex or bytes');
  return new Wallet(bytes, crypto);
}
