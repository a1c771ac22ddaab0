import { LINEAGE_VERSIONS, LineageTable } from '@foretell/platform-nats';
import { inTransaction } from '@foretell/platform-prisma';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { lockHead } from '../store/catalog.store';
import { CatalogJournal } from './catalog.journal';

describe('N1: the lineages of a journal', () => {
  let database: TestDatabase;
  let journal: CatalogJournal;
  beforeEach(async () => {
    database = await createTestDatabase();
    journal = new CatalogJournal(database.pool);
  });
  afterEach(() => database.drop());

  const commit = (sequence: number): Promise<unknown> =>
    inTransaction(database.pool, async (client) => {
      await lockHead(client);
      await client.query('update gamma.journal_head set sequence = $1, version = version + 1', [sequence]);
    });
  const version = async (): Promise<number> =>
    (await database.pool.query<{ version: number }>('select version from gamma.journal_head')).rows[0]?.version ?? 0;
  /** Simulates a recovery: the rows are those of another server, or of an earlier timeline of this one. */
  const recover = (column: 'timeline' | 'system_identifier'): Promise<unknown> =>
    database.pool.query(`update gamma.lineages set ${column} = ${column === 'timeline' ? 'timeline + 1' : `'1'`}`);

  it('begin with the first commit, and remain on the same server', async () => {
    const first = await journal.lineage();
    expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-f]{16}$/), ancestors: [] });
    await commit(25);
    expect(await journal.lineage()).toEqual(first);
    expect(await version()).toBe(1);
  });

  it.each(['timeline', 'system_identifier'] as const)('begin at the end of the journal when the %s differs', async (column) => {
    const { id } = await journal.lineage();
    await commit(25);
    await recover(column);
    // Also when no relay checks first: nothing is committed under the earlier lineage.
    await commit(30);
    expect((await journal.lineage()).ancestors).toEqual([{ id, sharedTo: 25 }]);
    expect(await version()).toBe(LINEAGE_VERSIONS + 2);
    await recover(column);
    const third = await journal.lineage();
    expect(third.ancestors.map(({ sharedTo }) => sharedTo)).toEqual([30, 25]);
    expect(await journal.lineage()).toEqual(third);
  });

  it("begin where the operator's replay says, and once for two concurrent requests", async () => {
    const { id } = await journal.lineage();
    await commit(25);
    expect((await journal.beginLineage(12, 'a test')).ancestors).toEqual([{ id, sharedTo: 12 }]);
    await recover('timeline');
    await Promise.all([journal.lineage(), journal.lineage(), commit(26), commit(27)]);
    const { rowCount } = await database.pool.query('select from gamma.lineages');
    expect(rowCount).toBe(3);
    expect(await new LineageTable('gamma').current(database.pool)).toEqual(await journal.lineage());
  });

  it('can be read by a role that owns nothing', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('set role foretell_gamma');
      const { lineage } = await new LineageTable('gamma').ensure(client, 0);
      expect(await new LineageTable('gamma').valid(client)).toEqual(lineage);
      await expect(client.query('update gamma.lineages set after_sequence = 9')).rejects.toThrow(/permission denied/);
    } finally {
      client.release(true);
    }
  });
});
