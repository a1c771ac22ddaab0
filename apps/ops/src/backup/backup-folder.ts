import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandRefused } from '../failure';
import type { Migration } from '../tables/catalog.query';
import { readFigures, sha256Of } from '../tables/row-file';
import type { Heads } from './heads.query';
import type { Opening } from './protection';

export const MANIFEST = 'manifest.json';
/** Checksums in the format of sha256sum, of every file and of the manifest. Written last. */
export const CHECKSUMS = 'SHA256SUMS';
/** Ed25519 signature over the bytes of SHA256SUMS; openssl pkeyutl -verify -rawin checks it too. */
export const SIGNATURE = 'SHA256SUMS.sig';
/** The format that this version writes. */
export const FORMAT = 2;
/** The formats that it reads; format 1 has neither encryption nor signature. */
const READABLE: readonly number[] = [1, FORMAT];

export interface BackedTable {
  /** Schema-qualified. */
  readonly name: string;
  readonly file: string;
  readonly rows: number;
  readonly columns: readonly string[];
  /** Bounds of the partitions; null for a table that is not partitioned. */
  readonly bounds: readonly string[] | null;
}

export interface BackupManifest {
  readonly format: number;
  /** How rows are encrypted; absent when they are not. */
  readonly encryption?: 'age';
  /** Version of the program that made the backup. */
  readonly version: string;
  /** Version of the server. */
  readonly postgres: string;
  /** Time of the snapshot, ISO 8601. */
  readonly takenAt: string;
  readonly heads: Heads;
  readonly migrations: readonly Migration[];
  readonly tables: readonly BackedTable[];
  readonly sequences: readonly { readonly name: string; readonly value: number }[];
}

/**
 * Reads and verifies every file. Throws when the folder is not a complete backup of a readable format, or its signer is unknown;
 * the error names each file that differs.
 * @param opening null: accepts a backup with or without a signature; it must then not be encrypted
 */
export async function verifiedManifest(folder: string, opening: Opening | null): Promise<BackupManifest> {
  const sums = readChecksums(folder);
  if (opening !== null) requireSigned(folder, opening);
  const faults: string[] = [];
  for (const [file, sum] of sums) {
    const found = await sha256Of(join(folder, file)).catch(() => null);
    if (found === null) faults.push(`${file} cannot be read`);
    else if (found !== sum) faults.push(`${file} was changed: its checksum is ${found}`);
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

/** Runs before anything else is trusted: the signature covers the checksums, and they cover all other files. */
function requireSigned(folder: string, opening: Opening): void {
  const path = join(folder, SIGNATURE);
  if (!existsSync(path))
    throw new CommandRefused(`${folder} is not signed: it has no ${SIGNATURE}, so anyone with write access could have made it`);
  if (!opening.isSigned(readFileSync(join(folder, CHECKSUMS)), readFileSync(path)))
    throw new CommandRefused(`${folder} was changed, or is signed by none of BACKUP_SIGNERS_FILE`);
}

function readChecksums(folder: string): ReadonlyMap<string, string> {
  const path = join(folder, CHECKSUMS);
  if (!existsSync(path))
    throw new CommandRefused(`${folder} holds no complete backup: ${CHECKSUMS}, which is written last, is missing`);
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return new Map(
    lines.map((line): [string, string] => {
      const [, sum = '', file = ''] = /^([0-9a-f]{64}) {2}([\w.-]+)$/.exec(line) ?? [];
      if (file === '') throw new CommandRefused(`${path} has a line that is not a checksum: ${line}`);
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
