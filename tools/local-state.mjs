/** The folder .foretell: what a local start keeps between runs, and what it leaves for others to find while it runs. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOurs, stopProcess } from './embedded/processes.mjs';
import { ROOT } from './workspace.mjs';

export const STATE = join(ROOT, '.foretell');
export const LOGS = join(STATE, 'logs');
const RUN = join(STATE, 'run.json');
const LAUNCHER = join(STATE, 'launcher.pid');
const LAUNCHER_MARK = 'tools/start.mjs';
const LOG_LIMIT_BYTES = 20_000_000;

/** Makes the folder ours, or throws one sentence when another launcher is at work in it. Ends what a killed launcher left running. */
export async function takeState() {
  mkdirSync(LOGS, { recursive: true });
  const other = readPid(LAUNCHER);
  if (other !== process.pid && isOurs(other, LAUNCHER_MARK)) {
    throw new Error(
      `Foretell already runs from this folder (process ${other}): stop it first, it ends with Ctrl-C or kill ${other}`,
    );
  }
  await endOrphans();
  rmSync(RUN, { force: true });
  writeFileSync(LAUNCHER, String(process.pid));
  for (const name of readdirSync(LOGS)) if (statSync(join(LOGS, name)).size > LOG_LIMIT_BYTES) truncateSync(join(LOGS, name));
}

/** The apps of a launcher that was killed are known by their pid files and, as pids are reused, by their command line. */
async function endOrphans() {
  await stopApps();
  rmSync(join(STATE, 'pids'), { recursive: true, force: true });
}

/** Sends every app SIGTERM and waits until each has drained and gone. */
export async function stopApps(signal = 'SIGTERM') {
  await Promise.all(aliveApps().map(({ pid }) => stopProcess(pid, { signal, timeoutMs: 25_000 })));
}

/** @returns the surfaces that run under this folder, with their processes */
export function aliveApps() {
  const folder = join(STATE, 'pids');
  if (!existsSync(folder)) return [];
  const named = readdirSync(folder).map((file) => ({ name: file.replace(/\.pid$/, ''), pid: readPid(join(folder, file)) }));
  return named.filter(({ name, pid }) => isOurs(pid, join('apps', name, 'dist', 'main.js')));
}

export function releaseState() {
  rmSync(RUN, { force: true });
  rmSync(LAUNCHER, { force: true });
}

/** Keys made once for this folder: they outlive restarts, and nobody but the owner can read them. */
export function localSecrets() {
  const file = join(STATE, 'secrets.json');
  if (!existsSync(file)) {
    const secret = () => randomBytes(32).toString('hex');
    const secrets = { authMasterKey: secret(), passwords: { clob: secret(), gamma: secret(), data: secret() } };
    writeFileSync(file, JSON.stringify(secrets, undefined, 2), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A value remembered from run to run, so that URLs stay the same while the port is free. */
export function remembered(name) {
  const file = join(STATE, `${name}.txt`);
  return {
    value: existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined,
    keep: (value) => writeFileSync(file, String(value)),
  };
}

/** Tells the other tools where everything runs; the URLs may hold passwords. */
export function publishRun(environment) {
  writeFileSync(RUN, JSON.stringify({ launcher: process.pid, environment }, undefined, 2), { mode: 0o600 });
}

/** The variables of the running start, or none when nothing runs here. */
export function runEnvironment() {
  if (!existsSync(RUN)) return {};
  const { launcher, environment } = JSON.parse(readFileSync(RUN, 'utf8'));
  return isOurs(launcher, LAUNCHER_MARK) ? environment : {};
}

function readPid(file) {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
}
