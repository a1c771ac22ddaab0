import type { ColumnsOf } from '@foretell/platform-prisma';
import type { SqlOf } from '../database/columns';
import { pseudonymOf } from './pseudonym';

export interface ProfileColumns {
  readonly userName: string | null;
  readonly pseudonym: string | null;
  readonly bio: string | null;
  readonly profileImage: string | null;
  readonly profileImageOptimized: string | null;
}

/** Columns of `data.profiles f`, joined to a wallet: what reads show of a profile. */
export const PROFILE_COLUMNS: SqlOf<ProfileColumns> = {
  userName: 'f.user_name',
  pseudonym: 'f.pseudonym',
  bio: 'f.bio',
  profileImage: 'f.profile_image',
  profileImageOptimized: 'f.profile_image_optimized',
};

export const PROFILE_TYPES: ColumnsOf<ProfileColumns> = {
  userName: 'text',
  pseudonym: 'text',
  bio: 'text',
  profileImage: 'text',
  profileImageOptimized: 'text',
};

/** The profile's fields under their wire names; a wallet without a profile has its pseudonym and empty texts. */
export function person(
  address: string,
  row: ProfileColumns,
): { name: string; pseudonym: string; bio: string; profileImage: string; profileImageOptimized: string } {
  return {
    name: row.userName ?? '',
    pseudonym: row.pseudonym ?? pseudonymOf(address),
    bio: row.bio ?? '',
    profileImage: row.profileImage ?? '',
    profileImageOptimized: row.profileImageOptimized ?? row.profileImage ?? '',
  };
}
