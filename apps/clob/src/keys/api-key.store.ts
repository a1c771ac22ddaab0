import { Inject, Injectable } from '@nestjs/common';
import {
  KEY_PERMISSIONS,
  type ApiKeyKind,
  type ApiKeyRecord,
  type ApiKeyStore,
  type KeyPermission,
} from '@foretell/platform-auth';
import { VITAL_POOL, inTransaction, type Pool } from '@foretell/platform-prisma';
import { address as addressOf, type Address } from '@foretell/signing';
import { unixMillis } from '@foretell/units';

const KINDS: readonly ApiKeyKind[] = ['trading', 'readonly', 'builder', 'scoped'];
const KEYS = `select api_key as "apiKey", address, kind, nonce, master_version as "masterVersion", permission, networks,
  expires_at as "expiresAt", created_at as "createdAt", revoked_at as "revokedAt" from clob.api_keys`;
const INSERT_IF_ABSENT = `insert into clob.api_keys (api_key, address, kind, nonce, master_version, permission, networks, expires_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`;

/** A key that is to be stored. */
type NewKey = Omit<ApiKeyRecord, 'revokedAt'>;

/** Which API keys exist, in PostgreSQL. No secret is stored: credentials are derived from the master key. */
@Injectable()
export class PostgresApiKeyStore implements ApiKeyStore {
  constructor(@Inject(VITAL_POOL) private readonly pool: Pool) {}

  /** So many of the newest. */
  newest(most: number): Promise<readonly ApiKeyRecord[]> {
    return this.read(`${KEYS} order by created_at desc limit $1`, [most]);
  }

  async find(apiKey: string): Promise<ApiKeyRecord | undefined> {
    const [key] = await this.read(`${KEYS} where api_key = $1`, [apiKey]);
    return key;
  }

  async insertIfAbsent(key: NewKey): Promise<ApiKeyRecord> {
    await this.pool.query(INSERT_IF_ABSENT, valuesOf(key));
    return this.required(key);
  }

  async replaceRetired(key: NewKey): Promise<ApiKeyRecord> {
    // Not an update: whoever holds the old key in memory is told of it by its own id.
    await inTransaction(this.pool, async (client) => {
      const { kind, address, nonce } = key;
      await client.query('delete from clob.api_keys where kind = $1 and address = $2 and nonce = $3 and revoked_at is null', [
        kind,
        address,
        nonce,
      ]);
      await client.query(INSERT_IF_ABSENT, valuesOf(key));
    });
    return this.required(key);
  }

  async findByAddressNonce(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiKeyRecord | undefined> {
    const [key] = await this.read(`${KEYS} where kind = $1 and address = $2 and nonce = $3`, [kind, address, nonce]);
    return key;
  }

  listByAddress(kind: ApiKeyKind, address: Address): Promise<readonly ApiKeyRecord[]> {
    return this.read(`${KEYS} where kind = $1 and address = $2 order by created_at, api_key`, [kind, address]);
  }

  async revoke(apiKey: string, revokedAt: number): Promise<boolean> {
    const revoke = 'update clob.api_keys set revoked_at = $2 where api_key = $1 and revoked_at is null';
    return (await this.pool.query(revoke, [apiKey, revokedAt])).rowCount === 1;
  }

  private async required({ kind, address, nonce }: NewKey): Promise<ApiKeyRecord> {
    const stored = await this.findByAddressNonce(kind, address, nonce);
    if (stored === undefined) throw new Error(`the key of ${address} with the nonce ${nonce} was stored and is not there`);
    return stored;
  }

  private async read(statement: string, values: readonly unknown[]): Promise<ApiKeyRecord[]> {
    const { rows } = await this.pool.query<ApiKeyRow>(statement, [...values]);
    return rows.map(recordOf);
  }
}

function valuesOf({
  apiKey,
  address,
  kind,
  nonce,
  masterVersion,
  permission,
  networks,
  expiresAt,
  createdAt,
}: NewKey): unknown[] {
  return [apiKey, address, kind, nonce, masterVersion, permission, networks, expiresAt, createdAt];
}

interface ApiKeyRow {
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

function recordOf({ createdAt, expiresAt, revokedAt, ...row }: ApiKeyRow): ApiKeyRecord {
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
