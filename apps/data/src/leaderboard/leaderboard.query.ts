import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { LIVE } from '../database/generation.query';

/** The profile columns that the board shows. */
export interface BoardProfile {
  readonly wallet: string;
  readonly userName: string | null;
  readonly pseudonym: string | null;
  readonly profileImage: string | null;
  readonly xUsername: string | null;
  readonly verifiedBadge: boolean | null;
}

const PROFILES_TEXT = `SELECT wallet, user_name AS "userName", pseudonym, profile_image AS "profileImage", x_username AS "xUsername",
  verified_badge AS "verifiedBadge"
  FROM data.profiles WHERE wallet = ANY($1::text[])`;

/** A wallet's name is its user name, or its pseudonym if it has none. */
const NAMED_TEXT = `SELECT wallet AS address FROM data.profiles WHERE user_name_key = $1
  UNION SELECT address FROM data.wallets w WHERE generation = ${LIVE} AND pseudonym_key = $1
    AND NOT EXISTS (SELECT 1 FROM data.profiles f WHERE f.wallet = w.address AND f.user_name IS NOT NULL)`;

export const BOARD_PROFILES: Statement<BoardProfile> = {
  name: 'board-profiles',
  text: PROFILES_TEXT,
  columns: {
    wallet: 'text',
    userName: 'text',
    pseudonym: 'text',
    profileImage: 'text',
    xUsername: 'text',
    verifiedBadge: 'boolean',
  },
};
export const WALLETS_NAMED: Statement<{ readonly address: string }> = {
  name: 'wallets-named',
  text: NAMED_TEXT,
  columns: { address: 'text' },
};

@Injectable()
export class LeaderboardQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async profiles(addresses: readonly string[]): Promise<ReadonlyMap<string, BoardProfile>> {
    if (addresses.length === 0) return new Map();
    const { rows } = await this.pool.query<BoardProfile>({ ...BOARD_PROFILES, values: [addresses] });
    return new Map(rows.map((row) => [row.wallet, row]));
  }

  /** Wallets with this name, case-insensitive. */
  async walletsNamed(userName: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ address: string }>({
      ...WALLETS_NAMED,
      values: [userName.toLowerCase()],
    });
    return rows.map(({ address }) => address);
  }
}
