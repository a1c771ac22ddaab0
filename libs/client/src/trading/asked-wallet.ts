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

/** Asks whoever holds the key of an address to sign (EIP-712); answers 0x hex of 65 bytes. May reject: a person can refuse. */
export type SignTypedData = (typed: TypedData) => Promise<string>;

/** A wallet whose key is elsewhere, such as in a browser's extension or a device, and which is asked for each signature. */
export class AskedWallet {
  readonly address: Address;

  /** Throws RangeError for what is no address. */
  constructor(
    text: string,
    private readonly signTypedData: SignTypedData,
    private readonly keccak: Keccak256,
  ) {
    const address = parseAddress(text);
    if (address === undefined) throw new RangeError(`${JSON.stringify(text)} is no address`);
    this.address = address;
  }

  /** The address in EIP-55 mixed case, as clients put it into headers. */
  get checksummedAddress(): string {
    return checksumAddress(this.address, this.keccak);
  }

  /** As Wallet.signOrderV2. Throws ClientError (no_signature) for an answer that is none. */
  async signOrderV2(order: OrderV2, domain: ExchangeDomain, isNegRisk = false): Promise<string> {
    const signature = signatureOf(await this.signTypedData(orderTypedData(order, domain, isNegRisk)));
    if (order.signatureType !== 3) return hexOf(signature);
    const hasher = new OrderHasher(this.keccak, domain);
    return hexOf(depositWalletSignature(signature, hasher.separator(isNegRisk), hasher.structHash(order)));
  }

  /** The order's hash, which the trading surface answers as orderID. */
  orderHash(order: OrderV2, domain: ExchangeDomain, isNegRisk = false): Bytes32 {
    return bytes32Of(new OrderHasher(this.keccak, domain).orderHash(order, isNegRisk));
  }

  /** The L1 signature that asks for an API key, as 0x hex. */
  async signClobAuth(auth: Omit<ClobAuth, 'address'>, chainId: number, terms?: ClobAuthTerms): Promise<string> {
    return hexOf(signatureOf(await this.signTypedData(clobAuthTypedData({ ...auth, address: this.address }, chainId, terms))));
  }
}

function signatureOf(text: string): Uint8Array {
  const bytes = parseHex(text, SIGNATURE_BYTES);
  if (bytes?.length !== SIGNATURE_BYTES) throw new ClientError('the wallet gave no signature', { code: 'no_signature' });
  return bytes;
}
