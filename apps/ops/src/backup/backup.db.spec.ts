import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LINEAGE_VERSIONS, LineageTable } from '@foretell/platform-nats';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { serviceTables } from '../tables/catalog.query';
import { asOwner } from '../tables/owner-session';
import { runWith } from '../testing/run-with';
import { makeBackup } from './make-backup';

jest.setTimeout(60_000);

/** Rows in tables of every kind: partitioned, numbered by a sequence, single-row, with bytes, arrays and JSON. */
const RECORD = `
  drop table clob.journal_0;
  create table clob.journal_0 partition of clob.journal for values from (minvalue) to (6);
  select clob.make_partitions('journal', 15, 5);
  insert into clob.journal select n, n, n, convert_to('fact ' || n, 'utf8') from generate_series(1, 12) n;
  update clob.journal_head set epoch = 3, commit_number = 12, sequence = 12, state_hash = '2:ab';
  update clob.recorder set epoch = 3, commit_number = 11, sequence = 11;
  insert into clob.ledger_entries values ('a', 'credit', '0x1', 5, 1), ('null ☃', 'credit', '0x2', 9007199254740991, 2);
  insert into clob.audit (at, actor, reference, command, outcome, detail) select n, 'alice', 'r', 'c', 'done', '' from generate_series(1, 3) n;
  insert into clob.archived values ('clob.journal', 1, 5, 5, 1, '{"a": 1}', 'f', 'x', 1);
  update gamma.journal_head set sequence = 7;
  insert into data.projection values (1, 1);
  insert into data.checkpoints (generation, source, sequence, at, wallets, conditions) values (1, 'clob', 12, 1, 0, 0)`;

describe('ops backup and ops restore', () => {
  let database: TestDatabase;
  let empty: TestDatabase;
  let folder: string;

  beforeEach(async () => {
    [database, empty] = [await createTestDatabase(), await createTestDatabase()];
    await database.pool.query(RECORD);
    folder = join(mkdtempSync(join(tmpdir(), 'foretell-backup-')), 'sunday');
  });
  afterEach(async () => {
    await Promise.all([database.drop(), empty.drop()]);
    rmSync(join(folder, '..'), { recursive: true });
  });

  const NO_MESSAGES = { clob: 0, gamma: 0 };
  const backup = (): ReturnType<typeof runWith> =>
    runWith(['backup', folder, '--unprotected'], {}, { environment: { DATABASE_URL: database.url } });
  const restore = (words: readonly string[] = [], held = NO_MESSAGES): ReturnType<typeof runWith> =>
    runWith(['restore', folder, '--unprotected', ...words], {}, { environment: { DATABASE_URL: empty.url }, held });
  /** A restore changes these tables; 'begin another lineage' tests them, and the catalog version that changes with them. */
  const LINEAGES = ['clob.lineages', 'gamma.lineages'];
  /** A digest of each table's rows, and the partitions. */
  const contents = ({ url }: TestDatabase): Promise<unknown> =>
    asOwner(url, 'spec', async (client) => {
      const found: Record<string, unknown> = {};
      for (const { name, bounds } of await serviceTables(client)) {
        if (LINEAGES.includes(name)) continue;
        const row = name === 'gamma.journal_head' ? 't.sequence' : 't';
        const { rows } = await client.query(
          `select count(*) as rows, md5(coalesce(string_agg((${row})::text, ',' order by t::text), '')) as digest from ${name} t`,
        );
        found[name] = { ...rows[0], bounds: bounds?.toSorted() };
      }
      return found;
    });

  it('restore every table unchanged, with its partitions and sequences', async () => {
    const before = await contents(database);
    expect(await backup()).toMatchObject({ exitCode: 0, complaints: [] });
    expect(await restore()).toMatchObject({ exitCode: 0, complaints: [] });
    expect(await contents(empty)).toEqual(before);
    expect(await contents(database)).toEqual(before);
    const next = `insert into clob.audit (at, actor, reference, command, outcome, detail) values (9, 'a', 'r', 'c', 'done', '') returning number`;
    expect((await empty.pool.query(next)).rows).toEqual((await database.pool.query(next)).rows);
    await expect(empty.pool.query(`select clob.make_partitions('journal', 25, 5)`)).resolves.toMatchObject({ rowCount: 1 });
  });

  it.each([true, false])(
    'N1: begin another lineage, after the events of the backup, where the backup has a lineage: %s',
    async (hasOne) => {
      if (hasOne)
        for (const source of ['clob', 'gamma'])
          await database.pool.query(
            `insert into ${source}.lineages (id, parent, after_sequence, system_identifier, timeline, reason, created_at)
            values ('${'a'.repeat(16)}', null, 0, '1', 1, 'the first lineage', 1)`,
          );
      await backup();
      expect(await restore()).toMatchObject({ exitCode: 0, complaints: [] });
      for (const [source, head] of [
        ['clob', 12],
        ['gamma', 7],
      ] as const) {
        const lineage = await new LineageTable(source).current(empty.pool);
        const parent = hasOne ? 'a'.repeat(16) : expect.stringMatching(/^[0-9a-f]{16}$/);
        expect(lineage).toEqual({ id: expect.stringMatching(/^[0-9a-f]{16}$/), ancestors: [{ id: parent, sharedTo: head }] });
      }
      const versions = async ({ pool }: TestDatabase): Promise<number> =>
        (await pool.query<{ version: number }>('select version from gamma.journal_head')).rows[0]?.version ?? 0;
      expect(Number(await versions(empty)) - Number(await versions(database))).toBe(LINEAGE_VERSIONS);
    },
  );

  it('describe a backup, and write a checksum of every file as sha256sum does', async () => {
    const { out } = await backup();
    expect(out.join('\n')).toMatch(
      /trading: event 12, commit 12, state 2:ab\ncatalog: event 7; data has applied clob 12; migrations up to 2\d+_/,
    );
    const files = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
    const sum = (name: string): string =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n').toSorted()).toEqual(
      files.map((name) => `${sum(name)}  ${name}`).toSorted(),
    );
    expect((await restore(['--check'])).out[0]).toMatch(/^all files match their checksums: \d+ rows of \d+ tables/);
    expect(await contents(empty)).not.toEqual(await contents(database));
  });

  it('contain one point in time, however long writing takes', async () => {
    const before = await contents(database);
    let writes: Promise<unknown> = Promise.resolve();
    await asOwner(database.url, 'spec', (client) =>
      makeBackup(client, folder, {
        version: '1.2.3',
        sealing: null,
        onProgress: () => {
          writes = writes.then(() =>
            database.pool.query(
              `update clob.journal_head set sequence = sequence + 1; insert into clob.ledger_entries select md5(random()::text), 'credit', '0x1', 1, 1`,
            ),
          );
        },
      }),
    );
    await writes;
    expect(await contents(database)).not.toEqual(before);
    expect(await restore()).toMatchObject({ exitCode: 0, complaints: [] });
    expect(await contents(empty)).toEqual(before);
  });

  it.each([
    ['in which the writer has run', 'update clob.journal_head set epoch = 1', /not empty \(clob.journal_head\)/],
    ['with a row', `insert into clob.ledger_entries values ('a', 'credit', '0x1', 5, 1)`, /not empty \(clob.ledger_entries\)/],
    [
      'with other migrations',
      `update public._prisma_migrations set checksum = 'other'`,
      /apply the migrations of the backup's release/,
    ],
  ])('refuse a database %s', async (_which, sql, sentence) => {
    await backup();
    await empty.pool.query(sql);
    const before = await contents(empty);
    const { exitCode, complaints } = await restore();
    expect({ exitCode, after: await contents(empty) }).toEqual({ exitCode: 1, after: before });
    expect(complaints.join()).toMatch(sentence);
  });

  it('refuse a database that a service is connected to, and one that another session has locked', async () => {
    await backup();
    const other = await empty.pool.connect();
    try {
      await other.query(`set application_name = 'foretell-gamma'`);
      expect((await restore()).complaints.join()).toMatch(/stop the services first: foretell-gamma/);
      await other.query(`set application_name = 'somebody'`);
      await other.query('begin; select from clob.orders');
      expect((await restore()).complaints.join()).toMatch(/lock timeout/);
      await other.query('rollback');
    } finally {
      other.release();
    }
    expect(await restore()).toMatchObject({ exitCode: 0 });
  });

  it('refuse streams that are not empty, and require an option when they cannot be checked', async () => {
    await backup();
    const full = await restore([], { clob: 1_200, gamma: 0 });
    expect(full).toMatchObject({ exitCode: 1, complaints: [expect.stringMatching(/clob holds 1 200 messages/)] });
    const unasked = { environment: { DATABASE_URL: empty.url } };
    expect(await runWith(['restore', folder, '--unprotected'], {}, unasked)).toMatchObject({ exitCode: 3 });
    expect(await runWith(['restore', folder, '--unprotected', '--streams-are-empty'], {}, unasked)).toMatchObject({
      exitCode: 0,
    });
  });

  it.each([
    ['longer', (file: string) => appendFileSync(file, 'x')],
    ['shorter', (file: string) => truncateSync(file, 30)],
    ['gone', (file: string) => rmSync(file)],
    ['another', (file: string) => writeFileSync(file, '{}')],
  ])('refuse a backup of which any file is %s, before any change', async (_what, spoil) => {
    await backup();
    const before = await contents(empty);
    for (const file of ['manifest.json', 'clob.journal.copy.gz', 'SHA256SUMS']) {
      const path = join(folder, file);
      const kept = readFileSync(path);
      spoil(path);
      for (const words of [[], ['--check']]) {
        const { exitCode, complaints } = await restore(words);
        expect({ file, exitCode, complaints }).toEqual({
          file,
          exitCode: 1,
          complaints: [expect.stringMatching(/manifest|journal|SHA256SUMS/)],
        });
      }
      writeFileSync(path, kept);
    }
    expect(await contents(empty)).toEqual(before);
    expect(await restore()).toMatchObject({ exitCode: 0 });
  });

  it('refuse a manifest without one of the tables, even with matching checksums', async () => {
    await backup();
    const [path, sums] = [join(folder, 'manifest.json'), join(folder, 'SHA256SUMS')];
    const text = readFileSync(path, 'utf8');
    const manifest = JSON.parse(text) as { tables: { name: string }[] };
    const spoilt = JSON.stringify({ ...manifest, tables: manifest.tables.filter(({ name }) => name !== 'clob.ledger_entries') });
    writeFileSync(path, spoilt);
    const digest = (of: string): string => createHash('sha256').update(of).digest('hex');
    writeFileSync(sums, readFileSync(sums, 'utf8').replace(digest(text), digest(spoilt)));
    const before = await contents(empty);
    expect(await restore()).toMatchObject({ exitCode: 1, complaints: [expect.stringContaining('clob.ledger_entries')] });
    expect(await contents(empty)).toEqual(before);
  });

  it('leave nothing behind when a restore fails midway, and can be repeated', async () => {
    await backup();
    await empty.pool.query('alter table gamma.journal_head add constraint spoil check (sequence <> 7)');
    const before = await contents(empty);
    expect((await restore()).complaints.join()).toMatch(/spoil/);
    expect(await contents(empty)).toEqual(before);
    await empty.pool.query('alter table gamma.journal_head drop constraint spoil');
    expect(await restore()).toMatchObject({ exitCode: 0 });
  });

  it('never overwrite a backup, and give a folder its name only when it is complete', async () => {
    await expect(
      asOwner(database.url, 'spec', (client) =>
        makeBackup(client, folder, {
          version: '1.2.3',
          sealing: null,
          onProgress: () => {
            throw new Error('killed');
          },
        }),
      ),
    ).rejects.toThrow('killed');
    expect(existsSync(folder)).toBe(false);
    expect((await restore()).complaints.join()).toMatch(/holds no complete backup/);
    expect(await backup()).toMatchObject({ exitCode: 0 });
    expect(existsSync(`${folder}.begun`)).toBe(false);
    expect((await backup()).complaints.join()).toMatch(/exists: a backup is never overwritten/);
  });

  it('write a dated backup next to the earlier ones', async () => {
    const { out } = await runWith(
      ['backup', join(folder, '..'), '--unprotected', '--dated'],
      {},
      { environment: { DATABASE_URL: database.url } },
    );
    const [name = ''] = readdirSync(join(folder, '..'));
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
    expect(out[0]).toContain(name);
    expect(existsSync(join(folder, '..', name, 'SHA256SUMS'))).toBe(true);
  });

  it('report missing arguments and settings', async () => {
    expect((await runWith(['backup', folder, '--unprotected'])).complaints.join()).toMatch(/DATABASE_URL must name/);
  });
});
