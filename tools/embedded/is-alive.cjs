/** For ES modules (processes.mjs) and for specs, which are CommonJS. */
const { readFileSync } = require('node:fs');

/** Whether a process is running or suspended. */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/** A dead child that was not reaped still accepts signal 0 (in containers whose init does not reap). */
function isZombie(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

module.exports = { isAlive };
