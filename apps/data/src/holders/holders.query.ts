import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { selected, type SqlOf } from '../database/columns';
import { LIVE } from '../database/generation.query';
import { PROFILE_COLUMNS, PROFILE_TYPES, type ProfileColumns } from '../profiles/profile.columns';

export interface HolderRead extends ProfileColumns {
  readonly conditionId: string;
  readonly outcome: number;
  /** Null: the token has no holder to list. */
  readonly address: string | null;
  readonly sizeMicros: number;
  readonly displayUsernamePublic: boolean | null;
}

const COLUMNS: SqlOf<HolderRead> = {
  conditionId: 'k.condition_id',
  outcome: 'o.outcome',
  address: 'w.address',
  sizeMicros: 'h.size_micros',
  displayUsernamePublic: 'f.display_username_public',
  ...PROFILE_COLUMNS,
};

/**
 * Each known token of the requested conditions with its largest holders; a token without holders gives one row without an
 * address.
 */
const TOP = `SELECT ${selected(COLUMNS)}
  FROM unnest($1::text[]) WITH ORDINALITY AS k(condition_id, place)
  LEFT JOIN data.conditions c ON c.generation = ${LIVE} AND c.condition_id = k.condition_id
  LEFT JOIN data.markets m ON m.generation = ${LIVE} AND m.condition_id = k.condition_id
  CROSS JOIN (VALUES (0), (1)) AS o(outcome)
  LEFT JOIN LATERAL (
    SELECT wallet, size_micros FROM data.positions p
    WHERE p.generation = ${LIVE} AND p.condition = c.number AND p.outcome = o.outcome AND p.size_micros >= $2
      AND p.size_micros > 0
    ORDER BY p.size_micros DESC, p.wallet LIMIT $3) h ON true
  LEFT JOIN data.wallets w ON w.generation = ${LIVE} AND w.number = h.wallet
  LEFT JOIN data.profiles f ON f.wallet = w.address
  WHERE c.number IS NOT NULL OR m.condition_id IS NOT NULL
  ORDER BY k.place, o.outcome, h.size_micros DESC, h.wallet`;

export const HOLDERS: Statement<HolderRead> = {
  name: 'holders',
  text: TOP,
  columns: {
    conditionId: 'text',
    outcome: 'integer',
    address: 'text',
    sizeMicros: 'bigint',
    displayUsernamePublic: 'boolean',
    ...PROFILE_TYPES,
  },
};

@Injectable()
export class HoldersQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Largest first, equal ones in the order of their first trade. Unknown conditions return nothing. */
  async top(conditionIds: readonly string[], minimumMicros: number, limit: number): Promise<HolderRead[]> {
    const { rows } = await this.pool.query<HolderRead>({
      ...HOLDERS,
      values: [conditionIds, minimumMicros, limit],
    });
    return rows;
  }
}
