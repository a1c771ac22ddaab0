import { BinaryArray, byteaArray, hexArray, integerArray, textArray } from '@foretell/platform-prisma';
import { createTestDatabase, type TestDatabase } from './test-database';

describe('arrays in binary form', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());

  const read = async (type: string, parameter: Buffer): Promise<unknown[]> => {
    const { rows } = await database.pool.query<{ value: unknown }>(`select unnest($1::${type}[]) as value`, [parameter]);
    return rows.map(({ value }) => value);
  };

  it.each([
    ['int2', [0, 1, -1, 32_767, -32_768, null]],
    ['int4', [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), null]],
    ['int8', [0, 1, -1, 2 ** 32, -(2 ** 32) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, null]],
  ] as const)('of %s hold the values appended', async (type, values) => {
    expect(
      await read(
        type,
        integerArray(type, values, (value) => value),
      ),
    ).toEqual(values);
    expect(
      await read(
        type,
        integerArray(type, [], () => 0),
      ),
    ).toEqual([]);
  });

  it.each([
    ['int2', 32_768],
    ['int4', 2 ** 31],
    ['int8', 2 ** 53],
  ] as const)('of %s refuse %d', (type, value) => {
    expect(() => integerArray(type, [value], (each) => each)).toThrow(/out of range|not a safe integer/);
  });

  it('of texts hold any alphabet, and characters that are special elsewhere', async () => {
    const texts = ['', 'a', '"', '\\', 'NULL', '{a,b}', 'Zürich ≥ 1 €', '😀'.repeat(5_000)];
    expect(
      await read(
        'text',
        textArray(texts, (text) => text),
      ),
    ).toEqual(texts);
    expect(await read('text', new BinaryArray('text', 1).text(null).finish())).toEqual([null]);
  });

  it('of bytes hold bytes and hexadecimal digits, past their first capacity', async () => {
    const bytes = [Buffer.of(), Buffer.of(0, 255), Buffer.alloc(10_000, 7)];
    expect(await read('bytea', byteaArray(bytes))).toEqual(bytes);
    expect(await read('bytea', hexArray(['0x', '0x00ff', null]))).toEqual([Buffer.of(), Buffer.of(0, 255), null]);
    expect(await read('bytea', byteaArray([]))).toEqual([]);
    expect(() => hexArray(['0x0g'])).toThrow('not hexadecimal: 0x0g');
  });
});
