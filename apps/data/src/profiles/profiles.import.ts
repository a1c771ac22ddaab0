import type { PlacedRow, ProfilesStored, Refusal } from '@foretell/contracts';
import { shape } from '@foretell/platform-server';
import { DATABASE_POOL, inTransaction, type Pool, type PoolClient } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { ProfileFile } from './profile-row';

interface Candidate {
  readonly place: string;
  readonly profile: ProfileFile;
}

const COLUMNS = `wallet, user_name, user_name_key, pseudonym, bio, profile_image, profile_image_optimized, x_username, verified_badge, display_username_public`;
const UPSERT = `INSERT INTO data.profiles (${COLUMNS})
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bool[], $10::bool[])
  ON CONFLICT (wallet) DO UPDATE SET user_name = excluded.user_name, user_name_key = excluded.user_name_key, pseudonym = excluded.pseudonym,
    bio = excluded.bio, profile_image = excluded.profile_image, profile_image_optimized = excluded.profile_image_optimized,
    x_username = excluded.x_username, verified_badge = excluded.verified_badge, display_username_public = excluded.display_username_public`;

@Injectable()
export class ProfilesImport {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /**
   * Stores profiles, each as a whole: a field left out is cleared. Refuses, row by row and with the place, what is not a profile, a wallet
   * named twice, and a user name (whatever its case) that another wallet bears.
   */
  async import(rows: readonly PlacedRow[]): Promise<ProfilesStored> {
    const { candidates, refused } = shaped(rows);
    return inTransaction(this.pool, async (client) => {
      // Two imports at once could both see a name free.
      await client.query('LOCK TABLE data.profiles IN SHARE ROW EXCLUSIVE MODE');
      const accepted = await withFreeNames(client, candidates, refused);
      await store(client, accepted);
      return { stored: accepted.length, refused };
    });
  }
}

function shaped(rows: readonly PlacedRow[]): { candidates: Candidate[]; refused: Refusal[] } {
  const candidates = new Map<string, Candidate>();
  const refused: Refusal[] = [];
  for (const { place, row } of rows) {
    const result = shape(ProfileFile, row);
    if (!result.ok) refused.push({ place, id: null, reason: result.faults.join('; ') });
    else if (candidates.has(result.value.proxyWallet.toLowerCase()))
      refused.push({ place, id: result.value.proxyWallet, reason: 'the wallet is named twice' });
    else candidates.set(result.value.proxyWallet.toLowerCase(), { place, profile: result.value });
  }
  return { candidates: [...candidates.values()], refused };
}

/** Leaves out, and adds to the refused, whoever asks for a name that another wallet bears. */
async function withFreeNames(client: PoolClient, candidates: readonly Candidate[], refused: Refusal[]): Promise<Candidate[]> {
  const { rows } = await client.query<{ wallet: string; key: string }>(
    'SELECT wallet, user_name_key AS key FROM data.profiles WHERE user_name_key = ANY($1::text[])',
    [candidates.map(({ profile }) => nameKey(profile))],
  );
  const bearers = new Map(rows.map(({ wallet, key }) => [key, wallet]));
  return candidates.filter(({ place, profile }) => {
    const key = nameKey(profile);
    const wallet = profile.proxyWallet.toLowerCase();
    if (key === null || (bearers.get(key) ?? wallet) === wallet) {
      if (key !== null) bearers.set(key, wallet);
      return true;
    }
    refused.push({ place, id: profile.proxyWallet, reason: `the user name ${profile.userName ?? ''} is taken` });
    return false;
  });
}

function nameKey({ userName }: ProfileFile): string | null {
  return userName?.toLowerCase() ?? null;
}

async function store(client: PoolClient, accepted: readonly Candidate[]): Promise<void> {
  const profiles = accepted.map(({ profile }) => profile);
  await client.query(UPSERT, [
    profiles.map(({ proxyWallet }) => proxyWallet.toLowerCase()),
    profiles.map(({ userName }) => userName ?? null),
    profiles.map(nameKey),
    profiles.map(({ pseudonym }) => pseudonym ?? null),
    profiles.map(({ bio }) => bio ?? null),
    profiles.map(({ profileImage }) => profileImage ?? null),
    profiles.map(({ profileImageOptimized }) => profileImageOptimized ?? null),
    profiles.map(({ xUsername }) => xUsername ?? null),
    profiles.map(({ verifiedBadge }) => verifiedBadge ?? null),
    profiles.map(({ displayUsernamePublic }) => displayUsernamePublic ?? true),
  ]);
}
