import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandRefused } from '../failure';
import { syncFolder, writeSynced } from '../tables/synced';

const FILE = 'manifest.json';
/** The format that this version writes, and the only one that it reads. */
const FORMAT = 1;

/** One file of an archive. */
export interface Entry {
  /** Schema-qualified. */
  readonly table: string;
  /** Entries with the same group and bound are archived and restored together. */
  readonly group: string;
  /** Bound of the archived partition, as PostgreSQL writes it; empty for rows that were not a partition. */
  readonly bound: string;
  readonly file: string;
  readonly sha256: string;
  readonly rows: number;
  readonly fromKey: number;
  readonly toKey: number;
  /** All rows are older than this time, Unix milliseconds. */
  readonly untilAt: number;
  readonly columns: readonly string[];
  /** Last migration of the database that contained the rows. */
  readonly migration: string;
}

export interface Manifest {
  readonly format: number;
  readonly entries: readonly Entry[];
}

/** An empty manifest for a folder without one. Throws for a manifest of another format. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, FILE);
  if (!existsSync(path)) return { format: FORMAT, entries: [] };
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  if (manifest.format !== FORMAT || !Array.isArray(manifest.entries))
    throw new CommandRefused(`${path} is of format ${String(manifest.format)}; this version reads format ${FORMAT}`);
  return manifest;
}

/**
 * Replaces the manifest atomically: a reader sees the old or the new one, also after a power failure. Then it and the files that
 * were written before it are durable.
 */
export async function writeManifest(folder: string, entries: readonly Entry[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, FILE);
  const manifest: Manifest = { format: FORMAT, entries };
  await writeSynced(`${path}.begun`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${path}.begun`, path);
  await syncFolder(folder);
}
