import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const HEAD_BYTES = 4;

/** Longest first: UTF-32LE begins with the bytes of UTF-16LE. */
const MARKS: readonly { readonly bytes: readonly number[]; readonly decoder: () => Decoder }[] = [
  { bytes: [0xff, 0xfe, 0, 0], decoder: () => new Utf32Decoder(true) },
  { bytes: [0, 0, 0xfe, 0xff], decoder: () => new Utf32Decoder(false) },
  { bytes: [0xef, 0xbb, 0xbf], decoder: () => textDecoder('utf-8') },
  { bytes: [0xff, 0xfe], decoder: () => textDecoder('utf-16le') },
  { bytes: [0xfe, 0xff], decoder: () => textDecoder('utf-16be') },
];

interface Decoder {
  decode(bytes: Buffer): string;
  end(): string;
}

/**
 * The text of a file in chunks. Decompresses gzip, which is detected by its first bytes. Decodes by the byte order mark (UTF-8,
 * UTF-16 or UTF-32 in either order), else as UTF-8. Calls `onBytes` with the number of bytes read from disk.
 */
export async function* textOf(file: string, onBytes: (count: number) => void): AsyncGenerator<string> {
  let decoder: Decoder | null = null;
  let head = Buffer.alloc(0);
  for await (const bytes of unpacked(file, onBytes)) {
    if (decoder !== null) {
      yield decoder.decode(bytes);
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length < HEAD_BYTES) continue;
    decoder = decoderOf(head);
    yield decoder.decode(withoutMark(head));
  }
  decoder ??= decoderOf(head);
  yield head.length < HEAD_BYTES ? decoder.decode(withoutMark(head)) + decoder.end() : decoder.end();
}

async function* unpacked(file: string, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  let unpacker: PassThrough | ReturnType<typeof createGunzip> | null = null;
  const chunks = source[Symbol.asyncIterator]();
  const first: IteratorResult<Buffer> = await chunks.next();
  if (first.done === true) return;
  unpacker = first.value.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC) ? createGunzip() : new PassThrough();
  async function* all(): AsyncGenerator<Buffer> {
    for (let chunk: IteratorResult<Buffer> = first; chunk.done !== true; chunk = await chunks.next()) {
      onBytes(chunk.value.length);
      yield chunk.value;
    }
  }
  const running = pipeline(Readable.from(all()), unpacker);
  // An error of the pipeline also ends the iteration below, which reports it.
  running.catch(() => undefined);
  try {
    for await (const bytes of unpacker) yield bytes as Buffer;
    await running;
  } catch (error) {
    throw isGzipFault(error)
      ? new Error(GZIP_FAULTS[error.code] ?? `its gzip data are damaged (${error.code})`, { cause: error })
      : error;
  }
}

const GZIP_FAULTS: Readonly<Record<string, string>> = { Z_BUF_ERROR: 'it is truncated: its gzip data end early' };

function isGzipFault(error: unknown): error is { readonly code: string } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('Z_')
  );
}

function markOf(head: Buffer): (typeof MARKS)[number] | undefined {
  return MARKS.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte));
}

function withoutMark(head: Buffer): Buffer {
  return head.subarray(markOf(head)?.bytes.length ?? 0);
}

function decoderOf(head: Buffer): Decoder {
  return markOf(head)?.decoder() ?? textDecoder('utf-8');
}

function textDecoder(encoding: string): Decoder {
  if (encoding === 'utf-8') return new Utf8Decoder();
  const decoder = new TextDecoder(encoding, { fatal: true });
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

const SEQUENCE_BYTES_MAX = 4;

/**
 * The encoding is never guessed: invalid UTF-8, such as Latin-1, is an error with the offset in the decompressed file. The text
 * before it has been returned.
 */
class Utf8Decoder implements Decoder {
  private rest = Buffer.alloc(0);
  private offset = 0;
  private fault: Error | null = null;

  /** `bytes` start after a byte order mark of three bytes, if present; offsets are counted from there. */
  decode(bytes: Buffer): string {
    if (this.fault !== null) throw this.fault;
    const all = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    const end = all.length - unfinishedBytes(all);
    const whole = all.subarray(0, end);
    if (!isUtf8(whole)) return this.upToFault(whole);
    this.rest = Buffer.from(all.subarray(end));
    this.offset += end;
    return whole.toString('utf8');
  }

  end(): string {
    if (this.fault !== null) throw this.fault;
    if (this.rest.length === 0) return '';
    throw new Error(`it is truncated: it ends inside a character, at byte ${this.offset}`);
  }

  private upToFault(bytes: Buffer): string {
    let [valid, invalid] = [0, bytes.length];
    while (invalid - valid > 1) {
      const middle = Math.floor((valid + invalid) / 2);
      const length = middle - unfinishedBytes(bytes.subarray(0, middle));
      if (isUtf8(bytes.subarray(0, length))) valid = middle;
      else invalid = middle;
    }
    const at = valid - unfinishedBytes(bytes.subarray(0, valid));
    const byte = (bytes[at] ?? 0).toString(16).padStart(2, '0');
    this.fault = new Error(`byte 0x${byte} at offset ${this.offset + at} is not UTF-8; convert the file (it may be Latin-1)`);
    return bytes.toString('utf8', 0, at);
  }
}

/** Number of bytes at the end that start an incomplete character. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back < SEQUENCE_BYTES_MAX && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return back < length ? back : 0;
  }
  return 0;
}

/** Node's TextDecoder has no UTF-32. */
class Utf32Decoder implements Decoder {
  private rest = Buffer.alloc(0);

  constructor(private readonly isLittleEndian: boolean) {}

  decode(chunk: Buffer): string {
    const bytes = Buffer.concat([this.rest, chunk]);
    const whole = bytes.length - (bytes.length % 4);
    this.rest = bytes.subarray(whole);
    let text = '';
    for (let at = 0; at < whole; at += 4) {
      const code = this.isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
      text += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    }
    return text;
  }

  end(): string {
    return this.rest.length === 0 ? '' : '\ufffd';
  }
}
