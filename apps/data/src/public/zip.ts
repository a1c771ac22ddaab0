import { crc32 } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly text: string;
}

/** 1 January 1980, the earliest date of the format: an archive of the same texts has the same bytes. */
const DOS_DATE = 0x21;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;

/** A ZIP archive of texts, stored uncompressed: they are small, and the proxy compresses responses. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const [fileName, data] = [Buffer.from(name, 'utf8'), Buffer.from(text, 'utf8')];
    const common = commonFields(fileName, data);
    const local = Buffer.concat([uint32(0x04034b50), uint16(VERSION), common, uint16(0), fileName, data]);
    central.push(
      Buffer.concat([uint32(0x02014b50), uint16(VERSION), uint16(VERSION), common, Buffer.alloc(12), uint32(offset), fileName]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const count = uint16(entries.length);
  const end = [uint32(0x06054b50), uint32(0), count, count, uint32(directory.length), uint32(offset), uint16(0)];
  return Buffer.concat([...locals, directory, ...end]);
}

/** Flags, method, time, date, checksum, both sizes, and the length of the name. */
function commonFields(fileName: Buffer, data: Buffer): Buffer {
  return Buffer.concat([
    uint16(FLAGS),
    uint16(0),
    uint16(0),
    uint16(DOS_DATE),
    uint32(crc32(data)),
    uint32(data.length),
    uint32(data.length),
    uint16(fileName.length),
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
