import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandRefused } from '../failure';
import type { Migration } from '../tables/catalog.query';
import { readFigures } from '../tables/row-file';
import type { Heads } from './heads.query';

export const MANIFEST = 'manifest.json';
/** As sha256sum writes and checks it: of every file, the manifest's too. Written last. */
export const CHECKSUMS = 'SHA256SUMS';
/** What this version writes, and the only one that it reads. */
export const FORMAT = 1;

export interface BackedTable {
  /** With its schema. */
  readonly name: string;
  readonly file: string;
  readonly rows: number;
  readonly columns: readonly string[];
  /** Of its partitions; null for a table that has none. */
  readonly bounds: readonly string[] | null;
}

export interface BackupManifest {
  readonly format: number;
  /** Of the program that made it. */
  readonly version: string;
  /** Of the server. */
  readonly postgres: string;
  /** When the snapshot was taken, ISO 8601. */
  readonly takenAt: string;
  readonly heads: Heads;
  readonly migrations: readonly Migration[];
  readonly tables: readonly BackedTable[];
  readonly sequences: readonly { readonly name: string; readonly value: number }[];
}

/** Written and on the disk; returns its checksum. */
export async function writeSynced(path: string, text: string): Promise<string> {
  const file = await open(path, 'w');
  await file.writeFile(text);
  await file.sync();
  await file.close();
  return createHash('sha256').update(text).digest('hex');
}

/** Reads every file, and refuses a folder that is no whole backup of this format, with a sentence for each file that differs. */
export async function verifiedManifest(folder: string): Promise<BackupManifest> {
  const sums = readChecksums(folder);
  const faults: string[] = [];
  for (const [file, sum] of sums) {
    const found = await sha256Of(join(folder, file)).catch(() => null);
    if (found === null) faults.push(`${file} cannot be read`);
    else if (found !== sum) faults.push(`${file} is not what was written: its checksum is ${found}`);
  }
  if (faults.length > 0) throw new CommandRefused(faults.join('; '));
  const manifest = readManifest(folder);
  const unlisted = [MANIFEST, ...manifest.tables.map(({ file }) => file)].filter((file) => !sums.has(file));
  if (unlisted.length > 0) throw new CommandRefused(`${CHECKSUMS} does not name ${unlisted.join(', ')}`);
  for (const { file, rows } of manifest.tables) {
    const figures = await readFigures(join(folder, file));
    if (figures.rows !== rows) throw new CommandRefused(`${file} has ${figures.rows} rows, not ${rows}`);
  }
  return manifest;
}

function readChecksums(folder: string): ReadonlyMap<string, string> {
  const path = join(folder, CHECKSUMS);
  if (!existsSync(path)) throw new CommandRefused(`${folder} holds no backup: it has no ${CHECKSUMS}, which is written last`);
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return new Map(
    lines.map((line): [string, string] => {
      const [, sum = '', file = ''] = /^([0-9a-f]{64}) {2}([\w.-]+)$/.exec(line) ?? [];
      if (file === '') throw new CommandRefused(`${path} has a line that is no checksum: ${line}`);
      return [file, sum];
    }),
  );
}

function readManifest(folder: string): BackupManifest {
  const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as BackupManifest;
  if (manifest.format !== FORMAT)
    throw new CommandRefused(`${folder} is a backup of format ${manifest.format}; this version reads format ${FORMAT}`);
  return manifest;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
