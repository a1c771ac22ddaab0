import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './repository';

/**
 * The project's own reaper process. tools/embedded/end-with-us.mjs, which CommonJS tests cannot import, uses the same protocol.
 */
const REAPER = join(ROOT, 'tools', 'embedded', 'reaper.mjs');
let say: ((line: string) => void) | undefined;

/**
 * Sends the signal to the other process after this one has ended in any way (an exception, a signal, kill -9). Call the returned
 * function when the other process has ended.
 */
export function endWithUs(pid: number, signal: NodeJS.Signals = 'SIGKILL'): () => void {
  say ??= startReaper();
  say(`+${pid} ${signal}`);
  return () => say?.(`-${pid}`);
}

/** As `endWithUs`, for a child process, whose exit is detected. */
export function endChildWithUs(child: ChildProcess, signal?: NodeJS.Signals): void {
  if (child.pid !== undefined) child.once('exit', endWithUs(child.pid, signal));
}

/** Runs detached in its own session, and does not keep this process alive. */
function startReaper(): (line: string) => void {
  const child = spawn(process.execPath, [REAPER], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => undefined);
  child.unref();
  const { stdin } = child;
  stdin.on('error', () => undefined);
  if (stdin instanceof Socket) stdin.unref();
  return (line) => void stdin.write(`${line}\n`);
}
