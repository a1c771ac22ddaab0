/** `npm start`: everything from a fresh clone to three surfaces with a sample catalog. Ends with Ctrl-C, in order. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isPortFree, preferPort } from './embedded/ports.mjs';
import { startNats } from './embedded/nats.mjs';
import { startPostgres } from './embedded/postgres.mjs';
import { tail, waitFor } from './embedded/processes.mjs';
import {
  aliveApps,
  localSecrets,
  LOGS,
  publishRun,
  releaseState,
  remembered,
  STATE,
  stopApps,
  takeState,
} from './local-state.mjs';
import { watchErrors } from './log-watch.mjs';
import { applyMigrations } from './migrate/engine.mjs';
import { applyRoles, SURFACES, surfaceUrl } from './migrate/roles.mjs';
import { markOpsBuilt, runOps } from './ops-process.mjs';
import { nxEnvironment, prepareWorkspace, ROOT, runTool, runToolQuietly, say } from './workspace.mjs';

const DEFAULT_PORTS = { clob: 3001, gamma: 3002, data: 3003 };
const SURFACE_PROJECTS = SURFACES.map((surface) => `@foretell/${surface}`).join(',');
const PROJECTS = `${SURFACE_PROJECTS},@foretell/ops`;
const WATCH_MS = 500;
const READY_MS = 90_000;
const SAMPLE = join('apps', 'gamma', 'sample', 'catalog.json');

const running = { apps: undefined, servers: [] };
let ending;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => (ending === undefined ? end(0) : stopApps('SIGKILL')));

try {
  await start();
} catch (error) {
  await fail(error);
}

async function start() {
  const ports = readPorts();
  prepareWorkspace();
  await takeState();
  await requireFreePorts(ports);
  const secrets = localSecrets();
  say('Building');
  await runToolQuietly('nx', ['run-many', '-t', 'build', '-p', PROJECTS, '--output-style=static'], join(LOGS, 'build.log'));
  markOpsBuilt();
  const preparations = [prepareDatabases(secrets), prepareNats()];
  running.preparations = Promise.allSettled(preparations);
  const [databases, natsUrl] = await Promise.all(preparations);
  if (ending !== undefined) return;
  const urls = Object.fromEntries(SURFACES.map((surface) => [surface, `http://127.0.0.1:${ports[surface]}`]));
  const shared = { NATS_URL: natsUrl, CLOB_URL: urls.clob, GAMMA_URL: urls.gamma, DATA_URL: urls.data };
  say('Starting the surfaces');
  await serve(urls, { ...shared, ...databases.surfaces, ...portVariables(ports), ...localDefaults(secrets) });
  publishRun({ ...shared, DATABASE_URL: databases.url, ...databases.surfaces });
  await loadSample(urls.gamma);
  welcome(urls);
}

/** What a local start decides unless the environment says otherwise; a deployment sets each of these itself. */
function localDefaults({ authMasterKey }) {
  const defaults = { SANDBOX: 'true', AUTH_MASTER_KEY: authMasterKey, NODE_ENV: 'development' };
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, process.env[name] || value]));
}

function readPorts() {
  const entries = SURFACES.map((surface) => {
    const variable = `${surface.toUpperCase()}_PORT`;
    const port = Number(process.env[variable] || DEFAULT_PORTS[surface]);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${variable} must be a port from 1 to 65535`);
    return [surface, port];
  });
  return Object.fromEntries(entries);
}

function portVariables(ports) {
  return Object.fromEntries(SURFACES.map((surface) => [`${surface.toUpperCase()}_PORT`, String(ports[surface])]));
}

async function requireFreePorts(ports) {
  const faults = [];
  for (const surface of SURFACES) {
    if (await isPortFree(ports[surface])) continue;
    faults.push(`Port ${ports[surface]} is taken: stop what listens there, or set ${surface.toUpperCase()}_PORT to another port`);
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** A database of the user's own is migrated and used as it is; in the embedded one each surface gets its own role. */
async function prepareDatabases({ passwords }) {
  const given = process.env.DATABASE_URL || undefined;
  const url = given ?? (await embedded('postgres', startPostgres)).url;
  try {
    await applyMigrations(url);
  } catch (error) {
    throw new Error(`The database could not be migrated${given ? ' (DATABASE_URL)' : ''}: ${error.message}`, { cause: error });
  }
  if (given === undefined) await applyRoles(url, passwords);
  const entries = SURFACES.map((surface) => {
    const variable = `${surface.toUpperCase()}_DATABASE_URL`;
    return [variable, process.env[variable] || (given ?? surfaceUrl(url, surface, passwords[surface]))];
  });
  return { url, surfaces: Object.fromEntries(entries) };
}

async function prepareNats() {
  return process.env.NATS_URL || (await embedded('nats', startNats)).url;
}

async function embedded(name, startServer) {
  const port = remembered(`${name}-port`);
  const options = { folder: join(STATE, name), logFile: join(LOGS, `${name}.log`) };
  const server = await startServer({ ...options, port: await preferPort(port.value) });
  port.keep(server.port);
  running.servers.push({ name, server });
  return server;
}

/** Resolves when all surfaces take traffic. From then on too, the first surface that ends by itself ends the whole start. */
async function serve(urls, environment) {
  running.stopWatching = watchErrors(
    SURFACES.map((surface) => join(LOGS, `${surface}.log`)),
    say,
  );
  const env = nxEnvironment({ ...environment, FORETELL_RUN_FOLDER: STATE });
  const args = ['run-many', '-t', 'serve', '-p', SURFACE_PROJECTS, '--output-style=static'];
  running.apps = runToolQuietly('nx', args, join(LOGS, 'nx.log'), { env, detached: true });
  const stopped = Promise.race([running.apps.then(() => undefined), firstToEnd()]).then((name) => {
    throw new Error(
      `${name ?? 'The surfaces'} ended unexpectedly. The last of its log (${LOGS}):\n${tail(join(LOGS, `${name ?? 'nx'}.log`))}`,
    );
  });
  stopped.catch((error) => fail(error));
  await Promise.race([stopped, Promise.all(SURFACES.map((surface) => ready(surface, urls[surface])))]);
}

/** nx goes on with the others when one of them ends, so their processes are watched. @returns the name of the first that is gone */
async function firstToEnd() {
  const seen = new Set();
  for (;;) {
    await delay(WATCH_MS, undefined, { ref: false });
    const alive = new Set(aliveApps().map(({ name }) => name));
    const gone = [...seen].find((name) => !alive.has(name));
    if (gone !== undefined) return gone;
    alive.forEach((name) => seen.add(name));
  }
}

function ready(surface, url) {
  const describe = () =>
    `${surface} did not get ready in ${READY_MS / 1000} s. Its log says:\n${tail(join(LOGS, `${surface}.log`))}`;
  return waitFor(() => ending !== undefined || answers(`${url}/readyz`), { timeoutMs: READY_MS, everyMs: 150, describe });
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

async function loadSample(gammaUrl) {
  if (ending !== undefined || !existsSync(join(ROOT, SAMPLE))) return;
  const response = await fetch(`${gammaUrl}/events?limit=1`);
  if (!response.ok || (await response.json()).length > 0) return;
  say('Loading the sample catalog');
  const code = await runOps(['catalog', 'import', SAMPLE]);
  if (code !== 0) say(`The sample catalog was not loaded; try again with: npm run ops -- catalog import ${SAMPLE}`);
}

function welcome(urls) {
  if (ending !== undefined) return;
  const lines = SURFACES.map((surface) => `  ${surface.padEnd(6)} ${urls[surface]}   docs ${urls[surface]}/docs`);
  say(
    [
      '',
      'Foretell is up:',
      ...lines,
      `  logs   ${LOGS}`,
      '',
      'Next, in another terminal: npm run demo',
      'Ctrl-C stops everything; the data stay.',
    ].join('\n'),
  );
}

function fail(error) {
  if (ending === undefined) process.stderr.write(`\n${error.message}\n`);
  return end(1);
}

/** Surfaces first, so that they can finish what they have taken on; then NATS, then PostgreSQL. */
function end(code) {
  ending ??= (async () => {
    if (running.apps !== undefined) say('\nStopping');
    // A server that is still starting when we are asked to end is not known yet.
    await running.preparations;
    await stopApps();
    await running.apps?.catch(() => undefined);
    running.stopWatching?.();
    for (const name of ['nats', 'postgres']) await running.servers.find((entry) => entry.name === name)?.server.stop();
    releaseState();
    process.exit(code);
  })();
  return ending;
}
