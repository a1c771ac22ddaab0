import { CopiedRow, CopiedRows } from './copied-rows';
import { CopyRows } from './copy-rows';

const COLUMNS = 5;

/** The output of CopyRows: text, bigint, int or null, text or null, smallint. */
function written(): Buffer {
  return new CopyRows()
    .row(COLUMNS)
    .text('0xab')
    .integer('int8', 9_007_199_254_740_991)
    .integer('int4', null)
    .text('Zoë!')
    .integer('int2', -3)
    .row(COLUMNS)
    .text('')
    .integer('int8', -1)
    .integer('int4', 7)
    .text(null)
    .integer('int2', 0)
    .finish();
}

const valuesOf = (row: CopiedRow): unknown[] => [
  row.ascii(0),
  row.integer(1),
  row.optionalInteger(2),
  row.optionalAscii(3) === null ? null : row.text(3),
  row.integer(4),
];

describe('rows of a binary COPY', () => {
  it('are parsed at any chunk boundaries', () => {
    const bytes = written();
    for (let size = 1; size <= bytes.length; size += 1) {
      const rows: unknown[] = [];
      const reader = new CopiedRows(new CopiedRow(), (row) => rows.push(valuesOf(row)));
      for (let start = 0; start < bytes.length; start += size) reader.read(bytes.subarray(start, start + size));
      expect(rows).toEqual([
        ['0xab', 9_007_199_254_740_991, null, 'Zoë!', -3],
        ['', -1, 7, null, 0],
      ]);
    }
  });

  it('throw at NULL and at a missing column', () => {
    const reader = (read: (row: CopiedRow) => unknown) => new CopiedRows(new CopiedRow(), read);
    expect(() => reader((row) => row.integer(2)).read(written())).toThrow('column 2 is NULL');
    expect(() => reader((row) => row.text(9)).read(written())).toThrow('there is no column 9');
    expect(() => reader((row) => row.integer(3)).read(written())).toThrow('a value of 5 bytes is no whole number');
  });
});
