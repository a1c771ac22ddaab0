import { CopiedRowCount } from './row-count';

/** Three rows of a COPY: (1, NULL), ('', 4 bytes), (300 bytes, 4 bytes). */
function copied(): Buffer {
  const field = (bytes: Buffer | null): Buffer => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(bytes === null ? -1 : bytes.length);
    return bytes === null ? length : Buffer.concat([length, bytes]);
  };
  const row = (...fields: (Buffer | null)[]): Buffer => Buffer.concat([Buffer.from([0, fields.length]), ...fields.map(field)]);
  return Buffer.concat([
    Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1'),
    row(Buffer.from([1]), null),
    row(Buffer.alloc(0), Buffer.alloc(4)),
    row(Buffer.alloc(300, 0xff), Buffer.alloc(4)),
    Buffer.from([0xff, 0xff]),
  ]);
}

describe('CopiedRowCount', () => {
  it.each([1, 2, 3, 7, 19, 64, 1_000])('counts rows in chunks of %d bytes', (size) => {
    const count = new CopiedRowCount();
    const bytes = copied();
    for (let at = 0; at < bytes.length; at += size) count.read(bytes.subarray(at, at + size));
    expect(count).toMatchObject({ rows: 3, isWhole: true });
  });

  it('is incomplete without the end marker', () => {
    const bytes = copied();
    const count = new CopiedRowCount();
    count.read(bytes.subarray(0, bytes.length - 2));
    expect(count).toMatchObject({ rows: 3, isWhole: false });
  });
});
