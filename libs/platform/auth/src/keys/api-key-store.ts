import type { Address } from '@foretell/signing';
import type { ApiKeyKind } from './credentials';
import type { KeyPermission } from './key-permission';

/** A key that exists; its secret and passphrase are derived, never stored. */
export interface ApiKeyRecord {
  readonly apiKey: string;
  readonly address: Address;
  /** Decimal string of an unsigned 256-bit integer. */
  readonly nonce: string;
  readonly kind: ApiKeyKind;
  /** Of the master key from which it is derived. */
  readonly masterVersion: number;
  readonly permission: KeyPermission;
  /** The key that made it, with which it is revoked; null when the wallet itself did. */
  readonly parent: string | null;
  /** Addresses and CIDR ranges, separated by commas, from which it may be used; empty: from anywhere. */
  readonly networks: string;
  /** Unix milliseconds from which on it is no longer good, or null. */
  readonly expiresAt: number | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds, or null while the key is good. */
  readonly revokedAt: number | null;
}

/** The injection token of ApiKeyStore. */
export const API_KEY_STORE = Symbol('ApiKeyStore');

/** The form of an API key's id, a UUID in lower case: nothing else reaches a store. */
export const API_KEY_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Which keys take a place in the bound of an address: those that are good at an instant, and those made since another one. */
export interface CountedKeys {
  /** Unix milliseconds. */
  readonly goodAt: number;
  /** Unix milliseconds. */
  readonly madeSince: number;
}

/** Which keys exist. Adapters must answer from a durable record; a key is good only after `insertIfAbsent` returned. */
export interface ApiKeyStore {
  /** The key, revoked or not. */
  find(apiKey: string): Promise<ApiKeyRecord | undefined>;
  /**
   * Stores the key if there is none of its kind, address and nonce, and answers what is stored: a revoked key stays revoked.
   * Null, and nothing is stored, when its parent is revoked: also by a revocation that is under way.
   */
  insertIfAbsent(record: ApiKeyRecord): Promise<ApiKeyRecord | null>;
  /** Puts the key in the place of the one of its kind, address and nonce, unless that was revoked; answers what is stored. */
  replaceRetired(record: ApiKeyRecord): Promise<ApiKeyRecord>;
  findByAddressNonce(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiKeyRecord | undefined>;
  /** How many keys of the kind the address made, revoked ones included; only those that are `counted` when given. */
  countOf(kind: ApiKeyKind, address: Address, counted?: CountedKeys): Promise<number>;
  /** Deletes the keys of the kind that are not `counted`, except the newest `keep`; answers their ids. */
  forgetEnded(kind: ApiKeyKind, address: Address, counted: CountedKeys, keep: number): Promise<readonly string[]>;
  /** The keys of an address, revoked ones included, oldest first. */
  listByAddress(kind: ApiKeyKind, address: Address): Promise<readonly ApiKeyRecord[]>;
  /** Revokes the key and all that descend from it; answers the ids of those that were good until now. Idempotent. */
  revoke(apiKey: string, revokedAt: number): Promise<readonly string[]>;
  /** The same of every key of an address. */
  revokeAll(address: Address, revokedAt: number): Promise<readonly string[]>;
}
