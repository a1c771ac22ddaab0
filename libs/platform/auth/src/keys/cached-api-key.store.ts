import type { Address } from '@foretell/signing';
import type { Clock } from '@foretell/platform-server';
import type { ApiKeyRecord, ApiKeyStore } from './api-key-store';
import { BoundedCache } from './bounded-cache';
import type { ApiKeyKind } from './credentials';

/** A revocation made by another replica takes effect at most this late. */
const TTL_MILLIS = 5_000;
const ENTRIES_MAX = 20_000;

/**
 * A store in front of another one that remembers keys for a few seconds. A change made through this instance takes effect at
 * once.
 */
export class CachedApiKeyStore implements ApiKeyStore {
  private readonly keys: BoundedCache<string, ApiKeyRecord>;

  constructor(
    private readonly store: ApiKeyStore,
    clock: Clock,
    limits: { readonly entriesMax: number; readonly ttlMillis: number } = { entriesMax: ENTRIES_MAX, ttlMillis: TTL_MILLIS },
  ) {
    this.keys = new BoundedCache(clock, limits);
  }

  find(apiKey: string): Promise<ApiKeyRecord | undefined> {
    return this.keys.get(apiKey, () => this.store.find(apiKey));
  }

  async insertIfAbsent(record: ApiKeyRecord): Promise<ApiKeyRecord> {
    const stored = await this.store.insertIfAbsent(record);
    this.keys.invalidate(record.apiKey);
    return stored;
  }

  async revoke(apiKey: string, revokedAt: number): Promise<boolean> {
    try {
      return await this.store.revoke(apiKey, revokedAt);
    } finally {
      // Also after a failure: it may have come after the commit.
      this.keys.invalidate(apiKey);
    }
  }

  findByAddressNonce(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiKeyRecord | undefined> {
    return this.store.findByAddressNonce(kind, address, nonce);
  }

  listByAddress(kind: ApiKeyKind, address: Address): Promise<readonly ApiKeyRecord[]> {
    return this.store.listByAddress(kind, address);
  }
}
