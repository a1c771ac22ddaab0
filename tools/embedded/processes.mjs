/** Starts and stops detached child processes, and identifies them after a crash of the launcher. */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from './is-alive.cjs';

export { isAlive };

/**
 * Starts a process in its own session, so that Ctrl-C in the terminal does not reach it: the launcher determines the shutdown
 * order. Output goes to `logFile`. The launcher opens the file, so the child may run as a user without access to it.
 */
export function spawnDetached(command, args, { logFile, ...options }) {
  const log = openSync(logFile, 'a');
  try {
    const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', log, log] });
    const failed = new Promise((_, reject) => child.once('error', reject));
    failed.catch(() => undefined);
    child.unref();
    return { child, failed };
  } finally {
    closeSync(log);
  }
}

/** Starts a node script outside our process tree: it survives when the tree is killed. @returns its process id */
export function spawnOrphan(script, args, { logFile, cwd }) {
  const log = openSync(logFile, 'a');
  try {
    const starter = `const { pid } = require('node:child_process').spawn(process.execPath, process.argv.slice(1),
      { detached: true, stdio: ['ignore', 2, 2] }).on('spawn', function () { this.unref(); }); process.stdout.write(String(pid));`;
    const stdio = ['ignore', 'pipe', log];
    return Number(execFileSync(process.execPath, ['-e', starter, script, ...args], { cwd, stdio, encoding: 'utf8' }));
  } finally {
    closeSync(log);
  }
}

/** The command line of a process, or undefined when there is none. Pids are reused, so check it before sending a signal. */
function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    try {
      return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    } catch {
      return undefined;
    }
  }
}

/** True when `pid` lives and its command line contains `mark`: the process is the one that we started. */
export function isOurs(pid, mark) {
  return Number.isSafeInteger(pid) && pid > 1 && isAlive(pid) && (commandLine(pid) ?? '').includes(mark);
}

/** Sends the signal and waits for the end; kills the process after `timeoutMs`. */
export async function stopProcess(pid, { signal = 'SIGTERM', timeoutMs = 15_000 } = {}) {
  if (!send(pid, signal)) return;
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) {
      send(pid, 'SIGKILL');
      return;
    }
    await delay(30);
  }
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Polls `probe` until it returns a truthy value; throws `describe()` on timeout. */
export async function waitFor(probe, { timeoutMs, describe, everyMs = 40 }) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(describe());
    await delay(everyMs);
  }
}

/** The last lines of a log, for an error message. */
export function tail(file, lines = 15) {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}
