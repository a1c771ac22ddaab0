/**
 * The folder .foretell: what a local system keeps between runs, and what it leaves for others to find while it runs. Everything
 * that names a process also names the folder it runs from, because a folder may be copied while it is in use.
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
import { isAlive, isOurs, stopProcess } from './embedded/processes.mjs';
import { ROOT, say } from './workspace.mjs';

export const STATE = join(ROOT, '.foretell');
export const LOGS = join(STATE, 'logs');
/** The keys that a local system made for itself; the operator's view is opened by one of them. */
export const SECRETS = join(STATE, 'secrets.json');
export const KEEPER = join(ROOT, 'tools', 'infrastructure-keeper.mjs');
const PIDS = join(STATE, 'pids');
const RUN = join(STATE, 'run.json');
const KEEPER_FILE = join(STATE, 'keeper.json');
const LAUNCHER_FILE = join(STATE, 'launcher.json');
const LAUNCHER_MARK = 'start.mjs';
/** Say which folder the state was made in. nx lists the continuous tasks that run in its own. */
const NX_STATE = join(ROOT, '.nx', 'workspace-data');
const TREE = 'foretell-tree.txt';
const LOG_LIMIT_BYTES = 20_000_000;
const DRAIN_MS = 20_000;
/** A keeper whose owner is gone drains the surfaces and stops two servers. */
const KEEPER_END_MS = 60_000;

/** What runs of an app; the console is files, and what serves them is a tool. */
export function appMain(name) {
  return name === 'console' ? join(ROOT, 'tools', 'console', 'main.mjs') : join(ROOT, 'apps', name, 'dist', 'main.js');
}

/** Forgets what was copied along from a folder that was in use: its processes are not ours, and its files may be torn. */
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

/** Makes a launcher's run ours, or throws one sentence when the system already runs from this folder. */
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

export function releaseLaunch() {
  if (readJson(LAUNCHER_FILE)?.pid === process.pid) rmSync(LAUNCHER_FILE, { force: true });
}

/** For the keeper: the servers and surfaces of a keeper that was killed are ended first. */
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

/** The process that decides how long a run lasts: the launcher, or the nx that was started by hand. */
export function runOwner() {
  return Number(process.env.FORETELL_LAUNCHER || process.env.NX_INVOCATION_ROOT_PID || process.pid);
}

/** @returns {{ pid: number, owner: number } | undefined} the process that keeps this folder's servers, and for whom */
export function runningKeeper() {
  const keeper = readJson(KEEPER_FILE);
  return keeper !== undefined && isOurs(keeper.pid, KEEPER) ? keeper : undefined;
}

/** Sends every surface SIGTERM and waits until each has drained and gone; a surface that takes too long is killed. */
export async function stopApps(signal = 'SIGTERM') {
  await Promise.all(aliveApps().map(({ pid }) => stopProcess(pid, { signal, timeoutMs: DRAIN_MS })));
}

/** @returns the surfaces that run from this folder, with their processes */
export function aliveApps() {
  if (!existsSync(PIDS)) return [];
  const named = readdirSync(PIDS)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ name: file.replace(/\.json$/, ''), pid: readJson(join(PIDS, file))?.pid }));
  return named.filter(({ name, pid }) => isOurs(pid, appMain(name)));
}

/** What is known of a surface: its process, or why there is none any more. */
export function appState(name) {
  return readJson(join(PIDS, `${name}.json`));
}

export function writeAppState(name, state) {
  mkdirSync(PIDS, { recursive: true });
  writeWhole(join(PIDS, `${name}.json`), JSON.stringify(state));
}

/** Keys made once for this folder: they outlive restarts, and nobody but the owner can read them. */
export function localSecrets() {
  const file = SECRETS;
  const secret = () => randomBytes(32).toString('hex');
  const kept = readJson(file);
  const secrets = {
    authMasterKey: kept?.authMasterKey ?? secret(),
    operatorViewKey: kept?.operatorViewKey ?? secret(),
    passwords: kept?.passwords ?? { clob: secret(), gamma: secret(), data: secret() },
  };
  if (kept?.operatorViewKey === undefined) writeWhole(file, JSON.stringify(secrets, undefined, 2), { mode: 0o600 });
  return secrets;
}

/** A value remembered from run to run, so that URLs stay the same while the port is free. */
export function remembered(name) {
  const file = join(STATE, `${name}.txt`);
  return {
    value: existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined,
    keep: (value) => writeFileSync(file, String(value)),
  };
}

/**
 * Tells the others where everything runs, or why it does not; the URLs and keys are for the folder's owner only.
 * @param run {{ owner: number, environment, surfaces } | { owner: number, fault: string }} owner: the process for which the
 * keeper works;
 *   environment: for the tools; surfaces: what the surfaces need besides
 */
export function publishRun(run) {
  writeWhole(RUN, JSON.stringify({ keeper: process.pid, ...run }, undefined, 2), { mode: 0o600 });
}

/** What the keeper published, as long as it lives; its fault also afterwards. */
export function publishedRun() {
  const run = readJson(RUN);
  return run !== undefined && (run.fault !== undefined || isOurs(run.keeper, KEEPER)) ? run : undefined;
}

/** Why the keeper of this launcher's run ended, if it did. */
export function lastFault() {
  const run = readJson(RUN);
  return run?.owner === process.pid ? run.fault : undefined;
}

/** The variables under which tools find the running system, or none when nothing runs here. */
export function runEnvironment() {
  return publishedRun()?.environment ?? {};
}

/** A reader sees the old content or the new one, never a part. */
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
