import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandRefused } from '../failure';
import type { Migration } from '../tables/catalog.query';
import { readFigures, sha256Of } from '../tables/row-file';
import type { Heads } from './heads.query';
import type { Opening } from './protection';

export const MANIFEST = 'manifest.json';
/** As sha256sum writes and checks it: of every file, the manifest's too. Written last. */
export const CHECKSUMS = 'SHA256SUMS';
/** Ed25519 over the bytes of SHA256SUMS; openssl pkeyutl -verify -rawin checks it too. */
export const SIGNATURE = 'SHA256SUMS.sig';
/** What this version writes. */
export const FORMAT = 2;
/** What it reads: 1 was never encrypted nor signed. */
const READABLE: readonly number[] = [1, FORMAT];

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
  /** How its rows are encrypted; absent where they are not. */
  readonly encryption?: 'age';
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
export async function writeSynced(path: string, text: string | Buffer): Promise<string> {
  const file = await open(path, 'w', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Reads every file, and refuses a folder that is no whole backup of this format, with a sentence for each file that differs, or
 * that nobody we know has signed.
 * @param opening null: signed or not, it is taken; then it must not be encrypted
 */
export async function verifiedManifest(folder: string, opening: Opening | null): Promise<BackupManifest> {
  const sums = readChecksums(folder);
  if (opening !== null) requireSigned(folder, opening);
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
  if (manifest.encryption !== undefined && opening === null)
    throw new CommandRefused(
      `${folder} is encrypted: give BACKUP_IDENTITY_FILE and BACKUP_SIGNERS_FILE instead of --unprotected`,
    );
  const decrypt = manifest.encryption === undefined ? undefined : opening?.decrypt;
  for (const { file, rows } of manifest.tables) {
    const figures = await readFigures(join(folder, file), decrypt);
    if (figures.rows !== rows) throw new CommandRefused(`${file} has ${figures.rows} rows, not ${rows}`);
  }
  return manifest;
}

/** Before anything else is believed: the signature is over the checksums, and they are of all else. */
function requireSigned(folder: string, opening: Opening): void {
  const path = join(folder, SIGNATURE);
  if (!existsSync(path))
    throw new CommandRefused(`${folder} is not signed: it has no ${SIGNATURE}. Whoever could write there could have made it`);
  if (!opening.isSigned(readFileSync(join(folder, CHECKSUMS)), readFileSync(path)))
    throw new CommandRefused(`${folder} is signed by none of BACKUP_SIGNERS_FILE, or was changed since`);
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
  if (!READABLE.includes(manifest.format))
    throw new CommandRefused(
      `${folder} is a backup of format ${manifest.format}; this version reads format ${READABLE.join(' and ')}`,
    );
  return manifest;
}
