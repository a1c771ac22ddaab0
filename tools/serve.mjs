/**
 * `node tools/serve.mjs NAME` runs a built service and restarts it when it dies; the nx target `serve`. Under `npm start`
 * (FORETELL_LAUNCHER is set) the service gets its own session and log file, so that only the launcher decides when it ends;
 * otherwise it shares the terminal.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnDetached, waitFor } from './embedded/processes.mjs';
import { appMain, LOGS, publishedRun, runOwner, STATE, writeAppState } from './local-state.mjs';
import { Restarts } from './restarts.mjs';
import { ROOT, say } from './workspace.mjs';

const SERVERS_MS = 130_000;
const LOOK_MS = 250;
/** As in deployments: the garbage of an order dies in the young generation (docs/performance.md). */
const YOUNG_GENERATION = '--max-semi-space-size=64';
/** From Node 22.1 on: loading a service's modules again takes a third less CPU time. */
const COMPILE_CACHE = join(STATE, 'compile-cache');

const name = process.argv[2];
const isLaunched = Boolean(process.env.FORETELL_LAUNCHER);
const logFile = join(LOGS, `${name}.log`);
const restarts = new Restarts();
let isEnding = false;
let child;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);

try {
  process.exitCode = await supervise(await environment());
} catch (error) {
  giveUp(error.message);
}

async function supervise(env) {
  for (;;) {
    const { code, signal, hasServed } = await runOnce(env);
    if (isEnding || code === 0 || signal === 'SIGTERM' || signal === 'SIGINT') return 0;
    const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
    if (!hasServed && restarts.count === 0) return giveUp(`${how} before its first response: fix the error in its log`);
    const waitMs = restarts.next(Date.now());
    if (waitMs === undefined) return giveUp(`${how} too often (${restarts}): it is not started again, the others go on`);
    report(`${how}: starting it again`);
    await delay(waitMs);
    if (isEnding) return 0;
  }
}

/** One run of the service. @returns how it ended, and whether it ever responded */
async function runOnce(env) {
  const args = ['--enable-source-maps', YOUNG_GENERATION, appMain(name)];
  child = isLaunched
    ? spawnDetached(process.execPath, args, { cwd: ROOT, env, logFile }).child
    : spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
  // A detached child does not keep this process alive by itself.
  child.ref();
  writeAppState(name, { pid: child.pid });
  const life = { hasServed: false, isOver: false };
  void watchFirstAnswer(`http://127.0.0.1:${env[`${name.toUpperCase()}_PORT`]}/healthz`, life);
  const [code, signal] = await once(child, 'exit');
  life.isOver = true;
  return { code, signal, hasServed: life.hasServed };
}

async function watchFirstAnswer(url, life) {
  while (!life.isOver && !life.hasServed) {
    life.hasServed = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    await delay(LOOK_MS, undefined, { ref: false });
  }
}

/** The variables of the servers started by the target `infrastructure`; variables set outside take precedence. */
async function environment() {
  const run = await waitFor(() => isEnding || ownRun(), {
    timeoutMs: SERVERS_MS,
    everyMs: 100,
    describe: () => 'No PostgreSQL and NATS: is the target "infrastructure" of nx running?',
  });
  if (isEnding) process.exit(0);
  if (run.fault !== undefined) throw new Error(run.fault);
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  return { NODE_COMPILE_CACHE: COMPILE_CACHE, ...run.services, ...run.environment, ...given };
}

/** Only a fault of our own run counts: an earlier one may still be stored. */
function ownRun() {
  const run = publishedRun();
  return run?.fault !== undefined && run.owner !== runOwner() ? undefined : run;
}

function end() {
  isEnding = true;
  child?.kill('SIGTERM');
}

function giveUp(message) {
  writeAppState(name, { fault: `${name} ${message}` });
  report(message);
  process.exitCode = 1;
  return 1;
}

/** The launcher prints the unstructured lines of a service's log. */
function report(line) {
  if (isLaunched) appendFileSync(logFile, `${line}\n`);
  else say(`${name}: ${line}`);
}
