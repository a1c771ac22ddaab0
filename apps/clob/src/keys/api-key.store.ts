import { Inject, Injectable } from '@nestjs/common';
import {
  KEY_PERMISSIONS,
  type ApiKeyKind,
  type ApiKeyRecord,
  type ApiKeyStore,
  type CountedKeys,
  type KeyPermission,
} from '@foretell/platform-auth';
import { DATABASE_POOL, inTransaction, type Pool, type Statement } from '@foretell/platform-prisma';
import { address as addressOf, type Address } from '@foretell/signing';
import { unixMillis } from '@foretell/units';
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
  MAKE_API_KEY,
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

  async insertIfAbsent(key: ApiKeyRecord): Promise<ApiKeyRecord | null> {
    if (key.parent !== null) return this.insertChild(key, key.parent);
    const [stored] = await this.keys(MAKE_API_KEY, insertValues(key));
    // Neither created nor seen: another request created it during the lookup.
    return stored ?? this.required(key);
  }

  private async insertChild(key: ApiKeyRecord, parent: string): Promise<ApiKeyRecord | null> {
    const isMade = await inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(GOOD_PARENT, [parent]);
      if (rowCount === 1) await client.query(INSERT_API_KEY, insertValues(key));
      return rowCount === 1;
    });
    return isMade ? this.required(key) : null;
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

  async countOf(kind: ApiKeyKind, address: Address, counted?: CountedKeys): Promise<number> {
    const { rows } = await this.pool.query<{ readonly made: number }>(
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

export function recordOf({ createdAt, expiresAt, revokedAt, ...row }: ApiKeyRow): ApiKeyRecord {
  return {
    apiKey: row.apiKey,
    address: addressOf(row.address),
    kind: kindOf(row.kind),
    nonce: row.nonce,
    masterVersion: row.masterVersion,
    permission: permissionOf(row.permission),
    networks: row.networks,
    parent: row.parent,
    expiresAt: expiresAt === null ? null : unixMillis(expiresAt),
    createdAt: unixMillis(createdAt),
    revokedAt: revokedAt === null ? null : unixMillis(revokedAt),
  };
}

function permissionOf(text: string): KeyPermission {
  const permission = KEY_PERMISSIONS.find((known) => known === text);
  if (permission === undefined) throw new RangeError(`${text} is no permission of an API key`);
  return permission;
}

function kindOf(text: string): ApiKeyKind {
  const kind = KINDS.find((known) => known === text);
  if (kind === undefined) throw new RangeError(`${text} is no kind of API key`);
  return kind;
}
