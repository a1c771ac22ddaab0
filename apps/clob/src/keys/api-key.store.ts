import { Inject, Injectable } from '@nestjs/common';
import {
  KEY_PERMISSIONS,
  type ApiKeyKind,
  type ApiKeyRecord,
  type ApiKeyStore,
  type CountedKeys,
  type KeyLimit,
} from '@foretell/platform-auth';
import { DATABASE_POOL, inTransaction, type Pool, type PoolClient, type Statement } from '@foretell/platform-prisma';
import { address as addressOf, type Address } from '@foretell/signing';
import {
  API_KEY,
  API_KEY_OF_NONCE,
  API_KEYS_OF,
  COUNT_API_KEYS,
  COUNT_GOOD_API_KEYS,
  DELETE_RETIRED,
  FORGET_API_KEYS,
  GOOD_PARENT,
  INSERT_API_KEY,
  LOCK_KEYS,
  REVOKE_ALL,
  REVOKE_TREE,
  type ApiKeyRow,
} from './api-key.query';

const KINDS: readonly ApiKeyKind[] = ['trading', 'readonly', 'builder', 'scoped'];

/** Stores API keys in PostgreSQL. No secret is stored: credentials are derived from the master key. */
@Injectable()
export class PostgresApiKeyStore implements ApiKeyStore {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async find(apiKey: string): Promise<ApiKeyRecord | undefined> {
    const [key] = await this.keys(API_KEY, [apiKey]);
    return key;
  }

  async insertIfAbsent(key: ApiKeyRecord, limit: KeyLimit): Promise<ApiKeyRecord | 'too_many_keys' | null> {
    const { kind, address, nonce, parent } = key;
    const isAllowed = await inTransaction(this.pool, async (client) => {
      await client.query({ ...LOCK_KEYS, values: [address] });
      if (parent !== null && (await client.query(GOOD_PARENT, [parent])).rowCount !== 1) return false;
      const made = await this.countOf(kind, address, limit.counted, client);
      if (made < limit.maximum) await client.query(INSERT_API_KEY, insertValues(key));
      return true;
    });
    if (!isAllowed) return null;
    return (await this.findByAddressNonce(kind, address, nonce)) ?? 'too_many_keys';
  }

  async replaceRetired(key: ApiKeyRecord): Promise<ApiKeyRecord> {
    await inTransaction(this.pool, async (client) => {
      // Not an update: caches are notified of the old key by its own id.
      await client.query(DELETE_RETIRED, [key.kind, key.address, key.nonce]);
      await client.query(INSERT_API_KEY, insertValues(key));
    });
    return this.required(key);
  }

  async findByAddressNonce(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiKeyRecord | undefined> {
    const [key] = await this.keys(API_KEY_OF_NONCE, [kind, address, nonce]);
    return key;
  }

  private async required({ kind, address, nonce }: ApiKeyRecord): Promise<ApiKeyRecord> {
    const stored = await this.findByAddressNonce(kind, address, nonce);
    if (stored === undefined) throw new Error(`the key of ${address} with the nonce ${nonce} was stored and is not there`);
    return stored;
  }

  /**
   * The number of keys of the kind that the address created, including revoked ones; only those that are `counted` when given.
   */
  async countOf(
    kind: ApiKeyKind,
    address: Address,
    counted?: CountedKeys,
    database: Pick<PoolClient, 'query'> = this.pool,
  ): Promise<number> {
    const { rows } = await database.query<{ readonly made: number }>(
      counted === undefined
        ? { ...COUNT_API_KEYS, values: [kind, address] }
        : { ...COUNT_GOOD_API_KEYS, values: [kind, address, counted.goodAt, counted.madeSince] },
    );
    return rows[0]?.made ?? 0;
  }

  async forgetEnded(
    kind: ApiKeyKind,
    address: Address,
    { goodAt, madeSince }: CountedKeys,
    keep: number,
  ): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ readonly apiKey: string }>({
      ...FORGET_API_KEYS,
      values: [kind, address, goodAt, madeSince, keep],
    });
    return rows.map(({ apiKey }) => apiKey);
  }

  listByAddress(kind: ApiKeyKind, address: Address): Promise<readonly ApiKeyRecord[]> {
    return this.keys(API_KEYS_OF, [kind, address]);
  }

  async revoke(apiKey: string, revokedAt: number): Promise<readonly string[]> {
    const key = await this.find(apiKey);
    return key === undefined ? [] : this.revokeEach(REVOKE_TREE, [KINDS, key.address, revokedAt, apiKey]);
  }

  revokeAll(address: Address, revokedAt: number): Promise<readonly string[]> {
    return this.revokeEach(REVOKE_ALL, [KINDS, address, revokedAt]);
  }

  /** Repeats until nothing is left: a statement does not see keys created while it waited for the row of their parent. */
  private revokeEach(text: string, values: readonly unknown[]): Promise<readonly string[]> {
    return inTransaction(this.pool, async (client) => {
      const revoked: string[] = [];
      for (;;) {
        const { rows } = await client.query<{ readonly apiKey: string }>(text, [...values]);
        if (rows.length === 0) return revoked;
        revoked.push(...rows.map(({ apiKey }) => apiKey));
      }
    });
  }

  private async keys(statement: Statement<ApiKeyRow>, values: readonly unknown[]): Promise<ApiKeyRecord[]> {
    const { rows } = await this.pool.query<ApiKeyRow>({ ...statement, values: [...values] });
    return rows.map(recordOf);
  }
}

function insertValues(key: ApiKeyRecord): unknown[] {
  const { kind, address, nonce, apiKey, masterVersion, permission, networks, expiresAt, createdAt, parent } = key;
  return [kind, address, nonce, apiKey, masterVersion, permission, networks, expiresAt, createdAt, parent];
}

export function recordOf({ address, kind, permission, ...row }: ApiKeyRow): ApiKeyRecord {
  return {
    ...row,
    address: addressOf(address),
    kind: oneOf(KINDS, kind, 'kind'),
    permission: oneOf(KEY_PERMISSIONS, permission, 'permission'),
  };
}

function oneOf<T extends string>(names: readonly T[], text: string, what: string): T {
  const name = names.find((known) => known === text);
  if (name === undefined) throw new RangeError(`${text} is no ${what} of an API key`);
  return name;
}
