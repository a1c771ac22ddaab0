import { PrismaService } from '@foretell/platform-prisma';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { ProfilesImport } from './profiles.import';

const WALLETS = [1, 2, 3, 4].map((digit) => `0x${String(digit).repeat(40)}`);
const [ALICE = '', BOB = ''] = WALLETS;

describe('the import of profiles', () => {
  let database: TestDatabase;
  let prisma: PrismaService;

  beforeAll(async () => {
    database = await createTestDatabase();
    prisma = new PrismaService(database.pool);
  });
  afterAll(async () => {
    await prisma?.$disconnect();
    await database?.drop();
  });

  const load = (...rows: readonly object[]) => new ProfilesImport(prisma).import(rows.map((row) => ({ place: 'file', row })));

  it('replaces a profile: a field that a later row omits is cleared, and its name is free again', async () => {
    await load({ proxyWallet: ALICE, userName: 'Wren', bio: 'hello', verifiedBadge: true, displayUsernamePublic: false });
    expect(await load({ proxyWallet: BOB, userName: 'WREN' })).toMatchObject({ stored: 0, refused: [{ id: BOB }] });
    expect(await load({ proxyWallet: ALICE, xUsername: 'alice_x' })).toEqual({ stored: 1, refused: [] });
    expect(await load({ proxyWallet: BOB, userName: 'WREN' })).toEqual({ stored: 1, refused: [] });
    expect(await prisma.dataProfile.findMany({ orderBy: { wallet: 'asc' } })).toEqual([
      expect.objectContaining({ wallet: ALICE, userName: null, bio: null, xUsername: 'alice_x', displayUsernamePublic: true }),
      expect.objectContaining({ wallet: BOB, userName: 'WREN', userNameKey: 'wren', verifiedBadge: null }),
    ]);
  });

  it('gives a name to one of several concurrent imports, and refuses it to the others', async () => {
    for (const userName of ['Zoe', 'Yan', 'Xia']) {
      const asking = WALLETS.map((proxyWallet) =>
        load({ proxyWallet, userName }, { proxyWallet: `0x${'9'.repeat(40)}`, bio: userName }),
      );
      const results = await Promise.all(asking);
      expect(results.map(({ stored }) => stored).toSorted()).toEqual([1, 1, 1, 2]);
      expect(results.flatMap(({ refused }) => refused.map(({ reason }) => reason))).toEqual(
        Array.from({ length: 3 }, () => `the user name ${userName} is taken`),
      );
    }
  });
});
