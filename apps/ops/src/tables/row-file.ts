import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { CopiedRowCount } from './row-count';

/** Twice as fast as the default level, with files a tenth larger. */
const COMPRESSION = { level: 3 };

/** Transforms bytes on their way to or from a file. */
export type Passage = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Only the user that writes the rows can read them. */
const OWN_FILE = { mode: 0o600 };

/** A file with rows of one table in PostgreSQL's binary COPY format, gzipped. */
export interface FileFigures {
  readonly rows: number;
  /** Of the file's bytes, hex. */
  readonly sha256: string;
}

/**
 * Writes the rows of a SELECT, encrypted if a passage is given. Then reads the file back from disk and returns its figures. An
 * unfinished file never has the final name.
 */
export async function writeRows(client: Client, select: string, path: string, encrypt?: Passage): Promise<FileFigures> {
  const hash = createHash('sha256');
  const begun = `${path}.begun`;
  const { to } = await import('pg-copy-streams');
  const rows = client.query(to(`COPY (${select}) TO STDOUT (FORMAT binary)`));
  const count = new CopiedRowCount();
  const packed = [rows, countingThrough(count), createGzip(COMPRESSION)] as const;
  const target = createWriteStream(begun, OWN_FILE);
  if (encrypt === undefined) await pipeline(...packed, hashing(hash), target);
  else await pipeline(...packed, encrypt, hashing(hash), target);
  const file = await open(begun, 'r+');
  await file.sync();
  await file.close();
  const written = hash.digest('hex');
  const figures = encrypt === undefined ? await readFigures(begun) : { rows: count.rows, sha256: await sha256Of(begun) };
  if (!count.isWhole || figures.sha256 !== written) throw new Error(`${path} differs from what was written`);
  await rename(begun, path);
  return figures;
}

/** Rejects when the file does not end with a complete row. */
export async function readFigures(path: string, decrypt: Passage = unchanged): Promise<FileFigures> {
  const hash = createHash('sha256');
  const count = new CopiedRowCount();
  await pipeline(createReadStream(path), hashing(hash), decrypt, createGunzip(), counting(count));
  if (!count.isWhole) throw new Error(`${path} ends before its last row`);
  return { rows: count.rows, sha256: hash.digest('hex') };
}

/** Copies a file's rows into a table, in the client's transaction; returns the number of rows that PostgreSQL stored. */
export async function loadRows(client: Client, path: string, table: string, decrypt: Passage = unchanged): Promise<number> {
  const { from } = await import('pg-copy-streams');
  const taking = client.query(from(`COPY ${table} FROM STDIN (FORMAT binary)`));
  await pipeline(createReadStream(path), decrypt, createGunzip(), taking);
  return taking.rowCount;
}

/** Of a file's bytes, hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function* unchanged(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  yield* source;
}

function countingThrough(count: CopiedRowCount): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      count.read(piece);
      done(null, piece);
    },
  });
}

function hashing(hash: Hash): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });
}

function counting(count: CopiedRowCount): Writable {
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      count.read(piece);
      done();
    },
  });
}
