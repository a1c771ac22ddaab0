import type { ApiKeyCredentials } from '@foretell/contracts';
import type { ClobAuth, ClobAuthTerms } from '@foretell/signing';
import { ClientError } from '../http/client-error';
import type { ServiceOptions } from '../http/service-reader';
import type { CallOptions, HttpAnswer, Transport } from '../http/transport';
import type { Platform } from '../platform/platform';
import { RequestSigner, type SignatureEncoding } from './request-signer';

/** A wallet that can prove its address when it requests an API key. */
export interface L1Wallet {
  /** In EIP-55 mixed case. */
  readonly checksummedAddress: string;
  /** The L1 signature that requests an API key, as 0x hex. */
  signClobAuth(auth: Omit<ClobAuth, 'address'>, chainId: number, terms?: ClobAuthTerms): string | Promise<string>;
}

/** How a wallet authenticates to the service. */
export interface IdentityOptions<W extends L1Wallet> extends ServiceOptions {
  readonly wallet: W;
  /** Prefix of the authentication headers: SERVICE by default; POLY selects the response format of the published clients. */
  readonly headerPrefix?: string;
  /** hex by default; published clients that use POLY send base64url. */
  readonly signatureEncoding?: SignatureEncoding;
  /** Returns Unix milliseconds; the machine's clock by default. */
  readonly clock?: () => number;
}

/** The contents of an L1 statement. */
export interface L1Statement {
  readonly nonce: bigint;
  readonly chainId: number;
  /** The terms of published clients when absent. */
  readonly terms: ClobAuthTerms | undefined;
}

/** Requests that a wallet signs: with its own key (L1) or with its API key (L2). Returns responses unchanged. */
export class KeyedCaller<W extends L1Wallet> {
  readonly wallet: W;
  private readonly caller: Transport;
  private readonly requestSigner: RequestSigner;
  private readonly headerPrefix: string;
  private readonly signatureEncoding: SignatureEncoding;
  private readonly clock: () => number;
  private readonly timeoutMs: number | undefined;
  #key: ApiKeyCredentials | undefined;

  constructor(
    { url, timeoutMs, wallet, headerPrefix, signatureEncoding, clock }: IdentityOptions<W>,
    { connect, requestMac }: Pick<Platform, 'connect' | 'requestMac'>,
  ) {
    this.wallet = wallet;
    this.caller = connect(url);
    this.requestSigner = new RequestSigner(requestMac);
    this.timeoutMs = timeoutMs;
    this.headerPrefix = headerPrefix ?? 'SERVICE';
    this.signatureEncoding = signatureEncoding ?? 'hex';
    this.clock = clock ?? Date.now;
  }

  /** The API key in use. Throws ClientError (no_api_key) when none is set. */
  get key(): ApiKeyCredentials {
    if (this.#key === undefined) throw new ClientError('the client has no API key', { code: 'no_api_key' });
    return this.#key;
  }

  useKey(key: ApiKeyCredentials): void {
    this.#key = key;
  }

  get nowMillis(): number {
    return this.clock();
  }

  /** Authenticated by the wallet's signature of an L1 statement. */
  async callL1(method: string, path: string, statement: L1Statement, options?: CallOptions): Promise<HttpAnswer> {
    const { nonce, chainId, terms } = statement;
    const timestamp = String(this.nowSeconds);
    const headers = {
      [`${this.headerPrefix}_ADDRESS`]: this.wallet.checksummedAddress,
      [`${this.headerPrefix}_SIGNATURE`]: await this.wallet.signClobAuth({ timestamp, nonce }, chainId, terms),
      [`${this.headerPrefix}_TIMESTAMP`]: timestamp,
      [`${this.headerPrefix}_NONCE`]: String(nonce),
    };
    return this.caller.call({ method, path, headers, ...this.limits(options) });
  }

  /** Authenticated by the API key's HMAC. */
  callL2(method: string, path: string, body?: string | Uint8Array, options?: CallOptions): Promise<HttpAnswer> {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array());
    const identity = {
      address: this.wallet.checksummedAddress,
      key: this.key,
      headerPrefix: this.headerPrefix,
      signatureEncoding: this.signatureEncoding,
    };
    const headers = this.requestSigner.l2Headers(identity, { method, path, body: bytes, timestampSeconds: this.nowSeconds });
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
