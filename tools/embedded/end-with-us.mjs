/** Processes that must not outlive this one: see reaper.mjs. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const REAPER = fileURLToPath(new URL('reaper.mjs', import.meta.url));
let reaper;

/**
 * Once this process is gone, however it went, the other one is sent the signal.
 * @returns what is called when it has ended before: its number may be another's by then
 */
export function endWithUs(pid, signal = 'SIGKILL') {
  tell(`+${pid} ${signal}`);
  return () => tell(`-${pid}`);
}

function tell(line) {
  reaper ??= start();
  reaper.stdin.write(`${line}\n`);
}

/** In a session of its own, and no reason for us to go on. */
function start() {
  const child = spawn(process.execPath, [REAPER], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  child.stdin.unref();
  return child;
}
