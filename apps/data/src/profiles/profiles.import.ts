import type { PlacedRow, ProfilesStored, Refusal } from '@foretell/contracts';
import { shape } from '@foretell/platform-server';
import { Prisma, PrismaService } from '@foretell/platform-prisma';
import { Injectable } from '@nestjs/common';
import { ProfileFile } from './profile-row';

interface Candidate {
  readonly place: string;
  readonly profile: ProfileFile;
}
interface Sorted {
  readonly accepted: readonly Candidate[];
  readonly refused: readonly Refusal[];
}

/** Retried when another import took a name or a wallet in between. */
const ATTEMPTS_MAX = 5;
const TRANSACTION_MS_MAX = 15_000;

@Injectable()
export class ProfilesImport {
  /** Number of imports in this process; caches of profiles use it as a version. */
  imports = 0;

  constructor(private readonly prisma: PrismaService) {}

  /**
   * Stores profiles, replacing each completely: an omitted field is cleared. Refuses by row, with its place: an invalid profile,
   * a wallet named twice, and a user name (case-insensitive) of another wallet.
   */
  async import(rows: readonly PlacedRow[]): Promise<ProfilesStored> {
    const { candidates, refused } = shaped(rows);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const stored = await this.store(candidates);
        this.imports += 1;
        return { stored: stored.accepted.length, refused: [...refused, ...stored.refused] };
      } catch (error) {
        if (attempt === ATTEMPTS_MAX || !isTakenMeanwhile(error)) throw error;
      }
    }
  }

  private store(candidates: readonly Candidate[]): Promise<Sorted> {
    const work = async (client: Prisma.TransactionClient): Promise<Sorted> => {
      const sorted = byFreedomOfName(candidates, await bearers(client, candidates));
      const data = sorted.accepted.map(({ profile }) => rowOf(profile));
      // Deletes and inserts complete rows instead of updating fields. The unique names refuse a name that two concurrent imports
      // both saw as free.
      await client.dataProfile.deleteMany({ where: { wallet: { in: data.map(({ wallet }) => wallet) } } });
      await client.dataProfile.createMany({ data });
      return sorted;
    };
    return this.prisma.$transaction(work, { timeout: TRANSACTION_MS_MAX });
  }
}

function isTakenMeanwhile(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && (error.code === 'P2002' || error.code === 'P2034');
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

/** The wallets that have the requested names, by the names' keys. */
async function bearers(client: Prisma.TransactionClient, candidates: readonly Candidate[]): Promise<Map<string, string>> {
  const keys = candidates.flatMap(({ profile }) => nameKey(profile) ?? []);
  const rows = await client.dataProfile.findMany({
    where: { userNameKey: { in: keys } },
    select: { wallet: true, userNameKey: true },
  });
  return new Map(
    rows.flatMap(({ wallet, userNameKey }): [string, string][] => (userNameKey === null ? [] : [[userNameKey, wallet]])),
  );
}

/** Refuses a row whose name belongs to another wallet. */
function byFreedomOfName(candidates: readonly Candidate[], borne: Map<string, string>): Sorted {
  const refused: Refusal[] = [];
  const accepted = candidates.filter(({ place, profile }) => {
    const key = nameKey(profile);
    const wallet = profile.proxyWallet.toLowerCase();
    if (key === null || (borne.get(key) ?? wallet) === wallet) {
      if (key !== null) borne.set(key, wallet);
      return true;
    }
    refused.push({ place, id: profile.proxyWallet, reason: `the user name ${profile.userName ?? ''} is taken` });
    return false;
  });
  return { accepted, refused };
}

function nameKey({ userName }: ProfileFile): string | null {
  return userName?.toLowerCase() ?? null;
}

function rowOf(profile: ProfileFile): Prisma.DataProfileCreateManyInput {
  return {
    wallet: profile.proxyWallet.toLowerCase(),
    userName: profile.userName ?? null,
    userNameKey: nameKey(profile),
    pseudonym: profile.pseudonym ?? null,
    bio: profile.bio ?? null,
    profileImage: profile.profileImage ?? null,
    profileImageOptimized: profile.profileImageOptimized ?? null,
    xUsername: profile.xUsername ?? null,
    verifiedBadge: profile.verifiedBadge ?? null,
    displayUsernamePublic: profile.displayUsernamePublic ?? true,
  };
}
