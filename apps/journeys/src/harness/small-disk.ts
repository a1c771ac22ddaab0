import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const MEGABYTE = 1024 * 1024;
const BALLAST = 'ballast';

/** A small file system (tmpfs, which only root may mount; Linux) that can be filled and freed. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  static async create(megabytes: number): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), 'foretell-small-disk-'));
    try {
      await execute('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'foretell-small-disk', folder]);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw new Error('a small disk needs the permission to mount one: run this as root', { cause: error });
    }
    return new SmallDisk(folder);
  }

  /** Uses all free space. */
  async fill(): Promise<void> {
    const path = join(this.folder, BALLAST);
    await writeFile(path, '');
    const chunk = Buffer.alloc(MEGABYTE / 4, 1);
    for (let free = await this.freeBytes(); free > 0; free = await this.freeBytes())
      await appendFile(path, chunk.subarray(0, Math.min(free, chunk.length))).catch(unlessFull);
  }

  /** Frees the space again. */
  async free(): Promise<void> {
    await rm(join(this.folder, BALLAST), { force: true });
  }

  async remove(): Promise<void> {
    await execute('umount', ['--lazy', this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.folder);
    return bavail * bsize;
  }
}

function unlessFull(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOSPC') throw error;
}
