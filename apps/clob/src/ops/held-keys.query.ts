import { Inject, Injectable } from '@nestjs/common';
import type { HeldKey } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import type { Address } from '@foretell/signing';

type Row = Omit<HeldKey, 'networks'> & { readonly networks: string };

/** With the first command of an operator that revoked the key, as the audit keeps it. */
const HELD = `
  select k.api_key as "apiKey", k.address, k.kind, k.permission, k.networks, k.expires_at as "expiresAt", k.created_at as "createdAt",
    k.revoked_at as "revokedAt", r.actor as "revokedBy", r.reference, k.parent
  from clob.api_keys k left join lateral (
    select a.actor, a.reference from clob.audit a join clob.audit e on e.asked = a.number and e.outcome = 'done'
    where a.outcome = 'asked'
      and (a.command = 'ops.clob.keys.revoke' and a.detail in ('{"apiKey":"' || k.api_key || '"}', '{"apiKey":"' || k.parent || '"}')
        or a.command = 'ops.clob.keys.revoke-all' and a.detail = '{"address":"' || k.address || '"}')
    order by a.number limit 1) r on k.revoked_at is not null`;

/** Which keys there are, revoked ones included, as operators see them. */
@Injectable()
export class HeldKeysQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Oldest first: as many as an address may make, of each kind. */
  async of(address: Address): Promise<HeldKey[]> {
    const { rows } = await this.pool.query<Row>(`${HELD} where k.address = $1 order by k.created_at, k.api_key`, [address]);
    return rows.map(heldKey);
  }

  async one(apiKey: string): Promise<HeldKey | undefined> {
    const { rows } = await this.pool.query<Row>(`${HELD} where k.api_key = $1`, [apiKey]);
    return rows.map(heldKey)[0];
  }
}

function heldKey({ networks, ...row }: Row): HeldKey {
  return { ...row, networks: networks === '' ? [] : networks.split(',') };
}
