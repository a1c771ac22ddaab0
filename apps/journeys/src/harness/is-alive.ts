import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './repository';

const processes = createRequire(__filename)(join(ROOT, 'tools', 'embedded', 'is-alive.cjs')) as { isAlive(pid: number): boolean };

/** Whether a process started by another one is running or suspended. */
export function isAlive(pid: number): boolean {
  return processes.isAlive(pid);
}
