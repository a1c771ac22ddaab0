import { Inject, Injectable } from '@nestjs/common';
import { parseAddress } from '@foretell/signing';
import { CLOCK } from '@foretell/platform-server';
import type { Clock } from '@foretell/platform-server';
import { API_KEY_STORE } from '../keys/api-key-store';
import type { ApiKeyRecord, ApiKeyStore } from '../keys/api-key-store';
import { AUTH_CONFIG } from '../auth.config';
import type { AuthConfig } from '../auth.config';
import type { CredentialPart } from './auth-failures';
import { ReadonlyKeyFailure, UnauthorizedFailure } from './auth-failures';
import type { AuthenticatedCaller, BuilderCaller, CredentialedRequest } from './authenticated-caller';
import { deriveCredentials } from '../keys/credentials';
import type { ApiCredentials } from '../keys/credentials';
import { isFresh } from './freshness';
import { dialectOf, headerOf, prefixOf } from './header-prefix';
import { isSamePassphrase, isSignedBy } from './hmac-signature';

const L2_HEADERS = ['ADDRESS', 'API_KEY', 'PASSPHRASE', 'TIMESTAMP', 'SIGNATURE'];
const BUILDER_HEADERS = ['BUILDER_API_KEY', 'BUILDER_PASSPHRASE', 'BUILDER_TIMESTAMP', 'BUILDER_SIGNATURE'];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface KeyHeaders {
  readonly passphrase: string;
  readonly timestamp: string;
  readonly signature: string;
}

/**
 * Proves callers by their API key: five L2 headers, or four builder headers, under any of the configured prefixes.
 * Throws an UnauthorizedFailure that names the first part that fails, never a secret. Source: protocol 3.
 */
@Injectable()
export class KeyCredentialsVerifier {
  /** Of the records that the store holds, as long as it holds them: deriving takes three times what checking does. */
  private readonly derived = new WeakMap<ApiKeyRecord, ApiCredentials>();

  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    @Inject(API_KEY_STORE) private readonly store: ApiKeyStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The caller of an L2 request. A read-only key proves itself as any other does and is refused with 403 on a write. */
  async verifyL2(request: CredentialedRequest, options: { readonly write: boolean }): Promise<AuthenticatedCaller> {
    const prefix = prefixOf(request.headers, this.config.prefixes, L2_HEADERS) ?? this.primaryPrefix();
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
    if (options.write && record.kind === 'readonly') throw new ReadonlyKeyFailure();
    return { address, apiKey: record.apiKey, kind: record.kind, dialect: dialectOf(prefix), prefix };
  }

  /** Whether the request carries builder headers under any prefix. */
  hasBuilderHeaders(request: CredentialedRequest): boolean {
    return prefixOf(request.headers, this.config.prefixes, BUILDER_HEADERS) !== undefined;
  }

  /** The builder that the request's builder headers prove. Source: protocol 3. */
  async verifyBuilder(request: CredentialedRequest, options: { readonly write: boolean }): Promise<BuilderCaller> {
    const prefix = prefixOf(request.headers, this.config.prefixes, BUILDER_HEADERS) ?? this.primaryPrefix();
    const headers = this.required(request, prefix, BUILDER_HEADERS);
    this.checkFreshness(headers('BUILDER_TIMESTAMP'), options.write);
    const record = await this.recordOf(headers('BUILDER_API_KEY'));
    if (record === undefined || record.revokedAt !== null || record.kind !== 'builder') throw this.failure('api_key');
    this.checkKey(record, request, {
      passphrase: headers('BUILDER_PASSPHRASE'),
      timestamp: headers('BUILDER_TIMESTAMP'),
      signature: headers('BUILDER_SIGNATURE'),
    });
    return { address: record.address, apiKey: record.apiKey, dialect: dialectOf(prefix), prefix };
  }

  /** The key by its id in any case; what is no UUID never reaches the store. */
  private async recordOf(apiKey: string): Promise<ApiKeyRecord | undefined> {
    const id = apiKey.toLowerCase();
    return UUID.test(id) ? this.store.find(id) : undefined;
  }

  private primaryPrefix(): string {
    const [primary] = this.config.prefixes;
    if (primary === undefined) throw new Error('at least one header prefix is configured');
    return primary;
  }

  private failure(part: CredentialPart, missing: readonly string[] = []): UnauthorizedFailure {
    return new UnauthorizedFailure('invalid_l2', part, this.clock(), missing);
  }

  /** A reader of headers that are all there; throws the names of those that are not. */
  private required(request: CredentialedRequest, prefix: string, names: readonly string[]): (name: string) => string {
    const missing = names.filter((name) => headerOf(request.headers, prefix, name) === undefined);
    if (missing.length > 0) {
      throw this.failure(
        'headers',
        missing.map((name) => `${prefix}_${name}`),
      );
    }
    return (name) => headerOf(request.headers, prefix, name) ?? '';
  }

  private checkFreshness(timestamp: string, write: boolean): void {
    const windowSeconds = write ? this.config.maxAgeSeconds : this.config.maxAgeReadSeconds;
    if (!isFresh(timestamp, this.clock(), windowSeconds)) throw this.failure('timestamp');
  }

  private checkKey(record: ApiKeyRecord, request: CredentialedRequest, headers: KeyHeaders): void {
    const credentials = this.credentialsOf(record);
    if (!isSamePassphrase(credentials.passphrase, headers.passphrase)) throw this.failure('passphrase');
    const signed = {
      timestamp: headers.timestamp,
      method: request.method,
      target: request.originalUrl,
      body: request.rawBody ?? new Uint8Array(0),
    };
    if (!isSignedBy(credentials.secret, signed, headers.signature)) throw this.failure('signature');
  }

  private credentialsOf(record: ApiKeyRecord): ApiCredentials {
    const known = this.derived.get(record);
    if (known !== undefined) return known;
    const { kind, address, nonce } = record;
    const { chainId } = this.config.signatureRules.v2;
    const credentials = deriveCredentials(this.config.masterKey, { kind, chainId, address, nonce });
    this.derived.set(record, credentials);
    return credentials;
  }
}
