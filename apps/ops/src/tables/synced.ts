import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Writes and syncs a file that only its writer can read; returns its checksum. */
export async function writeSynced(path: string, text: string | Buffer): Promise<string> {
  const file = await open(path, 'w', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  return createHash('sha256').update(text).digest('hex');
}

/** A rename or a new file survives a power failure only after its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
