import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandRefused } from '../failure';

const FILE = 'manifest.json';
/** What this version writes, and the only one that it reads. */
const FORMAT = 1;

/** One file of an archive. */
export interface Entry {
  /** With its schema. */
  readonly table: string;
  /** Entries of the same group and bound leave and come back together. */
  readonly group: string;
  /** Of the partition that the rows were, as PostgreSQL writes it; empty for rows that were no partition. */
  readonly bound: string;
  readonly file: string;
  readonly sha256: string;
  readonly rows: number;
  readonly fromKey: number;
  readonly toKey: number;
  /** All that the rows tell happened before this, Unix milliseconds. */
  readonly untilAt: number;
  readonly columns: readonly string[];
  /** The last migration of the database that the rows were in. */
  readonly migration: string;
}

export interface Manifest {
  readonly format: number;
  readonly entries: readonly Entry[];
}

/** Of a folder that has none yet: one without entries. Refuses a manifest that this version cannot read. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, FILE);
  if (!existsSync(path)) return { format: FORMAT, entries: [] };
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  if (manifest.format !== FORMAT || !Array.isArray(manifest.entries))
    throw new CommandRefused(`${path} is of format ${String(manifest.format)}; this version reads format ${FORMAT}`);
  return manifest;
}

/** A reader sees the old manifest or the new one, also after the machine has failed. */
export async function writeManifest(folder: string, entries: readonly Entry[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, FILE);
  const manifest: Manifest = { format: FORMAT, entries };
  const file = await open(`${path}.begun`, 'w');
  await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
  await file.sync();
  await file.close();
  await rename(`${path}.begun`, path);
}
