/**
 * `npm start`: from a fresh clone to three services with a sample catalog, and the console. Ctrl-C stops it in order; a second
 * Ctrl-C kills.
 *   --no-sample   leaves the catalog as it is, and starts no market maker
 *   --no-maker    starts no market maker
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installDependencies, nxEnvironment, ROOT, runToolQuietly, say } from './workspace.mjs';

installDependencies();
const { isPortFree } = await import('./embedded/ports.mjs');
const { isAlive, stopProcess, tail, waitFor } = await import('./embedded/processes.mjs');
const state = await import('./local-state.mjs');
const { servedPorts, servedUrls } = await import('./local-servers.mjs');
const { watchErrors } = await import('./log-watch.mjs');
const { startMaker } = await import('./local-maker.mjs');
const { buildForStart } = await import('./builds.mjs');
const { runOps } = await import('./ops-process.mjs');

const { LOGS, SECRETS } = state;
const READY_MS = 90_000;
const NX_END_MS = 30_000;
const MAKER_END_MS = 5_000;
const SAMPLE = join('apps', 'gamma', 'sample', 'catalog.json');

let nx;
let maker;
let stopWatching;
let ending;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (ending === undefined ? end(0) : endAtOnce()));

try {
  const off = { type: 'boolean', default: false };
  await start(parseArgs({ options: { 'no-sample': off, 'no-maker': off } }).values);
} catch (error) {
  await fail(error);
}

async function start(options) {
  const urls = servedUrls();
  await state.takeLaunch();
  await requireFreePorts();
  const served = Object.keys(urls);
  say('Starting PostgreSQL and NATS');
  const keeper = state.startKeeper(process.pid);
  await buildForStart([...served, 'ops', 'maker'], ({ pid }) => (nx = pid));
  if (ending !== undefined) return;
  say('Starting the services');
  await requireKeeper(keeper);
  await serve(urls, served.join(','));
  if (!options['no-sample']) await loadSample(urls.gamma);
  welcome(urls);
  if (!options['no-sample'] && !options['no-maker'] && ending === undefined) maker = await startMaker();
}

/** Without it, nx would start a second keeper of the same servers. */
function requireKeeper(keeper) {
  const describe = () => `PostgreSQL and NATS do not start:\n${tail(state.KEEPER_LOG)}`;
  const look = () => {
    if (!isAlive(keeper)) throw new Error(state.lastFault() ?? describe());
    return state.runningKeeper();
  };
  return waitFor(look, { timeoutMs: READY_MS, describe });
}

async function requireFreePorts() {
  const faults = [];
  for (const [service, port] of Object.entries(servedPorts())) {
    if (await isPortFree(port)) continue;
    faults.push(
      `Port ${port} is taken: stop the process that listens on it, or set ${service.toUpperCase()}_PORT to another port`,
    );
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/**
 * Resolves when all services are ready. From then on nx ends by itself only when no service is left. It builds nothing: without
 * its daemon it would replace the console's folder `dist` while that is served.
 */
async function serve(urls, projects) {
  const services = Object.keys(urls);
  stopWatching = watchErrors(
    services.map((service) => join(LOGS, `${service}.log`)),
    say,
  );
  const env = nxEnvironment({ FORETELL_LAUNCHER: String(process.pid) });
  const args = ['run-many', '-t', 'serve', '-p', projects, '--excludeTaskDependencies', '--output-style=static'];
  const serving = runToolQuietly('nx', args, join(LOGS, 'nx.log'), { env, detached: true, onStart: ({ pid }) => (nx = pid) });
  const stopped = serving.then(
    () => undefined,
    () => undefined,
  );
  const allGone = stopped.then(() => {
    const faults = services.map((service) => state.appState(service)?.fault).filter(Boolean);
    throw new Error(
      state.lastFault() ?? (faults.join('\n') || `nx ended; the last of its log (${LOGS}):\n${tail(join(LOGS, 'nx.log'))}`),
    );
  });
  allGone.catch((error) => fail(error));
  await Promise.race([allGone, Promise.all(services.map((service) => ready(service, urls[service])))]);
}

function ready(service, url) {
  const describe = () =>
    `${service} did not get ready in ${READY_MS / 1000} s. Its log says:\n${tail(join(LOGS, `${service}.log`))}`;
  const look = () => {
    const fault = state.appState(service)?.fault;
    if (fault !== undefined) throw new Error(`${fault}\n${tail(join(LOGS, `${service}.log`))}`);
    return ending !== undefined || answers(`${url}/readyz`);
  };
  return waitFor(look, { timeoutMs: READY_MS, everyMs: 150, describe });
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
  const { console: site, ...services } = urls;
  const lines = Object.entries(services).map(([service, url]) => `  ${service.padEnd(8)} ${url}   docs ${url}/docs`);
  say(
    [
      '',
      'Foretell is up:',
      `  console  ${site}   in a browser; its operator's page asks for operatorViewKey of ${SECRETS}`,
      ...lines,
      `  logs     ${LOGS}`,
      '',
      'Next, in another terminal: npm run demo',
      'Ctrl-C stops everything; the data are kept.',
    ].join('\n'),
  );
}

function fail(error) {
  if (ending === undefined) process.stderr.write(`\n${error.message}\n`);
  return end(1);
}

/**
 * Ends the market maker, which cancels its orders; then the services, so that they can finish their work; then NATS, then
 * PostgreSQL; then nx, which is idle by then.
 */
function end(code) {
  ending ??= (async () => {
    if (nx !== undefined) say('\nStopping');
    if (maker !== undefined) await stopProcess(maker, { timeoutMs: MAKER_END_MS });
    await state.stopApps();
    const keeper = state.runningKeeper();
    if (keeper !== undefined) await stopProcess(keeper.pid, { timeoutMs: NX_END_MS });
    if (nx !== undefined) await stopProcess(nx, { timeoutMs: NX_END_MS });
    stopWatching?.();
    state.releaseLaunch();
    process.exit(code);
  })();
  return ending;
}

async function endAtOnce() {
  await state.stopApps('SIGKILL');
  if (nx !== undefined) await stopProcess(nx, { signal: 'SIGKILL' });
  process.exit(1);
}
