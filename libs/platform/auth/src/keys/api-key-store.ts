import type { Address } from '@foretell/signing';
import type { ApiKeyKind } from './credentials';

/** A key that exists; its secret and passphrase are derived, never stored. */
export interface ApiKeyRecord {
  readonly apiKey: string;
  readonly address: Address;
  /** Decimal string of an unsigned 256-bit integer. */
  readonly nonce: string;
  readonly kind: ApiKeyKind;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds, or null while the key is good. */
  readonly revokedAt: number | null;
}

/** The injection token of ApiKeyStore. */
export const API_KEY_STORE = Symbol('ApiKeyStore');

/** Which keys exist. Adapters must answer from a durable record; a key is good only after `insertIfAbsent` returned. */
export interface ApiKeyStore {
  /** The key, revoked or not. */
  find(apiKey: string): Promise<ApiKeyRecord | undefined>;
  /** Stores the key if there is none by that id, and answers what is stored: a revoked key stays revoked. */
  insertIfAbsent(record: ApiKeyRecord): Promise<ApiKeyRecord>;
  findByAddressNonce(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiKeyRecord | undefined>;
  /** The keys of an address, revoked ones included, oldest first. */
  listByAddress(kind: ApiKeyKind, address: Address): Promise<readonly ApiKeyRecord[]>;
  /** Revokes the key at the instant; true if it was good until now. Idempotent. */
  revoke(apiKey: string, revokedAt: number): Promise<boolean>;
}
