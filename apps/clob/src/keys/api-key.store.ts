import { Inject, Injectable } from '@nestjs/common';
import {
  KEY_PERMISSIONS,
  type ApiKeyKind,
  type ApiKeyRecord,
  type ApiKeyStore,
  type KeyPermission,
} from '@foretell/platform-auth';
import { DATABASE_POOL, inTransaction, type Pool } from '@foretell/platform-prisma';
import { address as addressOf, type Address } from '@foretell/signing';
import { unixMillis } from '@foretell/units';

const KINDS: readonly ApiKeyKind[] = ['trading', 'readonly', 'builder', 'scoped'];

const COLUMNS = `api_key as "apiKey", address, kind, nonce, master_version as "masterVersion", permission, networks,
  expires_at as "expiresAt", created_at as "createdAt", revoked_at as "revokedAt"`;

/** Of all keys, as `recordOf` takes them. */
export const API_KEYS = `select ${COLUMNS} from clob.api_keys`;

const OF_ID = `${API_KEYS} where api_key = $1`;
const OF_NONCE = `${API_KEYS} where kind = $1 and address = $2 and nonce = $3`;
const OF_ADDRESS = `${API_KEYS} where kind = $1 and address = $2 order by created_at, api_key`;

const INSERT = `insert into clob.api_keys
  (kind, address, nonce, api_key, master_version, permission, networks, expires_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`;
const INSERT_OR_READ = `with made as (${INSERT} returning ${COLUMNS}) select * from made union all ${OF_NONCE}`;

/** Which API keys exist, in PostgreSQL. No secret is stored: credentials are derived from the master key. */
@Injectable()
export class PostgresApiKeyStore implements ApiKeyStore {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async find(apiKey: string): Promise<ApiKeyRecord | undefined> {
    const [key] = await this.keys('api-key', OF_ID, [apiKey]);
    return key;
  }

  async insertIfAbsent(key: ApiKeyRecord): Promise<ApiKeyRecord> {
    const [stored] = await this.keys('make-api-key', INSERT_OR_READ, insertValues(key));
    // Neither made nor seen: another request made it while this one looked.
    return stored ?? this.required(key);
  }

  async replaceRetired(key: ApiKeyRecord): Promise<ApiKeyRecord> {
    await inTransaction(this.pool, async (client) => {
      // Not an update: whoever holds the old key in memory is told of it by its own id.
      await client.query(`delete from clob.api_keys where kind = $1 and address = $2 and nonce = $3 and revoked_at is null`, [
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

  async countOf(kind: ApiKeyKind, address: Address): Promise<number> {
    const { rows } = await this.pool.query<{ readonly made: number }>({
      name: 'count-api-keys',
      text: 'select count(*)::int4 as made from clob.api_keys where kind = $1 and address = $2',
      values: [kind, address],
    });
    return rows[0]?.made ?? 0;
  }

  listByAddress(kind: ApiKeyKind, address: Address): Promise<readonly ApiKeyRecord[]> {
    return this.keys('api-keys-of', OF_ADDRESS, [kind, address]);
  }

  async revoke(apiKey: string, revokedAt: number): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'revoke-api-key',
      text: 'update clob.api_keys set revoked_at = $2 where api_key = $1 and revoked_at is null',
      values: [apiKey, revokedAt],
    });
    return rowCount === 1;
  }

  private async keys(name: string, text: string, values: readonly unknown[]): Promise<ApiKeyRecord[]> {
    const { rows } = await this.pool.query<ApiKeyRow>({ name, text, values: [...values] });
    return rows.map(recordOf);
  }
}

function insertValues(key: ApiKeyRecord): unknown[] {
  const { kind, address, nonce, apiKey, masterVersion, permission, networks, expiresAt, createdAt } = key;
  return [kind, address, nonce, apiKey, masterVersion, permission, networks, expiresAt, createdAt];
}

export interface ApiKeyRow {
  readonly apiKey: string;
  readonly address: string;
  readonly kind: string;
  readonly nonce: string;
  readonly masterVersion: number;
  readonly permission: string;
  readonly networks: string;
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
