import type { SentRequest } from '@foretell/platform-server';
import { address } from '@foretell/signing';
import type { ApiKeyRecord, ApiKeyStore } from '../keys/api-key-store';
import type { AuthConfig } from '../auth.config';
import { readAuthConfig } from '../auth.config';
import type { CredentialedRequest } from '../callers/authenticated-caller';
import type { ApiCredentials, ApiKeyKind } from '../keys/credentials';
import { deriveCredentials } from '../keys/credentials';
import { requestDigest, requestSignature } from '../callers/hmac-signature';

export const NOW_MILLIS = 1_735_689_600_000;
export const OWNER = address('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
export const MASTER_KEY_HEX = '07'.repeat(32);
export const CONFIG: AuthConfig = readAuthConfig({ AUTH_MASTER_KEY: MASTER_KEY_HEX });

export function credentialsOf(kind: ApiKeyKind): ApiCredentials {
  return deriveCredentials(CONFIG.masterKeys.newest, { kind, chainId: 137, address: OWNER, nonce: '0' });
}

export function recordOf(kind: ApiKeyKind, change: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    apiKey: credentialsOf(kind).apiKey,
    address: OWNER,
    nonce: '0',
    kind,
    masterVersion: 1,
    permission: kind === 'readonly' ? 'read' : 'all',
    networks: '',
    parent: null,
    expiresAt: null,
    createdAt: NOW_MILLIS,
    revokedAt: null,
    ...change,
  };
}

/** A store of the given keys that records the requested ids; specs of the guard need nothing else. */
export function storeOf(...records: ApiKeyRecord[]): ApiKeyStore & { readonly asked: string[] } {
  const asked: string[] = [];
  const unused = (): never => {
    throw new Error('the guard does not use this');
  };
  return {
    asked,
    find: (apiKey) => {
      asked.push(apiKey);
      return Promise.resolve(records.find((record) => record.apiKey === apiKey));
    },
    insertIfAbsent: unused,
    replaceRetired: unused,
    findByAddressNonce: unused,
    forgetEnded: unused,
    listByAddress: unused,
    revoke: unused,
    revokeAll: unused,
  };
}

export interface RequestShape {
  readonly prefix?: string;
  readonly kind?: ApiKeyKind;
  readonly timestamp?: string;
  readonly encoding?: 'base64url' | 'hex';
  readonly method?: string;
  readonly target?: string;
  readonly body?: string;
  readonly builder?: boolean;
  /** Of the peer; undefined by default. */
  readonly address?: string;
  /** Headers by their name after the prefix, to replace or (undefined) omit those of a valid client. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A request signed as published clients do, with header names in node's case. */
export function l2Request(shape: RequestShape = {}): CredentialedRequest & SentRequest {
  const credentials = credentialsOf(shape.kind ?? 'trading');
  const timestamp = shape.timestamp ?? String(NOW_MILLIS / 1000);
  const method = shape.method ?? 'POST';
  const target = shape.target ?? '/orders';
  const rawBody = shape.body === undefined ? undefined : Buffer.from(shape.body);
  const signed = { timestamp, method, target, body: rawBody ?? Buffer.alloc(0) };
  const isHex = shape.encoding === 'hex';
  const named: Record<string, string | undefined> = {
    ADDRESS: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    API_KEY: credentials.apiKey,
    PASSPHRASE: credentials.passphrase.reveal(),
    TIMESTAMP: timestamp,
    SIGNATURE: isHex ? requestDigest(credentials.secret, signed).toString('hex') : requestSignature(credentials.secret, signed),
    ...shape.headers,
  };
  const prefix = `${shape.prefix ?? 'SERVICE'}${shape.builder === true ? '_BUILDER' : ''}`;
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const [name, value] of Object.entries(named)) {
    if (value !== undefined) headers[`${prefix}_${name}`.toLowerCase()] = value;
  }
  const socket = { remoteAddress: shape.address };
  return { method, originalUrl: target, headers, socket, ...(rawBody === undefined ? {} : { rawBody }) };
}
