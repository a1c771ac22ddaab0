/**
 * The folder .foretell: the state of a local system between runs, and the files that a running one publishes. Everything that
 * names a process also names its folder, because a folder may be copied while it is in use.
 */
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isAlive, isOurs, spawnOrphan, stopProcess } from './embedded/processes.mjs';
import { ROOT, say } from './workspace.mjs';

export const STATE = join(ROOT, '.foretell');
export const LOGS = join(STATE, 'logs');
/** The keys that a local system generated for itself; one of them opens the operator's view. */
export const SECRETS = join(STATE, 'secrets.json');
export const KEEPER_LOG = join(LOGS, 'infrastructure.log');
export const KEEPER = join(ROOT, 'tools', 'infrastructure-keeper.mjs');
const PIDS = join(STATE, 'pids');
const RUN = join(STATE, 'run.json');
const KEEPER_FILE = join(STATE, 'keeper.json');
const LAUNCHER_FILE = join(STATE, 'launcher.json');
const LAUNCHER_MARK = 'start.mjs';
/** Name the folder in which the state was made. Nx lists the continuous tasks of its own folder. */
const NX_STATE = join(ROOT, '.nx', 'workspace-data');
const TREE = 'foretell-tree.txt';
const LOG_LIMIT_BYTES = 20_000_000;
const DRAIN_MS = 20_000;
/** A keeper whose owner is gone drains the services and stops two servers. */
const KEEPER_END_MS = 60_000;

/** The program of an app; the console is files, served by a tool. */
export function appMain(name) {
  return name === 'console' ? join(ROOT, 'tools', 'console', 'main.mjs') : join(ROOT, 'apps', name, 'dist', 'main.js');
}

/** Discards state copied from a folder in use: its processes are not ours, and its files may be inconsistent. */
export function recogniseTree() {
  for (const folder of [STATE, NX_STATE]) mkdirSync(folder, { recursive: true });
  const origin = originOf(STATE);
  if (originOf(NX_STATE) !== ROOT) {
    rmSync(NX_STATE, { recursive: true, force: true });
    mkdirSync(NX_STATE, { recursive: true });
  }
  if (origin !== ROOT) forgetProcessesOf(origin);
  for (const folder of [STATE, NX_STATE]) writeFileSync(join(folder, TREE), ROOT);
}

function originOf(folder) {
  const file = join(folder, TREE);
  return existsSync(file) ? readFileSync(file, 'utf8') : ROOT;
}

function forgetProcessesOf(origin) {
  for (const file of [PIDS, RUN, KEEPER_FILE, LAUNCHER_FILE]) rmSync(file, { recursive: true, force: true });
  const inUse = [join(STATE, 'postgres', 'data', 'postmaster.pid'), join(STATE, 'nats', 'nats.pid')].some(existsSync);
  if (!inUse) return;
  const aside = join(STATE, `copied-in-use-${Date.now()}`);
  mkdirSync(aside);
  for (const name of ['postgres', 'nats'].filter((each) => existsSync(join(STATE, each)))) {
    renameSync(join(STATE, name), join(aside, name));
  }
  say(
    `This is a copy of ${origin}, made while that was running: its data may be torn and are put aside in ${aside}; starting with none`,
  );
}

/** Claims the folder for this launcher, or throws an error when the system already runs from it. */
export async function takeLaunch() {
  recogniseTree();
  mkdirSync(LOGS, { recursive: true });
  const other = readJson(LAUNCHER_FILE)?.pid;
  if (other !== process.pid && isOurs(other, LAUNCHER_MARK)) throw alreadyRuns(other);
  const keeper = runningKeeper();
  if (keeper !== undefined && isAlive(keeper.owner)) throw alreadyRuns(keeper.owner);
  if (keeper !== undefined) {
    say('Waiting for the last run to end');
    await stopProcess(keeper.pid, { timeoutMs: KEEPER_END_MS });
  }
  writeFileSync(LAUNCHER_FILE, JSON.stringify({ pid: process.pid }));
  for (const name of readdirSync(LOGS)) if (statSync(join(LOGS, name)).size > LOG_LIMIT_BYTES) truncateSync(join(LOGS, name));
}

function alreadyRuns(pid) {
  return new Error(`Foretell already runs from this folder (process ${pid}): stop it first, it ends with Ctrl-C or kill ${pid}`);
}

/** Whether an `npm start` runs from this folder. */
export function isLaunched() {
  return isOurs(readJson(LAUNCHER_FILE)?.pid, LAUNCHER_MARK);
}

export function releaseLaunch() {
  if (readJson(LAUNCHER_FILE)?.pid === process.pid) rmSync(LAUNCHER_FILE, { force: true });
}

/** Starts this folder's servers for `owner`, outside the caller's process tree. @returns the keeper's process */
export function startKeeper(owner) {
  mkdirSync(LOGS, { recursive: true });
  return spawnOrphan(KEEPER, [String(owner)], { logFile: KEEPER_LOG });
}

/** For the keeper: first ends the servers and services of a killed keeper. */
export async function takeKeeping(owner) {
  recogniseTree();
  mkdirSync(LOGS, { recursive: true });
  await stopApps();
  for (const file of [PIDS, RUN]) rmSync(file, { recursive: true, force: true });
  writeFileSync(KEEPER_FILE, JSON.stringify({ pid: process.pid, owner }));
}

export function releaseKeeping() {
  if (readJson(KEEPER_FILE)?.pid !== process.pid) return;
  for (const file of [RUN, KEEPER_FILE]) rmSync(file, { force: true });
}

/** The process that determines the lifetime of a run: the launcher, or an nx that was started by hand. */
export function runOwner() {
  return Number(process.env.FORETELL_LAUNCHER || process.env.NX_INVOCATION_ROOT_PID || process.pid);
}

/** @returns {{ pid: number, owner: number } | undefined} the process that runs this folder's servers, and its owner */
export function runningKeeper() {
  const keeper = readJson(KEEPER_FILE);
  return keeper !== undefined && isOurs(keeper.pid, KEEPER) ? keeper : undefined;
}

/** Sends SIGTERM to every service and waits until each has drained and ended; kills a service that takes too long. */
export async function stopApps(signal = 'SIGTERM') {
  await Promise.all(aliveApps().map(({ pid }) => stopProcess(pid, { signal, timeoutMs: DRAIN_MS })));
}

/** @returns the services that run from this folder, with their processes */
export function aliveApps() {
  if (!existsSync(PIDS)) return [];
  const named = readdirSync(PIDS)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ name: file.replace(/\.json$/, ''), pid: readJson(join(PIDS, file))?.pid }));
  return named.filter(({ name, pid }) => isOurs(pid, appMain(name)));
}

/** The state of a service: its process, or why there is none. */
export function appState(name) {
  return readJson(join(PIDS, `${name}.json`));
}

export function writeAppState(name, state) {
  mkdirSync(PIDS, { recursive: true });
  writeWhole(join(PIDS, `${name}.json`), JSON.stringify(state));
}

/** Keys generated once for this folder: they survive restarts, and only the owner can read them. */
export function localSecrets() {
  const file = SECRETS;
  const secret = () => randomBytes(32).toString('hex');
  const kept = readJson(file);
  const secrets = {
    authMasterKey: kept?.authMasterKey ?? secret(),
    operatorViewKey: kept?.operatorViewKey ?? secret(),
    makerKey: kept?.makerKey ?? secret(),
    passwords: kept?.passwords ?? { clob: secret(), gamma: secret(), data: secret() },
  };
  if (kept?.makerKey === undefined) writeWhole(file, JSON.stringify(secrets, undefined, 2), { mode: 0o600 });
  return secrets;
}

/** A value stored between runs, so that URLs stay the same while the port is free. */
export function remembered(name) {
  const file = join(STATE, `${name}.txt`);
  return {
    value: existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined,
    keep: (value) => writeFileSync(file, String(value)),
  };
}

/**
 * Publishes the addresses of the run, or why it failed; only the folder's owner can read the URLs and keys.
 * @param run {{ owner: number, environment, services } | { owner: number, fault: string }} owner: the process that owns the
 * keeper;
 *   environment: for the tools; services: additional variables of the services
 */
export function publishRun(run) {
  writeWhole(RUN, JSON.stringify({ keeper: process.pid, ...run }, undefined, 2), { mode: 0o600 });
}

/** What the keeper published, while it lives; its fault also afterwards. */
export function publishedRun() {
  const run = readJson(RUN);
  return run !== undefined && (run.fault !== undefined || isOurs(run.keeper, KEEPER)) ? run : undefined;
}

/** Why the keeper of this launcher's run ended, if it did. */
export function lastFault() {
  const run = readJson(RUN);
  return run?.owner === process.pid ? run.fault : undefined;
}

/** The variables with which tools reach the running system; none when nothing runs here. */
export function runEnvironment() {
  return publishedRun()?.environment ?? {};
}

/** Atomic: a reader sees the old content or the new one. */
function writeWhole(file, text, options) {
  writeFileSync(`${file}.new`, text, options);
  renameSync(`${file}.new`, file);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
