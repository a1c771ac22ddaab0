import { readFileSync } from 'node:fs';

/** Whether a process started by another one is running or suspended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isDead(pid);
}

/** A zombie still accepts signal 0; containers whose first process does not reap have zombies. */
function isDead(pid: number): boolean {
  try {
    return /\) Z[^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
