import { Inject, Injectable } from '@nestjs/common';
import type { ApiKeyKind, ApiKeyRecord, ApiKeyStore, CountedKeys, KeyLimit } from '@foretell/platform-auth';
import { VITAL_POOL, Mirror, type Pool } from '@foretell/platform-prisma';
import type { Address } from '@foretell/signing';
import { AccessNotices } from '../notices/access-notices';
import { ALL_API_KEYS, type ApiKeyRow } from './api-key.query';
import { PostgresApiKeyStore, recordOf } from './api-key.store';

/** About 300 bytes each. Older keys are loaded when first used. */
const LOADED_MAX = 200_000;
const CACHED_MAX = 400_000;

const NEWEST = `${ALL_API_KEYS} ORDER BY created_at DESC LIMIT ${LOADED_MAX}`;

/**
 * A cache of API keys for requests. A revocation is effective immediately in the process that made it, and within a second in
 * every other. Source: docs/decisions/requests.md.
 */
@Injectable()
export class CachedApiKeys implements ApiKeyStore {
  private readonly keys: Mirror<ApiKeyRecord>;

  constructor(
    private readonly store: PostgresApiKeyStore,
    notices: AccessNotices,
    @Inject(VITAL_POOL) pool: Pool,
  ) {
    const load = async (): Promise<(readonly [string, ApiKeyRecord])[]> => {
      const { rows } = await pool.query<ApiKeyRow>(NEWEST);
      return rows.map((row) => [row.apiKey, recordOf(row)] as const);
    };
    this.keys = new Mirror(
      { load, one: (apiKey) => store.find(apiKey) },
      { isWhole: false, rowsMax: CACHED_MAX, isCurrent: () => notices.isCurrent() },
    );
    notices.listen('api_keys', this.keys);
  }

  find(apiKey: string): Promise<ApiKeyRecord | undefined> {
    return this.keys.get(apiKey);
  }

  insertIfAbsent(record: ApiKeyRecord, limit: KeyLimit): Promise<ApiKeyRecord | 'too_many_keys' | null> {
    return this.store.insertIfAbsent(record, limit);
  }

  replaceRetired(record: ApiKeyRecord): Promise<ApiKeyRecord> {
    return this.store.replaceRetired(record);
  }

  async revoke(apiKey: string, revokedAt: number): Promise<readonly string[]> {
    try {
      return this.forgotten(await this.store.revoke(apiKey, revokedAt));
    } finally {
      // Also after a failure, which may have come after the commit.
      this.keys.changed(apiKey);
    }
  }

  async revokeAll(address: Address, revokedAt: number): Promise<readonly string[]> {
    return this.forgotten(await this.store.revokeAll(address, revokedAt));
  }

  private forgotten(ended: readonly string[]): readonly string[] {
    for (const apiKey of ended) this.keys.changed(apiKey);
    return ended;
  }

  findByAddressNonce(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiKeyRecord | undefined> {
    return this.store.findByAddressNonce(kind, address, nonce);
  }

  async forgetEnded(kind: ApiKeyKind, address: Address, counted: CountedKeys, keep: number): Promise<readonly string[]> {
    return this.forgotten(await this.store.forgetEnded(kind, address, counted, keep));
  }

  listByAddress(kind: ApiKeyKind, address: Address): Promise<readonly ApiKeyRecord[]> {
    return this.store.listByAddress(kind, address);
  }
}
