import type { WalletProfile } from '@foretell/contracts';
import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { selected, type SqlOf } from '../database/columns';
import { person, PROFILE_COLUMNS, PROFILE_TYPES, type ProfileColumns } from '../profiles/profile.columns';

interface ProfileRead extends ProfileColumns {
  readonly displayUsernamePublic: boolean;
  readonly xUsername: string | null;
  readonly verifiedBadge: boolean | null;
}

const COLUMNS: SqlOf<ProfileRead> = {
  ...PROFILE_COLUMNS,
  displayUsernamePublic: 'f.display_username_public',
  xUsername: 'f.x_username',
  verifiedBadge: 'f.verified_badge',
};
const NOBODY: ProfileRead = {
  userName: null,
  pseudonym: null,
  bio: null,
  profileImage: null,
  profileImageOptimized: null,
  displayUsernamePublic: false,
  xUsername: null,
  verifiedBadge: null,
};

export const PROFILE: Statement<ProfileRead> = {
  name: 'profile',
  text: `SELECT ${selected(COLUMNS)} FROM data.profiles f WHERE f.wallet = $1`,
  columns: {
    displayUsernamePublic: 'boolean',
    xUsername: 'text',
    verifiedBadge: 'boolean',
    ...PROFILE_TYPES,
  },
};

/** A wallet's profile. Every address has one: a wallet without a stored profile has a pseudonym. */
@Injectable()
export class ProfileQuery {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async of(address: string): Promise<WalletProfile> {
    const { rows } = await this.pool.query<ProfileRead>({
      ...PROFILE,
      values: [address],
    });
    const row = rows[0] ?? NOBODY;
    const { displayUsernamePublic, xUsername, verifiedBadge } = row;
    return { proxyWallet: address, ...person(address, row), displayUsernamePublic, xUsername, verifiedBadge };
  }
}
