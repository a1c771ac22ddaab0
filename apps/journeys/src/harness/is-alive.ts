import { readFileSync } from 'node:fs';

/** Whether a process that somebody else started still does anything, or may. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !isDead(pid);
}

/** One that nobody has waited for still takes signal 0: in containers whose first process does not. */
function isDead(pid: number): boolean {
  try {
    return /\) Z[^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
