import { Inject, Injectable } from '@nestjs/common';
import {
  KEY_PERMISSIONS,
  type ApiKeyKind,
  type ApiKeyRecord,
  type ApiKeyStore,
  type CountedKeys,
  type KeyPermission,
} from '@foretell/platform-auth';
import { DATABASE_POOL, inTransaction, type Pool } from '@foretell/platform-prisma';
import { address as addressOf, type Address } from '@foretell/signing';
import { unixMillis } from '@foretell/units';

const KINDS: readonly ApiKeyKind[] = ['trading', 'readonly', 'builder', 'scoped'];

const COLUMNS = `api_key AS "apiKey", address, kind, nonce, master_version AS "masterVersion", permission, networks, parent,
  expires_at AS "expiresAt", created_at AS "createdAt", revoked_at AS "revokedAt"`;

/** Of all keys, as `recordOf` takes them. */
export const API_KEYS = `SELECT ${COLUMNS} FROM clob.api_keys`;

const OF_ID = `${API_KEYS} WHERE api_key = $1`;
const OF_NONCE = `${API_KEYS} WHERE kind = $1 AND address = $2 AND nonce = $3`;
const OF_ADDRESS = `${API_KEYS} WHERE kind = $1 AND address = $2 ORDER BY created_at, api_key`;

const INSERT = `INSERT INTO clob.api_keys
  (kind, address, nonce, api_key, master_version, permission, networks, expires_at, created_at, parent)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`;
const INSERT_OR_READ = `WITH made AS (${INSERT} RETURNING ${COLUMNS}) SELECT * FROM made UNION ALL ${OF_NONCE}`;
/** Held until the end of the transaction: a revocation of the parent waits, and then finds the child. */
const GOOD_PARENT = 'SELECT FROM clob.api_keys WHERE api_key = $1 AND revoked_at IS NULL FOR SHARE';
/** By the unique index of kind, address and nonce. */
const OF_HOLDER = 'kind = ANY($1) AND address = $2';
const REVOKE_TREE = `WITH RECURSIVE tree AS (
    SELECT api_key FROM clob.api_keys WHERE api_key = $4
    UNION SELECT k.api_key FROM clob.api_keys k JOIN tree ON k.parent = tree.api_key WHERE ${OF_HOLDER})
  UPDATE clob.api_keys SET revoked_at = $3 WHERE api_key IN (SELECT api_key FROM tree) AND revoked_at IS NULL
  RETURNING api_key AS "apiKey"`;
const REVOKE_ALL = `UPDATE clob.api_keys SET revoked_at = $3 WHERE ${OF_HOLDER} AND revoked_at IS NULL RETURNING api_key AS "apiKey"`;

const COUNTED = '(created_at >= $4 OR (revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3)))';
const COUNT_OF = 'SELECT count(*)::int4 AS made FROM clob.api_keys WHERE kind = $1 AND address = $2';
const FORGET_ENDED = `DELETE FROM clob.api_keys WHERE api_key IN (
    SELECT api_key FROM clob.api_keys WHERE kind = $1 AND address = $2 AND NOT ${COUNTED}
    ORDER BY created_at DESC, api_key OFFSET $5)
  RETURNING api_key AS "apiKey"`;

/** Stores API keys in PostgreSQL. No secret is stored: credentials are derived from the master key. */
@Injectable()
export class PostgresApiKeyStore implements ApiKeyStore {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async find(apiKey: string): Promise<ApiKeyRecord | undefined> {
    const [key] = await this.keys('api-key', OF_ID, [apiKey]);
    return key;
  }

  async insertIfAbsent(key: ApiKeyRecord): Promise<ApiKeyRecord | null> {
    if (key.parent !== null) return this.insertChild(key, key.parent);
    const [stored] = await this.keys('make-api-key', INSERT_OR_READ, insertValues(key));
    // Neither created nor seen: another request created it during the lookup.
    return stored ?? this.required(key);
  }

  private async insertChild(key: ApiKeyRecord, parent: string): Promise<ApiKeyRecord | null> {
    const isMade = await inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(GOOD_PARENT, [parent]);
      if (rowCount === 1) await client.query(INSERT, insertValues(key));
      return rowCount === 1;
    });
    return isMade ? this.required(key) : null;
  }

  async replaceRetired(key: ApiKeyRecord): Promise<ApiKeyRecord> {
    await inTransaction(this.pool, async (client) => {
      // Not an update: caches are notified of the old key by its own id.
      await client.query(`DELETE FROM clob.api_keys WHERE kind = $1 AND address = $2 AND nonce = $3 AND revoked_at IS NULL`, [
        key.kind,
        key.address,
        key.nonce,
      ]);
      await client.query(INSERT, insertValues(key));
    });
    return this.required(key);
  }

  async findByAddressNonce(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiKeyRecord | undefined> {
    const [key] = await this.keys('api-key-of-nonce', OF_NONCE, [kind, address, nonce]);
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
        ? { name: 'count-api-keys', text: COUNT_OF, values: [kind, address] }
        : {
            name: 'count-good-api-keys',
            text: `${COUNT_OF} AND ${COUNTED}`,
            values: [kind, address, counted.goodAt, counted.madeSince],
          },
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
      name: 'forget-api-keys',
      text: FORGET_ENDED,
      values: [kind, address, goodAt, madeSince, keep],
    });
    return rows.map(({ apiKey }) => apiKey);
  }

  listByAddress(kind: ApiKeyKind, address: Address): Promise<readonly ApiKeyRecord[]> {
    return this.keys('api-keys-of', OF_ADDRESS, [kind, address]);
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

  private async keys(name: string, text: string, values: readonly unknown[]): Promise<ApiKeyRecord[]> {
    const { rows } = await this.pool.query<ApiKeyRow>({ name, text, values: [...values] });
    return rows.map(recordOf);
  }
}

function insertValues(key: ApiKeyRecord): unknown[] {
  const { kind, address, nonce, apiKey, masterVersion, permission, networks, expiresAt, createdAt, parent } = key;
  return [kind, address, nonce, apiKey, masterVersion, permission, networks, expiresAt, createdAt, parent];
}

export interface ApiKeyRow {
  readonly apiKey: string;
  readonly address: string;
  readonly kind: string;
  readonly nonce: string;
  readonly masterVersion: number;
  readonly permission: string;
  readonly networks: string;
  readonly parent: string | null;
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
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
