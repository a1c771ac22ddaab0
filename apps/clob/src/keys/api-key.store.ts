import { Inject, Injectable } from '@nestjs/common';
import type { ApiKeyKind, ApiKeyRecord, ApiKeyStore } from '@foretell/platform-auth';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import type { Address } from '@foretell/signing';

const COLUMNS = `api_key as "apiKey", address, nonce, kind, created_at as "createdAt", revoked_at as "revokedAt"`;

/** Which API keys exist, in PostgreSQL. No secret is stored: credentials are derived from the master key. */
@Injectable()
export class PostgresApiKeyStore implements ApiKeyStore {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async find(apiKey: string): Promise<ApiKeyRecord | undefined> {
    const { rows } = await this.pool.query<ApiKeyRecord>(`select ${COLUMNS} from clob.api_keys where api_key = $1`, [apiKey]);
    return rows[0];
  }

  async insertIfAbsent({ apiKey, address, kind, nonce, createdAt }: ApiKeyRecord): Promise<ApiKeyRecord> {
    await this.pool.query(
      `insert into clob.api_keys (api_key, address, kind, nonce, created_at) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [apiKey, address, kind, nonce, createdAt],
    );
    const stored = await this.find(apiKey);
    if (stored === undefined)
      throw new Error(`another key than ${apiKey} holds the nonce ${nonce} of ${address}: was the master key changed?`);
    return stored;
  }

  async findByAddressNonce(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiKeyRecord | undefined> {
    const { rows } = await this.pool.query<ApiKeyRecord>(
      `select ${COLUMNS} from clob.api_keys where kind = $1 and address = $2 and nonce = $3`,
      [kind, address, nonce],
    );
    return rows[0];
  }

  async listByAddress(kind: ApiKeyKind, address: Address): Promise<readonly ApiKeyRecord[]> {
    const { rows } = await this.pool.query<ApiKeyRecord>(
      `select ${COLUMNS} from clob.api_keys where kind = $1 and address = $2 order by created_at, api_key`,
      [kind, address],
    );
    return rows;
  }

  async revoke(apiKey: string, revokedAt: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'update clob.api_keys set revoked_at = $2 where api_key = $1 and revoked_at is null',
      [apiKey, revokedAt],
    );
    return rowCount === 1;
  }

  async isBanned(address: Address): Promise<boolean> {
    const { rows } = await this.pool.query('select 1 from clob.bans where address = $1 and not closed_only', [address]);
    return rows.length > 0;
  }
}
