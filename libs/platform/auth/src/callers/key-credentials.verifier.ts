import { Inject, Injectable } from '@nestjs/common';
import { parseAddress } from '@foretell/signing';
import { clientAddress, CLOCK, IpAllowlist, networkOf, turnOf } from '@foretell/platform-server';
import type { Clock, SentRequest } from '@foretell/platform-server';
import { API_KEY_ID, API_KEY_STORE } from '../keys/api-key-store';
import type { ApiKeyRecord, ApiKeyStore } from '../keys/api-key-store';
import { AUTH_CONFIG } from '../auth.config';
import type { AuthConfig } from '../auth.config';
import type { CredentialPart } from './auth-failures';
import { KeyNetworkFailure, KeyPermissionFailure, ReadonlyKeyFailure, UnauthorizedFailure } from './auth-failures';
import type { AuthenticatedCaller, BuilderCaller, CredentialedRequest } from './authenticated-caller';
import { permits, type KeyPermission } from '../keys/key-permission';
import { Secret } from '../keys/secret';
import { deriveCredentials } from '../keys/credentials';
import type { ApiCredentials } from '../keys/credentials';
import { isFresh } from './freshness';
import { formatOf, headerOf, missingHeaders, solePrefixOf } from './header-prefix';
import { TRUSTED_PROXIES } from './trusted-proxies';
import { isSamePassphrase, isSignedBy, signatureHex } from './hmac-signature';

const L2_HEADERS = ['ADDRESS', 'API_KEY', 'PASSPHRASE', 'TIMESTAMP', 'SIGNATURE'];
const BUILDER_HEADERS = ['BUILDER_API_KEY', 'BUILDER_PASSPHRASE', 'BUILDER_TIMESTAMP', 'BUILDER_SIGNATURE'];
const ALL_HEADERS = [...L2_HEADERS, ...BUILDER_HEADERS];

interface KeyHeaders {
  readonly passphrase: string;
  readonly timestamp: string;
  readonly signature: string;
}

/** The credentials of an API key, as returned at its creation. */
export interface KeyCredentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** The requirements of a route on a caller's key. */
export interface L2Demands {
  /** Whether the route changes state: a narrower time window. */
  readonly write: boolean;
  /** The required permission; defaults to reading, or trading for a write. */
  readonly needs?: KeyPermission;
}

/**
 * Authenticates callers by their API key: five L2 headers, or four builder headers, under any of the configured prefixes. Throws
 * an UnauthorizedFailure that names the first part that fails, never a secret. Source: protocol 3.
 */
@Injectable()
export class KeyCredentialsVerifier {
  /**
   * Derived credentials of the store's records, as long as the store holds them: deriving takes three times as long as checking.
   */
  private readonly derived = new WeakMap<ApiKeyRecord, ApiCredentials>();
  /** As `derived`, for the records with networks. */
  private readonly allowlists = new WeakMap<ApiKeyRecord, IpAllowlist>();

  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    @Inject(API_KEY_STORE) private readonly store: ApiKeyStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TRUSTED_PROXIES) private readonly trustedProxies: number,
  ) {}

  /**
   * The caller of an L2 request. A key without the route's permission, or from a disallowed network, authenticates as any other
   * does and is refused with 403.
   */
  async verifyL2(request: CredentialedRequest & SentRequest, options: L2Demands): Promise<AuthenticatedCaller> {
    const prefix = solePrefixOf(request.headers, this.config.prefixes, ALL_HEADERS) ?? this.primaryPrefix();
    const headers = this.required(request, prefix, L2_HEADERS);
    const address = parseAddress(headers('ADDRESS'));
    if (address === undefined) throw this.failure('address');
    this.checkFreshness(headers('TIMESTAMP'), options.write);
    const record = await this.recordOf(headers('API_KEY'));
    if (record === undefined || record.revokedAt !== null || record.kind === 'builder') throw this.failure('api_key');
    if (record.address !== address) throw this.failure('address');
    this.checkKey(record, request, {
      passphrase: headers('PASSPHRASE'),
      timestamp: headers('TIMESTAMP'),
      signature: headers('SIGNATURE'),
    });
    const needed = options.needs ?? (options.write ? 'trade' : 'read');
    if (!permits(record.permission, needed))
      throw record.permission === 'read' ? new ReadonlyKeyFailure() : new KeyPermissionFailure(record.permission, needed);
    const sentFrom = clientAddress(request, this.trustedProxies);
    this.checkNetwork(record, sentFrom);
    const signature = new Secret(signatureHex(headers('SIGNATURE')));
    const network = turnOf(networkOf(sentFrom));
    return { address, apiKey: record.apiKey, kind: record.kind, format: formatOf(prefix), prefix, signature, network };
  }

  /**
   * The key whose credentials are sent in plain text, in the first message of a stream. It must have read permission, and come
   * from an allowed network. Throws as verifyL2 does.
   */
  async verifyKey({ apiKey, secret, passphrase }: KeyCredentials, networkAddress?: string): Promise<ApiKeyRecord> {
    const record = await this.recordOf(apiKey);
    const credentials = record === undefined || !this.isGood(record) ? undefined : this.credentialsOf(record);
    if (record === undefined || credentials === undefined) throw this.failure('api_key');
    if (!isSamePassphrase(credentials.passphrase, passphrase)) throw this.failure('passphrase');
    if (!isSamePassphrase(credentials.secret, secret)) throw this.failure('signature');
    this.checkNetwork(record, networkAddress);
    return record;
  }

  /** Whether an authenticated key is still valid: neither revoked nor expired. */
  async isStillGood(apiKey: string): Promise<boolean> {
    const record = await this.recordOf(apiKey);
    return record !== undefined && this.isGood(record);
  }

  /** Whether the request names an API key under any prefix. */
  hasKeyHeader(request: CredentialedRequest): boolean {
    return solePrefixOf(request.headers, this.config.prefixes, ['API_KEY']) !== undefined;
  }

  /** Whether the request carries builder headers under any prefix. */
  hasBuilderHeaders(request: CredentialedRequest): boolean {
    return solePrefixOf(request.headers, this.config.prefixes, BUILDER_HEADERS) !== undefined;
  }

  /** The builder authenticated by the request's builder headers. Source: protocol 3. */
  async verifyBuilder(request: CredentialedRequest, options: { readonly write: boolean }): Promise<BuilderCaller> {
    const prefix = solePrefixOf(request.headers, this.config.prefixes, ALL_HEADERS) ?? this.primaryPrefix();
    const headers = this.required(request, prefix, BUILDER_HEADERS);
    this.checkFreshness(headers('BUILDER_TIMESTAMP'), options.write);
    const record = await this.recordOf(headers('BUILDER_API_KEY'));
    if (record === undefined || record.revokedAt !== null || record.kind !== 'builder') throw this.failure('api_key');
    this.checkKey(record, request, {
      passphrase: headers('BUILDER_PASSPHRASE'),
      timestamp: headers('BUILDER_TIMESTAMP'),
      signature: headers('BUILDER_SIGNATURE'),
    });
    return { address: record.address, apiKey: record.apiKey, format: formatOf(prefix), prefix };
  }

  private isGood({ revokedAt, kind, expiresAt }: ApiKeyRecord): boolean {
    return revokedAt === null && kind !== 'builder' && (expiresAt === null || this.clock() < expiresAt);
  }

  /** The key by its id in any case; an id that is not a UUID never reaches the store. */
  private async recordOf(apiKey: string): Promise<ApiKeyRecord | undefined> {
    const id = apiKey.toLowerCase();
    return API_KEY_ID.test(id) ? this.store.find(id) : undefined;
  }

  private primaryPrefix(): string {
    const [primary] = this.config.prefixes;
    if (primary === undefined) throw new Error('at least one header prefix is configured');
    return primary;
  }

  private failure(part: CredentialPart, missing: readonly string[] = []): UnauthorizedFailure {
    return new UnauthorizedFailure('invalid_l2', part, this.clock(), missing);
  }

  /** A reader of required headers; throws the names of the missing ones. */
  private required(request: CredentialedRequest, prefix: string, names: readonly string[]): (name: string) => string {
    const missing = missingHeaders(request.headers, prefix, names);
    if (missing.length > 0) throw this.failure('headers', missing);
    return (name) => headerOf(request.headers, prefix, name) ?? '';
  }

  private checkFreshness(timestamp: string, write: boolean): void {
    const windowSeconds = write ? this.config.maxAgeSeconds : this.config.maxAgeReadSeconds;
    if (!isFresh(timestamp, this.clock(), windowSeconds)) throw this.failure('timestamp');
  }

  private checkNetwork(record: ApiKeyRecord, address: string | undefined): void {
    if (record.networks === '') return;
    const known = this.allowlists.get(record) ?? IpAllowlist.parse(record.networks);
    if (known?.admits(address) !== true) throw new KeyNetworkFailure(address ?? 'unknown');
    this.allowlists.set(record, known);
  }

  private checkKey(record: ApiKeyRecord, request: CredentialedRequest, headers: KeyHeaders): void {
    const credentials = this.credentialsOf(record);
    if (credentials === undefined) throw this.failure('api_key');
    if (!isSamePassphrase(credentials.passphrase, headers.passphrase)) throw this.failure('passphrase');
    const signed = {
      timestamp: headers.timestamp,
      method: request.method,
      target: request.originalUrl,
      body: request.rawBody ?? new Uint8Array(0),
    };
    if (!isSignedBy(credentials.secret, signed, headers.signature)) throw this.failure('signature');
    if (record.expiresAt !== null && this.clock() >= record.expiresAt) throw this.failure('expired');
  }

  /** None when the master key of its version was removed. */
  private credentialsOf(record: ApiKeyRecord): ApiCredentials | undefined {
    const known = this.derived.get(record);
    if (known !== undefined) return known;
    const { kind, address, nonce } = record;
    const { chainId } = this.config.signatureRules.v2;
    const masterKey = this.config.masterKeys.of(record.masterVersion);
    if (masterKey === undefined) return undefined;
    const credentials = deriveCredentials(masterKey, { kind, chainId, address, nonce });
    this.derived.set(record, credentials);
    return credentials;
  }
}
