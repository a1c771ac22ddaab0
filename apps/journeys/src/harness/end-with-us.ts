import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './repository';

/** The project's own, as a test of CommonJS speaks to it: tools/embedded/end-with-us.mjs says the same to the same process. */
const REAPER = join(ROOT, 'tools', 'embedded', 'reaper.mjs');
let say: ((line: string) => void) | undefined;

/**
 * Once this process is gone, however it went (an exception, a signal, kill -9), the other one is sent the signal. What comes back
 * is called when it has ended before.
 */
export function endWithUs(pid: number, signal: NodeJS.Signals = 'SIGKILL'): () => void {
  say ??= startReaper();
  say(`+${pid} ${signal}`);
  return () => say?.(`-${pid}`);
}

/** The same for a child: its end is noticed. */
export function endChildWithUs(child: ChildProcess, signal?: NodeJS.Signals): void {
  if (child.pid !== undefined) child.once('exit', endWithUs(child.pid, signal));
}

/** In a session of its own, and no reason for us to go on. */
function startReaper(): (line: string) => void {
  const child = spawn(process.execPath, [REAPER], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => undefined);
  child.unref();
  const { stdin } = child;
  stdin.on('error', () => undefined);
  if (stdin instanceof Socket) stdin.unref();
  return (line) => void stdin.write(`${line}\n`);
}
