import { CopyRows, copyIntegers, copyInto, inTransaction, integerArray } from '@foretell/platform-prisma';
import * as fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from './test-database';

const INT2 = fc.option(fc.integer({ min: -32_768, max: 32_767 }));
const INT4 = fc.option(fc.integer());
const INT8 = fc.option(fc.maxSafeInteger());
const TEXT = fc.option(fc.string({ unit: 'grapheme', maxLength: 300 }).map((text) => text.replaceAll('\0', '')));
const HEX = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const ROWS = fc.array(fc.record({ small: INT2, medium: INT4, large: INT8, text: TEXT, hex: HEX }), { maxLength: 400 });

describe('the binary format', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(
      'CREATE TABLE public.copied (place int, small int2, medium int4, large int8, text text, hex bytea)',
    );
  });
  afterAll(() => database.drop());

  it('sends integers to PostgreSQL as arrays', async () => {
    await fc.assert(
      fc.asyncProperty(ROWS, async (rows) => {
        const { rows: read } = await database.pool.query(
          'SELECT * FROM unnest($1::int2[], $2::int4[], $3::int8[]) AS k(small, medium, large)',
          [
            integerArray('int2', rows, (row) => row.small),
            integerArray('int4', rows, (row) => row.medium),
            integerArray('int8', rows, (row) => row.large),
          ],
        );
        expect(read).toEqual(rows.map(({ small, medium, large }) => ({ small, medium, large })));
      }),
      { numRuns: 30 },
    );
  });

  it('sends rows to PostgreSQL by COPY, more than one buffer of them', async () => {
    await fc.assert(
      fc.asyncProperty(ROWS, async (rows) => {
        const copied = new CopyRows();
        for (const [place, row] of rows.entries()) {
          copied
            .row(6)
            .integer('int4', place)
            .integer('int2', row.small)
            .integer('int4', row.medium)
            .integer('int8', row.large)
            .text(row.text)
            .hex(row.hex);
        }
        await database.pool.query('TRUNCATE public.copied');
        await inTransaction(database.pool, (client) =>
          copyInto(client, 'public.copied (place, small, medium, large, text, hex)', copied),
        );
        const { rows: read } = await database.pool.query(
          `SELECT small, medium, large, text, encode(hex, 'hex') AS hex FROM public.copied ORDER BY place`,
        );
        expect(read).toEqual(rows);
      }),
      { numRuns: 30 },
    );
  });

  it('reads integers of any size, more than one chunk of them', async () => {
    const select = `SELECT n::int2, (n * 65537)::int4, n::int8 * -98765432198 FROM generate_series(-20000, 20000) n`;
    const sums = [0, 0, 0];
    let rows = 0;
    await inTransaction(database.pool, (client) =>
      copyIntegers(client, select, (values) => {
        const [small = NaN, medium = NaN, large = NaN] = values;
        if (medium !== small * 65_537 || large !== small * -98_765_432_198)
          throw new Error(`${small} came with ${medium} and ${large}`);
        rows += 1;
        values.forEach((value, column) => (sums[column] = (sums[column] ?? 0) + Math.sign(value)));
      }),
    );
    expect([rows, ...sums]).toEqual([40_001, 0, 0, 0]);
  });

  it.each([
    ['a missing value', 'SELECT NULL::int4', 'no whole number'],
    ['a text', `SELECT 'abc'`, 'no whole number'],
    ['a value beyond a safe integer', 'SELECT 9007199254740993', 'safe integer'],
    ['a statement that fails', 'SELECT 1 / 0', 'division by zero'],
    ['a statement that fails at its last row', 'SELECT 1 / (n - 90000) FROM generate_series(1, 90000) n', 'division by zero'],
  ])('refuses to read %s, and leaves the pool usable', async (_what, select, message) => {
    await expect(inTransaction(database.pool, (client) => copyIntegers(client, select, () => undefined))).rejects.toThrow(
      message,
    );
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('reads one copy after the other, with notices among the rows, and statements between', async () => {
    await database.pool.query(`CREATE FUNCTION public.noticed(n int) RETURNS int LANGUAGE plpgsql AS
      $$ BEGIN IF n % 1000 = 0 THEN RAISE NOTICE 'row %', n; END IF; RETURN n; END $$`);
    const sums = await inTransaction(database.pool, async (client) => {
      const found: number[] = [];
      for (const count of [20_000, 0, 1]) {
        let sum = 0;
        const select = `SELECT public.noticed(n) FROM generate_series(1, ${count}) n`;
        await copyIntegers(client, select, ([value = NaN]) => (sum += value));
        found.push(sum, (await client.query<{ one: number }>('SELECT 1 AS one')).rows[0]?.one ?? NaN);
      }
      return found;
    });
    expect(sums).toEqual([200_010_000, 1, 0, 1, 1, 1]);
  });

  it('is part of the transaction, and propagates its failure', async () => {
    await database.pool.query('TRUNCATE public.copied');
    const copied = new CopyRows().row(1).integer('int4', 1);
    const failing = inTransaction(database.pool, async (client) => {
      await copyInto(client, 'public.copied (place)', copied);
      throw new Error('later');
    });
    await expect(failing).rejects.toThrow('later');
    const broken = inTransaction(database.pool, (client) =>
      copyInto(client, 'public.copied (place, small)', new CopyRows().row(1).integer('int4', 1)),
    );
    await expect(broken).rejects.toThrow('row field count');
    const { rows } = await database.pool.query('SELECT * FROM public.copied');
    expect(rows).toEqual([]);
  });

  it.each([
    ['int2', 32_768],
    ['int4', 2 ** 31],
    ['int8', 2 ** 53],
    ['int8', 0.5],
  ] as const)('refuses a value out of range for %s: %d', (type, value) => {
    expect(() => integerArray(type, [value], (each) => each)).toThrow(/out of range|not a safe integer/);
  });

  it.each(['0', 'zz', '00x0'])('refuses %s, which is not hexadecimal', (digits) => {
    expect(() => new CopyRows().hex(digits)).toThrow('not hexadecimal');
  });
});
