import {
  OrderHasher,
  bytes32Of,
  checksumAddress,
  depositWalletSignature,
  hexOf,
  parseAddress,
  parseHex,
  type Address,
  type Bytes32,
  type ClobAuth,
  type ClobAuthTerms,
  type ExchangeDomain,
  type Keccak256,
  type OrderV2,
} from '@foretell/signing';
import { ClientError } from '../http/client-error';
import { clobAuthTypedData, orderTypedData, type TypedData } from './typed-data';

const SIGNATURE_BYTES = 65;

/**
 * Requests a signature (EIP-712) from the holder of an address's key; resolves with 65 bytes as 0x hex. May reject: a person can
 * refuse.
 */
export type SignTypedData = (typed: TypedData) => Promise<string>;

/** A wallet whose key is elsewhere, such as in a browser extension or a device. It requests each signature. */
export class AskedWallet {
  readonly address: Address;

  /** Throws RangeError for an invalid address. */
  constructor(
    text: string,
    private readonly signTypedData: SignTypedData,
    private readonly keccak: Keccak256,
  ) {
    const address = parseAddress(text);
    if (address === undefined) throw new RangeError(`${JSON.stringify(text)} is not an address`);
    this.address = address;
  }

  /** The address in EIP-55 mixed case, as clients send it in headers. */
  get checksummedAddress(): string {
    return checksumAddress(this.address, this.keccak);
  }

  /** As Wallet.signOrderV2. Throws ClientError (no_signature) when the wallet returns no valid signature. */
  async signOrderV2(order: OrderV2, domain: ExchangeDomain, isNegRisk = false): Promise<string> {
    const signature = signatureOf(await this.signTypedData(orderTypedData(order, domain, isNegRisk)));
    if (order.signatureType !== 3) return hexOf(signature);
    const hasher = new OrderHasher(this.keccak, domain);
    return hexOf(depositWalletSignature(signature, hasher.separator(isNegRisk), hasher.structHash(order)));
  }

  /** The order's hash, which the trading service returns as orderID. */
  orderHash(order: OrderV2, domain: ExchangeDomain, isNegRisk = false): Bytes32 {
    return bytes32Of(new OrderHasher(this.keccak, domain).orderHash(order, isNegRisk));
  }

  /** The L1 signature that requests an API key, as 0x hex. */
  async signClobAuth(auth: Omit<ClobAuth, 'address'>, chainId: number, terms?: ClobAuthTerms): Promise<string> {
    return hexOf(signatureOf(await this.signTypedData(clobAuthTypedData({ ...auth, address: this.address }, chainId, terms))));
  }
}

function signatureOf(text: string): Uint8Array {
  const bytes = parseHex(text, SIGNATURE_BYTES);
  if (bytes?.length !== SIGNATURE_BYTES)
    throw new ClientError('the wallet returned no valid signature', { code: 'no_signature' });
  return bytes;
}
