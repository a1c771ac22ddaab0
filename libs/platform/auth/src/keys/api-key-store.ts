import type { Address } from '@foretell/signing';
import type { ApiKeyKind } from './credentials';
import type { KeyPermission } from './key-permission';

/** An existing key; its secret and passphrase are derived, never stored. */
export interface ApiKeyRecord {
  readonly apiKey: string;
  readonly address: Address;
  /** Decimal string of an unsigned 256-bit integer. */
  readonly nonce: string;
  readonly kind: ApiKeyKind;
  /** Version of the master key from which it is derived. */
  readonly masterVersion: number;
  readonly permission: KeyPermission;
  /** The key that created it, and whose revocation revokes it; null when the wallet itself created it. */
  readonly parent: string | null;
  /** Addresses and CIDR ranges, separated by commas, from which it may be used; empty: from anywhere. */
  readonly networks: string;
  /** Expiry in Unix milliseconds, or null. */
  readonly expiresAt: number | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds, or null while the key is valid. */
  readonly revokedAt: number | null;
}

/** Injection token of ApiKeyStore. */
export const API_KEY_STORE = Symbol('ApiKeyStore');

/** The form of an API key's id, a UUID in lower case: no other text reaches a store. */
export const API_KEY_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The keys that count towards an address's limit: those valid at one instant, and those created since another. */
export interface CountedKeys {
  /** Unix milliseconds. */
  readonly goodAt: number;
  /** Unix milliseconds. */
  readonly madeSince: number;
}

/** How many keys of a kind an address may have. */
export interface KeyLimit {
  readonly maximum: number;
  /** The keys that count; without it all that the address created, including revoked ones. */
  readonly counted?: CountedKeys | undefined;
}

/** The existing keys. Adapters must read from durable storage; a key is valid only after `insertIfAbsent` returned. */
export interface ApiKeyStore {
  /** The key, revoked or not. */
  find(apiKey: string): Promise<ApiKeyRecord | undefined>;
  /**
   * Stores the key unless one of its kind, address and nonce exists, and returns the stored one: a revoked key stays revoked.
   * Returns null, and stores nothing, when its parent is revoked, including by a concurrent revocation; 'too_many_keys' when the
   * address has its maximum of the kind, including by concurrent requests to any process.
   */
  insertIfAbsent(record: ApiKeyRecord, limit: KeyLimit): Promise<ApiKeyRecord | 'too_many_keys' | null>;
  /** Replaces the key of the same kind, address and nonce, unless that was revoked; returns the stored one. */
  replaceRetired(record: ApiKeyRecord): Promise<ApiKeyRecord>;
  findByAddressNonce(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiKeyRecord | undefined>;
  /** Deletes the keys of the kind that are not `counted`, except the newest `keep`; returns their ids. */
  forgetEnded(kind: ApiKeyKind, address: Address, counted: CountedKeys, keep: number): Promise<readonly string[]>;
  /** The keys of an address, including revoked ones, oldest first. */
  listByAddress(kind: ApiKeyKind, address: Address): Promise<readonly ApiKeyRecord[]>;
  /** Revokes the key and all its descendants; returns the ids of those that were valid until now. Idempotent. */
  revoke(apiKey: string, revokedAt: number): Promise<readonly string[]>;
  /** The same for every key of an address. */
  revokeAll(address: Address, revokedAt: number): Promise<readonly string[]>;
}
