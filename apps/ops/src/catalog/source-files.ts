import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@foretell/platform-server/message-of';
import { CommandRefused } from '../failure';

const CATALOG_NAME = /\.(json|jsonl|ndjson)(\.gz)?$/i;

export interface SourceFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** The files that the arguments name: a file itself; for a directory, all catalog files below it, sorted by name. */
export async function sourceFiles(paths: readonly string[]): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for (const path of paths) {
    const found = await filesUnder(path);
    if (found.length === 0) throw new CommandRefused(`${path} holds no .json, .jsonl or .ndjson files (plain or .gz)`);
    files.push(...found);
  }
  return files;
}

async function filesUnder(path: string): Promise<readonly SourceFile[]> {
  try {
    const about = await stat(path);
    if (!about.isDirectory()) return [{ path, sizeBytes: about.size }];
    const names = (await readdir(path, { withFileTypes: true, recursive: true })).filter(
      (entry) => entry.isFile() && CATALOG_NAME.test(entry.name),
    );
    const inside = names.map((entry) => join(entry.parentPath, entry.name)).sort();
    return await Promise.all(inside.map(async (file) => ({ path: file, sizeBytes: (await stat(file)).size })));
  } catch (error) {
    throw new CommandRefused(`${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}
