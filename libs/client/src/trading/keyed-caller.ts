import type { Wallet } from '@foretell/crypto';
import { ClientError } from '../http/client-error';
import { HttpCaller, type CallOptions, type HttpAnswer } from '../http/http-caller';
import type { SurfaceOptions } from '../http/surface-reader';
import type { ApiKeyCredentials } from '@foretell/contracts';
import { l2Headers, type SignatureEncoding } from './l2-headers';

/** How a wallet speaks to the surface. */
export interface IdentityOptions extends SurfaceOptions {
  readonly wallet: Wallet;
  /** First word of the authentication headers: SERVICE unless given; POLY speaks the public dialect. */
  readonly headerPrefix?: string;
  /** hex unless given; published clients of the public dialect send base64url. */
  readonly signatureEncoding?: SignatureEncoding;
  /** Unix milliseconds; the machine's clock when absent. */
  readonly clock?: () => number;
}

/** Requests that a wallet signs: with its own key (L1) or with its API key (L2). Answers come as they are. */
export class KeyedCaller {
  readonly wallet: Wallet;
  private readonly caller: HttpCaller;
  private readonly headerPrefix: string;
  private readonly signatureEncoding: SignatureEncoding;
  private readonly clock: () => number;
  private readonly timeoutMs: number | undefined;
  #key: ApiKeyCredentials | undefined;

  constructor({ url, timeoutMs, wallet, headerPrefix, signatureEncoding, clock }: IdentityOptions) {
    this.wallet = wallet;
    this.caller = new HttpCaller(url);
    this.timeoutMs = timeoutMs;
    this.headerPrefix = headerPrefix ?? 'SERVICE';
    this.signatureEncoding = signatureEncoding ?? 'hex';
    this.clock = clock ?? Date.now;
  }

  /** The API key in use. Throws ClientError (no_api_key) before there is one. */
  get key(): ApiKeyCredentials {
    if (this.#key === undefined) throw new ClientError('the client has no API key yet', { code: 'no_api_key' });
    return this.#key;
  }

  useKey(key: ApiKeyCredentials): void {
    this.#key = key;
  }

  get nowMillis(): number {
    return this.clock();
  }

  /** With the wallet's signature of an L1 statement for a chain. */
  callL1(method: string, path: string, nonce: bigint, chainId: number, options?: CallOptions): Promise<HttpAnswer> {
    const timestamp = String(this.nowSeconds);
    const headers = {
      [`${this.headerPrefix}_ADDRESS`]: this.wallet.checksummedAddress,
      [`${this.headerPrefix}_SIGNATURE`]: this.wallet.signClobAuth({ timestamp, nonce }, chainId),
      [`${this.headerPrefix}_TIMESTAMP`]: timestamp,
      [`${this.headerPrefix}_NONCE`]: String(nonce),
    };
    return this.caller.call({ method, path, headers, ...this.limits(options) });
  }

  /** With the API key's HMAC. */
  callL2(method: string, path: string, body?: string | Uint8Array, options?: CallOptions): Promise<HttpAnswer> {
    const bytes = Buffer.from(body ?? '');
    const identity = {
      address: this.wallet.checksummedAddress,
      key: this.key,
      headerPrefix: this.headerPrefix,
      signatureEncoding: this.signatureEncoding,
    };
    const headers = l2Headers(identity, { method, path, body: bytes, timestampSeconds: this.nowSeconds });
    return this.caller.call({ method, path, headers, ...(body === undefined ? {} : { body: bytes }), ...this.limits(options) });
  }

  close(): void {
    this.caller.close();
  }

  private get nowSeconds(): number {
    return Math.floor(this.clock() / 1000);
  }

  private limits(options: CallOptions = {}): CallOptions {
    return this.timeoutMs === undefined ? options : { timeoutMs: this.timeoutMs, ...options };
  }
}
