import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { runWith } from '../testing/run-with';
import { openDatabase } from '../tables/owner-session';
import { archiveParts } from './make-archive';
import { readManifest } from './manifest';
import { makePlan } from './plan.query';

jest.setTimeout(60_000);

const AT = Date.UTC(2026, 6, 1);
const DAY = 86_400_000;
const order = (number: number): string => `'\\x${number.toString(16).padStart(64, '0')}'`;
/** The signed bytes of an order with a given time: layout, flags, maker, four empty numbers, then the timestamp in six bytes. */
const signed = (millis: number): string => `'\\x0100${'aa'.repeat(20)}0000000006${millis.toString(16).padStart(12, '0')}'`;
const FIRST_VERSION = `'\\x0108${'aa'.repeat(20)}00000000'`;

/** Twelve events on twelve days in partitions of five; trades 1 to 4 in partitions of two; their orders, of which one is open. */
const RECORD = `
  drop table clob.journal_0, clob.trades_0, clob.fills_0, data.activity_0;
  create table clob.journal_0 partition of clob.journal for values from (minvalue) to (6);
  create table clob.trades_0 partition of clob.trades for values from (minvalue) to (3);
  create table clob.fills_0 partition of clob.fills for values from (minvalue) to (3);
  create table data.activity_0 partition of data.activity for values from (minvalue) to (6);
  select clob.make_partitions('journal', 15, 5), clob.make_partitions('trades', 6, 2), clob.make_partitions('fills', 6, 2),
    data.make_partitions('activity', 15, 5);
  insert into clob.journal select n, n, ${AT} + n * ${DAY}::bigint, convert_to('fact ' || n, 'utf8') from generate_series(1, 12) n;
  insert into clob.trades select n, ${AT} + n * 3 * ${DAY}::bigint, 5, 6, 0, 1, 1, 1, 0, 0, 1,
      decode(lpad(to_hex(n), 64, '0'), 'hex'), null from generate_series(1, 4) n;
  insert into clob.fills select n, 5, 6, 0, 2, 2, 5000, 1, 1, 1, ${order(20)} from generate_series(1, 4) n;
  insert into clob.orders (priority, size_micros, accepted_at, filled_micros, filled_usdc_micros, locked_micros, wallet_number,
      owner_number, market_number, price_pips, outcome, side, order_type, status, flags, order_id, signed)
    select n, 5, ${AT} + n * 3 * ${DAY}::bigint, 5, 6, 0, 1, 1, 1, 5000, 0, 1, 1, 3, 0, decode(lpad(to_hex(n), 64, '0'), 'hex'),
      case n when 1 then ${signed(AT + DAY)}::bytea when 2 then ${FIRST_VERSION}::bytea else ${signed(AT + 9 * DAY)}::bytea end
    from generate_series(1, 4) n
    union all select 20, 90, ${AT}, 20, 24, 70, 2, 2, 1, 5000, 1, 1, 1, 1, 0, ${order(20)}, ${signed(AT)}
    union all select 21, 90, ${AT}, 0, 0, 0, 2, 2, 1, 5000, 1, 1, 1, 4, 0, ${order(21)}, ${signed(AT + 300 * DAY)};
  update clob.recorder set sequence = 12, trade_number = 4;
  insert into data.projection values (1, 1) on conflict do nothing;
  insert into data.checkpoints (generation, source, sequence, at, wallets, conditions) values (1, 'clob', 12, ${AT}, 0, 0);
  insert into gamma.checkpoints (source, sequence) values ('clob', 12);
  insert into data.activity select 1, n, 0, ${AT} + n * ${DAY}::bigint, 1, 1, 'TRADE', 0, 'BUY', n, n * 10, 1, 5000, 'hash'
    from generate_series(1, 12) n`;

describe('ops archive', () => {
  let database: TestDatabase;
  let folder: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    await database.pool.query(RECORD);
    folder = join(mkdtempSync(join(tmpdir(), 'foretell-archive-')), 'july');
  });
  afterEach(async () => {
    await database.drop();
    rmSync(join(folder, '..'), { recursive: true });
  });

  const ops = (...words: string[]): ReturnType<typeof runWith> =>
    runWith(['archive', ...words], {}, { environment: { DATABASE_URL: database.url } });
  const make = (before = '2026-07-11'): ReturnType<typeof runWith> => ops('make', folder, '--before', before, '--apply');
  /** A digest of each table, independent of its partitions. */
  const digests = async (): Promise<unknown> => {
    const tables = [
      'clob.journal',
      'clob.trades',
      'clob.fills',
      'clob.orders',
      'clob.archived',
      'clob.archived_ids',
      'data.activity',
      'data.archived',
    ];
    const parts = tables.map(
      (table) =>
        `(select count(*) || ' ' || md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${table} t) as "${table}"`,
    );
    return (await database.pool.query(`select ${parts.join(', ')}`)).rows[0];
  };
  const keys = async (): Promise<unknown> =>
    (
      await database.pool.query(`select (select array_agg(last_sequence) from clob.journal) as facts,
        (select array_agg(trade_number) from clob.trades) as trades, (select array_agg(trade_number) from clob.fills) as fills,
        (select array_agg(priority order by priority) from clob.orders) as orders,
        (select array_agg(sequence) from data.activity) as activity`)
    ).rows[0];

  it('lists what would be archived, and changes nothing', async () => {
    const before = await digests();
    const { exitCode, out } = await ops('make', folder, '--before', '2026-07-11');
    expect({ exitCode, after: await digests() }).toEqual({ exitCode: 0, after: before });
    expect(out.join('\n')).toMatch(
      /journal .*MINVALUE[^]*trades .*MINVALUE[^]*3 partitions before 2026-07-11T00:00:00.000Z would be archived/,
    );
    expect(existsSync(folder)).toBe(false);
  });

  it('archives partitions that end before the time, keeps open and newer rows, and restores all rows unchanged', async () => {
    const before = await digests();
    expect(await make()).toMatchObject({ exitCode: 0, complaints: [] });
    expect(await keys()).toEqual({
      facts: [6, 7, 8, 9, 10, 11, 12],
      trades: [3, 4],
      fills: [3, 4],
      orders: [3, 4, 20],
      activity: [6, 7, 8, 9, 10, 11, 12],
    });
    const away = await database.pool.query('select table_name, from_key, to_key, row_count, sums from data.archived');
    expect(away.rows).toEqual([
      { table_name: 'data.activity', from_key: 1, to_key: 5, row_count: 5, sums: { cash: -155, taken: 150, traded: 150 } },
    ]);
    // These orders have version 1, or a signed time long after their placement. Only the stored id shows that they existed.
    const ids = await database.pool.query(`select encode(order_id, 'hex')::text as id from clob.archived_ids order by 1`);
    expect(ids.rows.map(({ id }) => Number.parseInt(id, 16))).toEqual([2, 21]);
    expect(await ops('verify', folder)).toMatchObject({ exitCode: 0, out: ['all 5 files match their checksums'] });
    expect(await ops('restore', folder)).toMatchObject({ exitCode: 0, complaints: [] });
    expect(await digests()).toEqual(before);
    expect((await ops('restore', folder)).out).toEqual(['0 files restored, 5 were in the database already']);
  });

  it('stores the totals of a wallet as of its last archived row', async () => {
    await database.pool
      .query(`insert into data.wallets (generation, number, address, pseudonym_key) values (1, 1, '0x1', 'one'), (1, 2, '0x2', 'two');
      update data.activity set total_trades = sequence + 100, total_shares_micros = sequence * 10`);
    await make();
    const { rows } = await database.pool.query(
      'select number, archived_trades as trades, archived_shares_micros as shares from data.wallets order by number',
    );
    expect(rows).toEqual([
      { number: 1, trades: 105, shares: 50 },
      { number: 2, trades: null, shares: null },
    ]);
  });

  it('restores some groups, in any order, and archives them again', async () => {
    await make();
    const away = await digests();
    await ops('restore', folder, '--only', 'orders,activity');
    expect(await keys()).toMatchObject({ facts: [6, 7, 8, 9, 10, 11, 12], orders: [1, 2, 3, 4, 20, 21] });
    await ops('restore', folder);
    await make();
    const again = await digests();
    // Only checksums and times in the rows that describe the archive may differ.
    expect(again).toMatchObject({ 'clob.journal': (away as Record<string, string>)['clob.journal'] });
    expect(await keys()).toMatchObject({ orders: [3, 4, 20] });
    expect((await ops('list', folder)).out.at(-1)).toBe('5 of 5 files are not in the database');
  });

  it('accepts a sequence in place of a time, and continues where an earlier archive ended', async () => {
    await ops('make', folder, '--before', '6', '--apply');
    expect(await keys()).toMatchObject({ facts: [6, 7, 8, 9, 10, 11, 12], trades: [1, 2, 3, 4] });
    await database.pool.query(
      'update clob.recorder set sequence = 16; update data.checkpoints set sequence = 16; update gamma.checkpoints set sequence = 16',
    );
    await make('2026-08-01');
    expect(await keys()).toMatchObject({ facts: [11, 12], trades: [3, 4] });
  });

  it.each([
    ['the recorder', 'update clob.recorder set sequence = 4'],
    ['the data service', `update data.checkpoints set sequence = 4`],
    [
      'a rebuild',
      `insert into data.checkpoints (generation, source, sequence, at, wallets, conditions) values (2, 'clob', 4, 0, 0, 0)`,
    ],
    ['the catalog', 'delete from gamma.checkpoints'],
  ])('keeps events that %s still needs', async (_who, sql) => {
    await database.pool.query(sql);
    const before = await keys();
    const { out } = await make();
    // An order that never traded holds nothing that a consumer needs once its placement is applied.
    expect(await keys()).toEqual({ ...(before as object), orders: expect.arrayContaining([1, 2, 3, 4, 20]) });
    expect(out.join('\n')).toMatch(/stays: journal: the next partition is being written, or not applied by every consumer/);
  });

  it('keeps the activity of the month that the leaderboard covers', async () => {
    await database.pool.query('update data.activity set at = (extract(epoch from now()) * 1000)::bigint - 1 where sequence = 5');
    const { out } = await make('2099-01-01');
    expect(out.join('\n')).toMatch(/stays: activity: the next partition ends at .*(leaderboard needs a month|not before)/);
    expect(await keys()).toMatchObject({ activity: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] });
  });

  it('can be repeated after a run that ended between writing its files and changing the database', async () => {
    const before = await digests();
    const client = await openDatabase(database.url, 'archive');
    try {
      const plan = await makePlan(client, '2026-07-11');
      // The connection breaks when the first partition is about to be detached.
      const query = client.query.bind(client);
      Object.assign(client, {
        query: (...words: Parameters<typeof query>) => {
          if (String(words[0]).startsWith('ALTER TABLE')) throw new Error('killed');
          return query(...words);
        },
      });
      await expect(archiveParts(client, folder, plan.parts)).rejects.toThrow('killed');
    } finally {
      await client.end();
    }
    expect(await digests()).toEqual(before);
    expect(readManifest(folder).entries).toHaveLength(1);
    expect((await ops('list', folder)).out.at(-1)).toBe('0 of 1 files are not in the database');
    await make();
    expect(await ops('verify', folder)).toMatchObject({ exitCode: 0, out: ['all 5 files match their checksums'] });
    expect(readdirSync(folder).filter((name) => name.endsWith('.begun'))).toEqual([]);
    await ops('restore', folder);
    expect(await digests()).toEqual(before);
  });

  it.each([
    ['longer', (file: string) => appendFileSync(file, 'x'), /cannot be read|checksum/],
    ['shorter', (file: string) => truncateSync(file, 40), /cannot be read/],
    ['gone', (file: string) => rmSync(file), /cannot be read/],
  ])('restores nothing when a file is %s', async (_what, spoil, sentence) => {
    await make();
    const away = await digests();
    spoil(join(folder, readManifest(folder).entries[2]?.file ?? ''));
    expect((await ops('verify', folder)).exitCode).toBe(1);
    const { exitCode, complaints } = await ops('restore', folder);
    expect({ exitCode, after: await digests() }).toEqual({ exitCode: 1, after: away });
    expect(complaints.join()).toMatch(sentence);
  });

  it('reports missing arguments and settings', async () => {
    expect(await runWith(['archive', 'list', folder])).toMatchObject({
      exitCode: 2,
      complaints: [expect.stringMatching(/DATABASE_URL/), expect.anything()],
    });
    expect((await make('soon')).complaints.join()).toMatch(/--before must be a date/);
    expect((await ops('restore', folder, '--only', 'everything')).complaints.join()).toMatch(/--only accepts journal/);
  });
});
