import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { RecordPartitions } from './journal/record-partitions';
import { databaseRecord } from './trading-record';
import { ALICE, BOB, credit, OPEN_MARKET, order, startWriter } from '../testing/writer-world';
import { sizeMicros } from '@foretell/units';

const TABLES = ['clob.journal', 'clob.trades', 'clob.fills', 'data.activity'];

/** A partition for each table: its name, and which keys it is for. */
async function partitions({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ part: string; bound: string }>(
    `select c.oid::regclass::text as part, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = any($1::regclass[]) and c.relkind = 'r' order by 1`,
    [TABLES],
  );
  return rows.map(({ part, bound }) => `${part} ${bound.replace('FOR VALUES ', '')}`);
}

describe('the first partitions', () => {
  it('come with the tables, each with room for twenty million keys', async () => {
    const database = await createTestDatabase();
    try {
      expect(await partitions(database)).toEqual([
        "clob.fills_0 FROM (MINVALUE) TO ('20000001')",
        "clob.journal_0 FROM (MINVALUE) TO ('20000001')",
        "clob.trades_0 FROM (MINVALUE) TO ('20000001')",
        "data.activity_0 FROM (MINVALUE) TO ('20000001')",
      ]);
    } finally {
      await database.drop();
    }
  });
});

describe('partitions of the record', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
    await database.pool.query(`
      drop table clob.journal_0, clob.trades_0, clob.fills_0;
      create table clob.journal_0 partition of clob.journal for values from (minvalue) to (3);
      create table clob.trades_0 partition of clob.trades for values from (minvalue) to (2);
      create table clob.fills_0 partition of clob.fills for values from (minvalue) to (2)`);
  });
  afterEach(() => database.drop());

  it('are created as the record grows, and hold rows written across their bounds', async () => {
    const { commit, record } = databaseRecord(1, database.pool, database.pool, 4);
    const world = await startWriter(database.pool, { commit }, { record });
    expect(world.epoch).toBe(1);
    await world.writer.submit({ command: OPEN_MARKET });
    await Promise.all([world.writer.submit(credit(ALICE, 'a')), world.writer.submit(credit(BOB, 'b'))]);
    for (let trade = 0; trade < 9; trade += 1) {
      await world.writer.submit(order(ALICE, 'BUY', 5_000, sizeMicros(5_000_000)));
      await world.writer.submit(order(BOB, 'BUY', 5_000, sizeMicros(5_000_000), { outcome: 1 }));
    }
    await world.stop();
    expect(world.fatal).toEqual([]);
    const { rows } = await database.pool.query<{ part: string; rows: number }>(
      `select tableoid::regclass::text as part, count(*)::int as rows from clob.trades group by 1 order by min(trade_number)`,
    );
    expect(rows).toEqual([
      { part: 'clob.trades_0', rows: 1 },
      { part: 'clob.trades_2', rows: 4 },
      { part: 'clob.trades_6', rows: 4 },
    ]);
    const again = await startWriter(database.pool);
    expect(again.exchange.stateHash()).toBe(world.exchange.stateHash());
    await again.stop();
  });

  it('are created by a role that owns nothing, which may write to them through their table', async () => {
    await database.pool.query(`
      begin; set local role foretell_clob;
      select clob.make_partitions('journal', 3, 2); insert into clob.journal values (3, 3, 1, 'a'); commit`);
    const { rows } = await database.pool.query('select tableoid::regclass::text as part from clob.journal');
    expect(rows).toEqual([{ part: 'clob.journal_3' }]);
    const past = 'begin; set local role foretell_clob; delete from clob.journal_3; commit';
    await expect(database.pool.query(past)).rejects.toThrow(/permission denied/);
  });

  it('exist before a commit that spans several', async () => {
    const partitions = new RecordPartitions(database.pool, 2);
    const totals = { tradeNumber: 1 } as never;
    await partitions.reach({ commitNumber: 1, sequence: 11, stateHash: '', totals });
    const { rows } = await database.pool.query(`select to_regclass('clob.journal_15') is not null as ahead`);
    expect(rows).toEqual([{ ahead: true }]);
    expect(partitions.reach({ commitNumber: 1, sequence: 12, stateHash: '', totals })).toBeNull();
  });
});
