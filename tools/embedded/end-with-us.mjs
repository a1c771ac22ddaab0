/** Processes that must not outlive this one: see reaper.mjs. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const REAPER = fileURLToPath(new URL('reaper.mjs', import.meta.url));
let reaper;

/**
 * Sends the signal to the other process once this one is gone, however it ended.
 * @returns a function to call when the other process has ended: its pid may be reused
 */
export function endWithUs(pid, signal = 'SIGKILL') {
  send(`+${pid} ${signal}`);
  return () => send(`-${pid}`);
}

function send(line) {
  reaper ??= start();
  reaper.stdin.write(`${line}\n`);
}

/** Starts the reaper in its own session, without keeping this process alive. */
function start() {
  const child = spawn(process.execPath, [REAPER], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  child.stdin.unref();
  return child;
}
