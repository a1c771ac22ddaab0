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
 * The text of a file in chunks: unpacked when it is gzip (told by its first bytes, not its name), in the encoding of its byte
 * order mark (UTF-8, UTF-16 or UTF-32 in either order), else UTF-8. `onBytes` hears of the bytes read from the disk.
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
  // The fault of the pipeline also ends the iteration below, which reports it.
  running.catch(() => undefined);
  for await (const bytes of unpacker) yield bytes as Buffer;
  await running;
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
  const decoder = new TextDecoder(encoding);
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
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
