import { Inject, Injectable } from '@nestjs/common';
import type { StoredKey } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import type { Address } from '@foretell/signing';

type Row = Omit<StoredKey, 'networks'> & { readonly networks: string };

/** With the first operator command in the audit that revoked the key. */
const HELD = `
  SELECT k.api_key AS "apiKey", k.address, k.kind, k.permission, k.networks, k.expires_at AS "expiresAt", k.created_at AS "createdAt",
    k.revoked_at AS "revokedAt", r.actor AS "revokedBy", r.reference, k.parent
  FROM clob.api_keys k LEFT JOIN LATERAL (
    SELECT a.actor, a.reference FROM clob.audit a JOIN clob.audit e ON e.asked = a.number AND e.outcome = 'done'
    WHERE a.outcome = 'asked'
      AND (a.command = 'ops.clob.keys.revoke' AND a.detail IN ('{"apiKey":"' || k.api_key || '"}', '{"apiKey":"' || k.parent || '"}')
        OR a.command = 'ops.clob.keys.revoke-all' AND lower(a.detail) = '{"address":"' || k.address || '"}')
    ORDER BY a.number LIMIT 1) r ON k.revoked_at IS NOT NULL`;

/** All keys, including revoked ones, for operators. */
@Injectable()
export class StoredKeysQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Oldest first, at most as many as an address may create, of each kind. */
  async of(address: Address): Promise<StoredKey[]> {
    const { rows } = await this.pool.query<Row>(`${HELD} WHERE k.address = $1 ORDER BY k.created_at, k.api_key`, [address]);
    return rows.map(storedKey);
  }

  async one(apiKey: string): Promise<StoredKey | undefined> {
    const { rows } = await this.pool.query<Row>(`${HELD} WHERE k.api_key = $1`, [apiKey]);
    return rows.map(storedKey)[0];
  }
}

function storedKey({ networks, ...row }: Row): StoredKey {
  return { ...row, networks: networks === '' ? [] : networks.split(',') };
}
